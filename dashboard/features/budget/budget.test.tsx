import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Budget, BudgetCategory, BudgetChange } from '#contract/budget-calls.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { forgetOwnChanges, noteChange } from '../../browser-state/own-changes.ts';
import { budgetOf, rowOf } from '../../testing/budgets.ts';
import { answerChangeSets, changeSetOf, previewOf } from '../../testing/change-sets.ts';
import { api, button, field, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';
import { today } from '../../ui/day.ts';

const bakery = rowOf('Bakery', { parent: 'Food & Drinks', spent: 12, available: null });
const CATEGORIES: readonly BudgetCategory[] = [
  rowOf('Electricity', { planned: 80, spent: 60, available: 20 }),
  rowOf('Food & Drinks', { planned: 200, carriedIn: 20, spent: 150, available: 70 }),
  bakery,
  rowOf('Travel', { planned: 50, spent: 90, available: -40 }),
  rowOf('Groceries', { planned: 300, spent: 300, available: 0 }),
];
const budget = budgetOf('2026-03', CATEGORIES, { toBudget: 1000, balance: 1050 });
const answer = (changed: Budget) => ({ ...clara, budget: changed });

async function openBudget(address = '/budget?month=2026-03', shown = budget): Promise<UserEvent> {
  api.answer('getBudget', ({ month }) => ({ ...shown, month: String(month) }));
  api.answer('getBudgetChanges', { changes: [], next: null });
  const hands = openAs(clara, address);
  await screen.findByRole('rowheader', { name: 'Groceries' });
  return hands;
}

const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) });
const IN_ALL = '$70.00 left in all';
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.replace(IN_ALL, ''));

test('the categories stand in two levels with what is planned, spent and left', async () => {
  await openBudget();
  expect(names()).toEqual(['Electricity', 'Food & Drinks', 'Bakery', 'Travel', 'Groceries', 'Total']);
  expect(row('Bakery')).toHaveTextContent('with Food & Drinks');
  expect(row('Food & Drinks')).toHaveTextContent(IN_ALL);
  expect(row('Travel')).toHaveTextContent('− $40.00');
  expect(
    within(row('Travel')).getByRole('button', { name: 'Explain available of Travel −\u00a0$40.00' }),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Explain To budget $1,000.00' })).toBeVisible();
  expect(row('Total')).toHaveTextContent(/\$630\.00.*\$612\.00.*\$50\.00/);
  expect(screen.getByText(/it makes the \$1,050.00 of your accounts/)).toBeVisible();
});

test('Alt with an arrow moves a category among those beside it, with those below it', async () => {
  api.answer('orderCategories', clara);
  const hands = await openBudget();
  await hands.click(await field('Planned for Food & Drinks'));
  await hands.keyboard('{Alt>}{ArrowUp}');
  expect(screen.getByText('Now category 1 of 4')).toBeInTheDocument();
  expect(names().slice(0, 4)).toEqual(['Food & Drinks', 'Bakery', 'Electricity', 'Travel']);
  await hands.keyboard('{Escape}{/Alt}');
  expect(names().slice(0, 3)).toEqual(['Electricity', 'Food & Drinks', 'Bakery']);
  screen.getByRole('button', { name: 'Move Travel in the list' }).focus();
  await hands.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
  await screen.findByText('Categories reordered');
  const idOf = (name: string) => CATEGORIES.find((category) => category.name === name)?.categoryId;
  expect(api.inputsOf('orderCategories')).toEqual([
    { categoryIds: ['Travel', 'Electricity', 'Food & Drinks', 'Groceries'].map(idOf) },
  ]);
});

test('a drag counts to its last move, though it ends before the page has shown that', async () => {
  api.answer('orderCategories', clara);
  await openBudget();
  document.elementFromPoint = () => row('Travel');
  fireEvent.pointerDown(await button('Move Electricity in the list'), { button: 0, clientX: 9, clientY: 100 });
  act(() => {
    fireEvent.pointerMove(window, { clientX: 9, clientY: 300 });
    fireEvent.pointerUp(window);
  });
  await screen.findByText('Categories reordered');
  expect(api.inputsOf('orderCategories')).toEqual([
    { categoryIds: ['Food & Drinks', 'Travel', 'Electricity', 'Groceries'].map((name) => rowOf(name, {}).categoryId) },
  ]);
});

test('what is left to spend this month stands at its budget', async () => {
  const month = today().slice(0, 7);
  await openBudget('/budget', budgetOf(month, CATEGORIES, { toBudget: 1000, balance: 1050 }));
  expect(screen.getByText(/is left to spend this month/)).toHaveTextContent('$50.00 is left to spend this month.');
});

test('a plan is typed in its place: Enter saves it and goes down, Escape gives back what was there', async () => {
  const planned = rowOf('Electricity', { planned: 100, spent: 60, available: 40 });
  api.answer('planBudget', answer({ ...budget, categories: [planned, ...CATEGORIES.slice(1)], toBudget: 980 }));
  const hands = await openBudget();
  const electricity = await field('Planned for Electricity');
  await hands.click(electricity);
  await hands.clear(electricity);
  await hands.type(electricity, '4*25');
  expect(screen.getByText('= $100.00')).toBeInTheDocument();
  await hands.keyboard('{Enter}');
  expect(await field('Planned for Food & Drinks')).toHaveFocus();
  await screen.findByText('Planned for Electricity: $100.00');
  await waitFor(() => expect(electricity).toHaveValue('$100.00'));
  await hands.keyboard('9');
  await hands.keyboard('{Escape}');
  expect(document.activeElement).toHaveValue('200.00');
  const food = await field('Planned for Food & Drinks');
  await hands.clear(food);
  await hands.type(food, '100+100{Enter}{Enter}{Shift>}{Enter}{/Shift}');
  expect(await field('Planned for Bakery')).toHaveFocus();
  expect(food).toHaveValue('$200.00');
  expect(api.inputsOf('planBudget')).toEqual([{ month: '2026-03', plans: [{ category: 'Electricity', amount: 100 }] }]);
});

test('what is typed at once is not selected, so that the next character does not replace it', async () => {
  await openBudget();
  const electricity = (await field('Planned for Electricity')) as HTMLInputElement;
  const selected = () => (electricity.selectionEnd ?? 0) - (electricity.selectionStart ?? 0);
  act(() => electricity.focus());
  fireEvent.change(electricity, { target: { value: '-' } });
  await new Promise(requestAnimationFrame);
  expect(selected()).toBe(0);
  fireEvent.keyDown(electricity, { key: 'Escape' });
  await new Promise(requestAnimationFrame);
  expect(selected()).toBe('80.00'.length);
});

test('what is no plan is said in its place, and what was refused stays typed', async () => {
  const hands = await openBudget();
  const electricity = await field('Planned for Electricity');
  await hands.clear(electricity);
  await hands.type(electricity, '-5{Enter}');
  expect(electricity).toHaveAccessibleDescription("A plan can't be less than 0");
  expect(electricity).toHaveFocus();
  api.refuse('planBudget', 'amount_too_large');
  await hands.clear(electricity);
  await hands.type(electricity, '7{Enter}');
  await screen.findByText(PROBLEMS.amount_too_large.title);
  expect(electricity).toHaveValue('7');
});

test('an overspent category is covered from another; too much is only moved when it is asked for', async () => {
  api.refuse('coverBudget', 'not_enough_budget');
  const hands = await openBudget();
  await hands.click(await button('Cover Travel'));
  const form = screen.getByRole('form', { name: 'Cover Travel' });
  const from = within(form).getByLabelText('from');
  expect(from).toHaveFocus();
  expect(
    within(from)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['To budget ($1,000.00)', 'Electricity ($20.00)', 'Food & Drinks ($70.00)', 'Groceries ($0.00)']);
  await hands.selectOptions(from, 'Electricity ($20.00)');
  await hands.click(within(form).getByRole('button', { name: 'Cover' }));
  await screen.findByText(PROBLEMS.not_enough_budget.title);
  expect(api.inputsOf('coverBudget')).toEqual([{ month: '2026-03', category: 'Travel', from: 'Electricity' }]);
  const covered = CATEGORIES.map((each) => (each.name === 'Travel' ? { ...each, planned: 90, available: 0 } : each));
  api.answer('moveBudget', answer({ ...budget, categories: covered }));
  await hands.click(await button('Move it anyway'));
  await screen.findByText('Covered: Travel');
  expect(screen.queryByRole('button', { name: 'Cover Travel' })).toBeNull();
  expect(api.inputsOf('moveBudget')).toEqual([
    { month: '2026-03', from: 'Electricity', to: 'Travel', amount: 40, force: true },
  ]);
});

test('what is left is moved, and Escape leaves the form', async () => {
  api.answer('moveBudget', answer(budget));
  const hands = await openBudget();
  await hands.click(await button('Move from Food & Drinks'));
  await hands.keyboard('{Escape}');
  expect(screen.queryByRole('form')).toBeNull();
  expect(await button('Move from Food & Drinks')).toHaveFocus();
  await hands.keyboard('{Enter}');
  const amount = screen.getByLabelText('Move');
  await hands.clear(amount);
  await hands.type(amount, '10+5{Enter}');
  await screen.findByText('Moved from Food & Drinks');
  expect(api.inputsOf('moveBudget')).toEqual([
    { month: '2026-03', from: 'Food & Drinks', to: 'to-budget', amount: 15 },
  ]);
});

test('the month before and after are a press away, and so is the present one', async () => {
  const hands = await openBudget();
  await hands.click(await button('The month before'));
  await screen.findByText('February 2026');
  await screen.findByRole('table', { name: 'Budget of February 2026' });
  await hands.click(await button('This month'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'This month' })).toBeNull());
  const present = new Date().toISOString().slice(0, 7);
  expect(api.inputsOf('getBudget').map(({ month }) => month)).toEqual(['2026-03', '2026-02', present]);
});

test('overspent categories come first on demand', async () => {
  const hands = await openBudget();
  await hands.click(screen.getByLabelText('Overspent first'));
  expect(names()).toEqual(['Travel', 'Electricity', 'Food & Drinks', 'Bakery', 'Groceries', 'Total']);
});

test('fill says what To budget had not enough for; the last month is copied', async () => {
  const rent = rowOf('Bills & Fees', { target: { kind: 'monthly', amount: 900 } });
  const withTarget = { ...budget, categories: [...CATEGORIES, rent] };
  api.answer('fillBudget', {
    ...answer(withTarget),
    lacking: [{ categoryId: rent.categoryId, name: rent.name, amount: 200 }],
  });
  api.answer('copyBudget', answer(withTarget));
  const hands = await openBudget('/budget?month=2026-03', withTarget);
  await hands.click(await button('Fill'));
  await screen.findByText('To budget had not enough for Bills & Fees ($200.00).');
  await hands.click(await button('Copy last month'));
  await screen.findByText('Copied from February 2026');
  expect(api.inputsOf('copyBudget')).toEqual([{ from: '2026-02', to: '2026-03', what: 'planned' }]);
});

const answerFirstDay = (since: string) =>
  api.answer('getMonthSoFar', {
    month: '2026-03',
    spent: 0,
    earned: 0,
    day: '2026-03-14',
    before: [],
    since,
    spentByDay: [],
  });

test('a proposal from books of five weeks counts their days', async () => {
  answerFirstDay('2026-01-25');
  const spent = (month: string): Budget =>
    budgetOf(month, [rowOf('Groceries', { spent: { '2026-01': 70, '2026-02': 280 }[month] ?? 0, available: -1 })]);
  const hands = await openBudget('/budget?month=2026-03', spent('2026-03'));
  api.answer('getBudget', ({ month }) => spent(String(month)));
  await hands.click(await button('Propose a plan from the last three months'));
  // 350 in 35 of the 90 days of three months.
  expect(await field('Plan for Groceries')).toHaveValue('300.00');
  expect(screen.getByText(/as far as your books go/)).toBeVisible();
});

test('who never planned gets a proposal from three months, to be taken line by line', async () => {
  const spent = (month: string): Budget => {
    const groceries = { '2025-12': 100, '2026-01': 200, '2026-02': 100.01 }[month] ?? 0;
    return budgetOf(month, [
      rowOf('Travel', { spent: month === '2026-01' ? 90 : 0, available: 0 }),
      rowOf('Groceries', { spent: groceries, available: -groceries }),
      rowOf('Work', { spent: month === '2026-01' ? -5 : 0 }),
    ]);
  };
  answerFirstDay('2025-12-01');
  const hands = await openBudget('/budget?month=2026-03', spent('2026-03'));
  expect(screen.queryByRole('button', { name: 'Fill' })).toBeNull();
  api.answer('getBudget', ({ month }) => spent(String(month)));
  await hands.click(await button('Propose a plan from the last three months'));
  const groceries = await field('Plan for Groceries');
  expect(groceries).toHaveValue('133.34');
  expect(screen.queryByLabelText('Plan for Work')).toBeNull();
  await hands.click(screen.getByLabelText('Travel'));
  await hands.clear(groceries);
  await hands.type(groceries, '140');
  api.answer('planBudget', answer(budget));
  await hands.click(await button('Plan this line'));
  await screen.findByText('Planned: 1 category');
  await button('Fill');
  expect(api.inputsOf('planBudget')).toEqual([{ month: '2026-03', plans: [{ category: 'Groceries', amount: 140 }] }]);
});

test('a category has its target, what carries over and its year in a drawer', async () => {
  const hands = await openBudget();
  await hands.click(await button('Food & Drinks'));
  const drawer = await screen.findByRole('dialog', { name: 'Food & Drinks' });
  await within(drawer).findByText('planned');
  expect(within(drawer).getByRole('table', { name: 'How it is made up' })).toHaveTextContent(
    'From last month$20.00Planned$200.00Spent− $150.00Available$70.00',
  );
  expect(api.inputsOf('getBudget')).toHaveLength(12);
  api.answer('setCarry', answer(budget));
  await hands.click(within(drawer).getByLabelText('Nothing carries over'));
  await screen.findByText('Carrying over changed');
  expect(api.inputsOf('setCarry')).toEqual([{ category: 'Food & Drinks', carry: 'none', from: '2026-03' }]);
  api.answer('setTarget', answer(budget));
  await hands.selectOptions(within(drawer).getByLabelText('Kind of target'), 'An amount by a date');
  await hands.click(within(drawer).getByRole('button', { name: 'Save target' }));
  await within(drawer).findByText('Amount is required');
  await hands.type(within(drawer).getByLabelText('Amount'), '1200');
  await hands.type(within(drawer).getByLabelText('By'), '2026-12-01');
  await hands.click(within(drawer).getByLabelText('Again each year'));
  await hands.click(within(drawer).getByRole('button', { name: 'Save target' }));
  await screen.findByText('Target saved');
  expect(api.inputsOf('setTarget')).toEqual([
    { category: 'Food & Drinks', target: { kind: 'by', amount: 1200, date: '2026-12-01', repeat: 'yearly' } },
  ]);
});

test('the drawer of a category has the changes of its plan, each to be undone', async () => {
  const hands = await openBudget();
  const change = (id: string, before: number, after: number, fields: Partial<BudgetChange> = {}): BudgetChange => ({
    ...{ changeSetId: id, recordedAt: '2026-03-20T14:49:00.000Z', kind: 'plan', undoneBy: null },
    ...{ categoryId: 'Food & Drinks', month: '2026-03', before, after, summary: `Planned ${after}` },
    ...fields,
  });
  const reset = change('demo', 0, 80, { kind: 'demo-reset' });
  const undone = change('one', 80, 150, { undoneBy: 'two' });
  api.answer('getBudgetChanges', ({ before }) =>
    before === undefined
      ? { changes: [change('three', 150, -20), undone], next: '7' }
      : { changes: [reset], next: null },
  );
  answerChangeSets([changeSetOf('three')]);
  api.answer('previewUndo', previewOf());
  await hands.click(await button('Food & Drinks'));
  const list = await screen.findByRole('list', { name: 'Changes of plan' });
  const [newest, older] = within(list).getAllByRole('listitem');
  expect(newest).toHaveTextContent(/from \$150\.00 .*to − \$20\.00/);
  expect(older).toHaveTextContent('Undone');
  await hands.click(await button('Show more'));
  expect(await within(list).findByText('Planned 80')).toBeVisible();
  expect(
    within(list)
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-label')),
  ).toEqual(['Undo: Planned -20']);
  expect(api.inputsOf('getBudgetChanges').at(-1)).toEqual({
    ...{ category: 'Food & Drinks', month: '2026-03', limit: '50', before: '7' },
  });
  await hands.click(within(list).getByRole('button', { name: 'Undo: Planned -20' }));
  expect(api.inputsOf('previewUndo')).toMatchObject([{ changeSetId: 'three' }]);
});

test('Undo is there once something was done in this tab', async () => {
  forgetOwnChanges();
  await openBudget();
  await button('Copy last month');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  act(() => noteChange('one'));
  expect(await button('Undo')).toBeEnabled();
});

test('what is empty is hidden, and names are filtered; a category stands while one below it does', async () => {
  const shown = { ...budget, categories: [...CATEGORIES, rowOf('Office')] };
  const hands = await openBudget(undefined, shown);
  const all = ['Electricity', 'Food & Drinks', 'Bakery', 'Travel', 'Groceries', 'Office', 'Total'];
  expect(names()).toEqual(all);
  await hands.click(screen.getByRole('checkbox', { name: 'Hide what is empty' }));
  expect(names()).toEqual(all.filter((name) => name !== 'Office'));
  const filter = screen.getByRole('searchbox', { name: 'Filter categories' });
  await hands.type(filter, 'bÁk');
  expect(names()).toEqual(['Food & Drinks', 'Bakery', 'Total']);
  await hands.clear(filter);
  await hands.type(filter, 'food');
  expect(names()).toEqual(['Food & Drinks', 'Bakery', 'Total']);
  await hands.clear(filter);
  await hands.click(screen.getByRole('checkbox', { name: 'Hide what is empty' }));
  expect(names()).toEqual(all);
});

test('as of a past day it is all to read', async () => {
  const known = '2026-03-14T23:59:59.999Z';
  await openBudget(`/budget?month=2026-03&known=${known}`);
  expect(screen.queryByRole('textbox')).toBeNull();
  for (const name of ['Cover Travel', 'Move from Food & Drinks', 'Fill', 'Undo'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(row('Electricity')).toHaveTextContent('Electricity$80.00');
  expect(api.inputsOf('getBudget')).toEqual([{ month: '2026-03', known }]);
});

test('a budget that does not add up says so, and one that can’t be loaded is tried again', async () => {
  api.refuse('getBudget', 'unavailable');
  const hands = openAs(clara, '/budget');
  const again = await button('Try again');
  api.answer('getBudget', ({ month }) => ({ ...budget, month: String(month), toBudget: -5, agrees: false }));
  await hands.click(again);
  await screen.findByText(/All of this comes to \$45.00, your accounts to \$1,050.00/);
  expect(screen.getByText(/^More is planned than there is/)).toBeVisible();
});

test('below 0 without a plan, more was spent than there is', async () => {
  const categories = budget.categories.map((category) => ({ ...category, planned: 0, available: 0 }));
  api.answer('getBudget', ({ month }) => ({
    ...budget,
    month: String(month),
    toBudget: -5,
    plannedAhead: 0,
    categories,
  }));
  openAs(clara, '/budget');
  expect(await screen.findByText(/^More was spent than there is/)).toBeVisible();
  expect(screen.queryByText(/^More is planned/)).toBeNull();
});

test('below 0 where nobody ever planned, nothing is red and no plan is blamed', async () => {
  api.answer('getBudgetChanges', { changes: [], next: null });
  // A refund is available, although nothing was planned.
  const categories = budget.categories.map((category) => ({ ...category, planned: 0, available: 50 }));
  api.answer('getBudget', ({ month }) => ({
    ...budget,
    month: String(month),
    toBudget: -80,
    isUsed: false,
    categories,
  }));
  const hands = openAs(clara, '/budget');
  expect(await screen.findByText(/of your accounts/)).toBeVisible();
  expect(screen.queryByText(/than there is/)).toBeNull();
  expect(document.querySelector('.text-danger:not([role=alert])')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Fill' })).toBeNull();
  await hands.type(screen.getByRole('searchbox', { name: 'Filter categories' }), 'bak');
  expect(names()).toEqual(['Food & Drinks', 'Bakery', 'Total']);
});

test('Overview has To budget and the three categories nearest to their end, where anything is planned', async () => {
  api.answer('recentTransactions', { transactions: [] });
  api.answer('getBudget', ({ month }) => ({ ...budget, month: String(month) }));
  openAs(clara, '/');
  const link = await screen.findByRole('link', { name: 'To budget' });
  const shown = within(link.closest('ul') as HTMLElement).getAllByRole('listitem');
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    'To budget $1,000.00',
    'Travel $40.00 over',
    'Groceries $0.00 left',
    'Electricity $20.00 left',
  ]);
});

test('an expense says what is left of its category after it, where that has a plan', async () => {
  api.answer('getBudget', ({ month }) => ({ ...budget, month: String(month) }));
  const hands = openAs(clara, '/create-transaction');
  await hands.type(await field('Amount'), '75.5');
  await hands.selectOptions(screen.getByLabelText(/^Category/), 'Food & Drinks');
  await screen.findByText(/^After this Food & Drinks is \$5\.50 over its budget of /);
  await hands.selectOptions(screen.getByLabelText(/^Category/), 'Shopping');
  await waitFor(() => expect(screen.queryByText(/^After this/)).toBeNull());
});

test('a group folds to one row with its sums, in this browser, but not while rows are sought', async () => {
  const hands = await openBudget();
  await hands.click(screen.getByRole('button', { name: 'Group Food & Drinks' }));
  expect(names()).not.toContain('Bakery');
  const group = screen.getByRole('button', { name: 'Group Food & Drinks' }).closest('[role=row]');
  const food = CATEGORIES.filter(({ name, parent }) => name === 'Food & Drinks' || parent === 'Food & Drinks');
  const spent = food.filter(({ available }) => available !== null).reduce((sum, each) => sum + each.spent, 0);
  expect(group).toHaveTextContent(`with 1 below$200.00$${spent.toFixed(2)}`);
  expect(localStorage.getItem('foldedCategories')).toBe('["Food & Drinks"]');
  await hands.type(screen.getByRole('searchbox', { name: 'Filter categories' }), 'bak');
  expect(names()).toContain('Bakery');
  await hands.clear(screen.getByRole('searchbox', { name: 'Filter categories' }));
  await hands.click(screen.getByRole('button', { name: 'Group Food & Drinks' }));
  expect(names()).toContain('Bakery');
});

test('a field says what was planned in the three months before', async () => {
  await openBudget();
  const electricity = rowOf('Electricity', { planned: 95 });
  api.answer('getBudget', ({ month }) => budgetOf(String(month), [electricity]));
  act(() => screen.getByLabelText('Planned for Electricity').focus());
  expect(await screen.findByText(/^Feb \$95.00 · Jan \$95.00 · Dec \$95.00$/)).toHaveTextContent('Planned before:');
});

test('a year shows each month of each category, which explains itself', async () => {
  const hands = await openBudget();
  await hands.click(screen.getByRole('radio', { name: 'Year' }));
  const table = await screen.findByRole('table', { name: 'Spent in the twelve months up to March 2026' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Category', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Jan', 'Feb', 'Mar']]);
  const { spent = 0 } = CATEGORIES.find(({ name }) => name === 'Travel') ?? {};
  const name = `Explain spent of Travel in March 2026 ${Math.round(spent)}`;
  expect(within(table).getByRole('button', { name })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Fill' })).toBeNull();
});
