import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Goal } from '#contract/goal.ts';
import { messages } from '#contract/messages.ts';
import { PROBLEMS } from '#contract/problems.ts';
import type { User } from '#contract/user.ts';
import { GOAL_DESCRIPTION_MAX, GOAL_TITLE_MAX } from '#ledger/model/constants.ts';
import { expectMessage, expectValues, fill, specForm } from '../../testing/form-spec.tsx';
import { api, button, expectToasts, field, openAs } from '../../testing/open.tsx';
import { clara, claraWithAccounts, goalOf } from '../../testing/people.ts';

/** The user with these goals, as the API answers them. */
function withGoals(...goals: Goal[]): User {
  api.answer('getGoals', { goals });
  return { ...clara, goals };
}

const kiln = goalOf(1, { title: 'Kiln of my own', finalAmount: 1000, description: 'A small front-loader' });
const lisbon = goalOf(2, { title: 'Ten days in Lisbon', finalAmount: 1600, category: 'Travel' });
/** The response of a command on a goal. */
const answerWith = (goal: Goal) => ({ ...clara, goals: [goal], goal });

const title = (name: string) => screen.findByRole('heading', { name, level: 2 });

async function openFirstGoal() {
  const user = openAs(withGoals(), '/goals');
  await title('Add a New Goal');
  return user;
}

/** Opens a dialog of the kiln. */
async function openDialog(opener: string) {
  const user = openAs(withGoals(kiln), `/goals/${kiln._id}`);
  await user.click(await button(opener));
  await screen.findByRole('dialog');
  return user;
}

const newGoal = {
  submit: 'Create goal',
  call: 'createGoal',
  atFirst: { Title: messages.titleRequired, Amount: messages.amountRequired },
  values: { Title: 'Ten days in Lisbon', Amount: '1,600', Category: 'Travel', Description: 'By train.\nBy boat back.' },
  sends: {
    title: 'Ten days in Lisbon',
    finalAmount: 1600,
    category: 'Travel',
    description: 'By train.\nBy boat back.',
  },
  answer: answerWith(lisbon),
  saved: 'Goal created',
  failed: 'Unable to create the goal',
} as const;

specForm({
  ...newGoal,
  name: 'first goal',
  open: openFirstGoal,
  refused: [
    [{ Amount: '0.99' }, 'Amount', messages.amountTooSmall],
    [{ Amount: '12.345' }, 'Amount', messages.notAnAmount],
    [{ Title: '   ' }, 'Title', messages.titleRequired],
  ],
  serverError: { field: 'finalAmount', label: 'Amount' },
});

specForm({
  ...newGoal,
  name: 'new goal',
  open: () => openDialog('Create a New Goal'),
  dialog: 'Create a New Goal',
  serverError: { field: 'title', label: 'Title' },
});

specForm({
  name: 'update goal',
  open: () => openDialog('Update this Goal'),
  submit: 'Update goal',
  dialog: 'Update this Goal',
  call: 'updateGoal',
  refused: [
    [{ Title: '' }, 'Title', messages.titleRequired],
    [{ Amount: '' }, 'Amount', messages.amountRequired],
  ],
  values: { Title: 'A larger kiln', Amount: '2400', Category: 'Savings', Description: 'With a chimney' },
  sends: {
    goalId: kiln._id,
    title: 'A larger kiln',
    finalAmount: 2400,
    category: 'Savings',
    description: 'With a chimney',
  },
  answer: answerWith({ ...kiln, title: 'A larger kiln' }),
  saved: 'Goal updated',
  failed: 'Unable to update the goal',
  serverError: { field: 'description', label: 'Description' },
});

specForm({
  name: 'add money',
  open: () => openDialog('Add Money to This Goal'),
  submit: 'Add money',
  dialog: 'Add Money to This Goal',
  call: 'addMoneyToGoal',
  atFirst: { Amount: messages.amountRequired },
  refused: [
    [{ Amount: '0.99' }, 'Amount', messages.amountTooSmall],
    [{ Amount: '1000.01' }, 'Amount', messages.moreThanGoal],
    [{ Amount: '500.01' }, 'Amount', messages.notEnoughBalance],
    [{ Amount: 'much' }, 'Amount', messages.notAnAmount],
  ],
  values: { Amount: '435.5' },
  sends: { goalId: kiln._id, currentAmount: 435.5 },
  answer: answerWith({ ...kiln, currentAmount: 435.5 }),
  saved: '$435.50 added to Kiln of my own',
  failed: 'Unable to add money to the goal',
  serverError: { field: 'currentAmount', label: 'Amount' },
});

test('a goal needs a title and an amount alone, and is shown when it is created', async () => {
  api.answer('createGoal', answerWith(lisbon));
  const user = await openFirstGoal();
  await fill(user, { Title: `${'T'.repeat(GOAL_TITLE_MAX)}T`, Amount: '1600' });
  await expectValues({ Title: 'T'.repeat(GOAL_TITLE_MAX) });
  expect(screen.getByText(`${GOAL_TITLE_MAX} / ${GOAL_TITLE_MAX}`)).toBeVisible();
  await fill(user, { Title: lisbon.title });
  await user.click(await button('Create goal'));
  const created = await title(lisbon.title);
  await waitFor(() => expect(created).toHaveFocus());
  expect(screen.getByRole('navigation', { name: 'Goals' })).toHaveTextContent('Ten days in Lisbon 0.0%');
  expect(api.inputsOf('createGoal')).toEqual([{ title: lisbon.title, finalAmount: 1600 }]);
});

test('a description has no more characters than it may', async () => {
  const user = await openDialog('Create a New Goal');
  await fill(user, { Description: 'd'.repeat(GOAL_DESCRIPTION_MAX + 1) });
  await expectValues({ Description: 'd'.repeat(GOAL_DESCRIPTION_MAX) });
});

test('a goal is opened for an update as it is, and closed without a change', async () => {
  const user = await openDialog('Update this Goal');
  await expectValues({ Title: kiln.title, Amount: '1000', Category: '', Description: 'A small front-loader' });
  await fill(user, { Title: `${kiln.title} ` });
  await user.click(await button('Update goal'));
  await screen.findByText('No Changes Made');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await button('Update this Goal')).toHaveFocus();
  await expectToasts('No Changes Made');
  expect(api.inputsOf('updateGoal')).toEqual([]);
});

test('an emptied description is not sent, which clears it', async () => {
  api.answer('updateGoal', answerWith({ ...kiln, description: null }));
  const user = await openDialog('Update this Goal');
  await fill(user, { Description: '' });
  await user.click(await button('Update goal'));
  await screen.findByText('Goal updated');
  expect(api.inputsOf('updateGoal')).toEqual([{ goalId: kiln._id, title: kiln.title, finalAmount: 1000 }]);
  expect(screen.queryByText('A small front-loader')).toBeNull();
});

test('money for a goal: the dialog says what there is, and the goal has it', async () => {
  const richer = { ...kiln, currentAmount: 500 };
  api.answer('addMoneyToGoal', { ...answerWith(richer), currentBalance: 0 });
  const user = await openDialog('Add Money to This Goal');
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription('It comes from your account, which holds $500.00.');
  await fill(user, { Amount: '500' });
  await user.click(await button('Add money'));
  await screen.findByText('50.0% saved');
  expect(screen.getByText('$500.00 to go')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Saved' })).toHaveAttribute('aria-valuetext', '50.0%');
  await user.click(await button('Add Money to This Goal'));
  await fill(user, { Amount: '1' });
  await user.click(await button('Add money'));
  await expectMessage('Amount', messages.notEnoughBalance);
});

test('money is taken back to the account that is chosen, no more than is saved', async () => {
  const saved = { ...kiln, currentAmount: 150 };
  const [, savings] = claraWithAccounts.accounts;
  api.answer('getGoals', { goals: [saved] });
  const user = openAs({ ...claraWithAccounts, goals: [saved] }, `/goals/${kiln._id}`);
  const after = { ...kiln, currentAmount: 110.5 };
  api.answer('takeBackFromGoal', { ...claraWithAccounts, goals: [after], goal: after });
  await user.click(await button('Take Money Back'));
  expect(await screen.findByRole('dialog')).toHaveAccessibleDescription(/\$150\.00 is saved for Kiln/);
  await fill(user, { Amount: '150.01' });
  await user.click(await button('Take back'));
  await expectMessage('Amount', messages.moreThanSaved);
  await user.selectOptions(await field('Account that it returns to'), 'Savings');
  await fill(user, { Amount: '39.5' });
  await user.click(await button('Take back'));
  await screen.findByText('$39.50 taken back from Kiln of my own');
  expect(api.inputsOf('takeBackFromGoal')).toEqual([{ goalId: kiln._id, amount: 39.5, accountId: savings?._id }]);
});

test('a goal that was deleted elsewhere can take no money, and that is said', async () => {
  api.refuse('addMoneyToGoal', 'goal_not_found');
  const user = await openDialog('Add Money to This Goal');
  await fill(user, { Amount: '5' });
  await user.click(await button('Add money'));
  await screen.findByText('Unable to add money to the goal');
  await screen.findByText(PROBLEMS.goal_not_found.title);
});

test('a session that ended leads to the login and back to the goal with what was typed, for nobody else', async () => {
  const user = await openFirstGoal();
  api.refuse('createGoal', 'session_required');
  await fill(user, newGoal.values);
  await user.click(await button('Create goal'));
  await screen.findByText('Your session has ended. Log in to go on where you were.');

  async function logIn(as: User) {
    api.answer('login', as);
    api.answer('getCurrentUser', as);
    await fill(user, { Email: as.email, Password: 'paper and ink' });
    await user.click(await button('Login'));
    await title('Add a New Goal');
  }
  await logIn({ ...clara, _id: '6b0f2f6e-3a51-4c0e-9f64-1f6f3f1c2d3e', email: 'ben@example.com' });
  await expectValues({ Title: '', Amount: '' });
  api.refuse('createGoal', 'session_required');
  await fill(user, { Title: 'Of Ben', Amount: '5' });
  await user.click(await button('Create goal'));
  await screen.findByText('Your session has ended. Log in to go on where you were.');
  await logIn(clara);
  await expectValues({ ...newGoal.values, Amount: '1600' });
});

test('goals that are loading have a row each', async () => {
  const answered = withGoals(kiln, lisbon);
  const answer = api.hold('getGoals');
  openAs(answered, '/goals');
  expect(await screen.findAllByTestId('skeleton-row')).toHaveLength(2);
  answer();
  const list = await screen.findByRole('navigation', { name: 'Goals' });
  const links = within(list).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Ten days in Lisbon', 'Kiln of my own']);
  expect(screen.queryAllByTestId('skeleton-row')).toEqual([]);
});

test('goals that can not be loaded can be tried again', async () => {
  const answered = withGoals(kiln);
  api.lose('getGoals');
  const user = openAs(answered, '/goals');
  await screen.findByText('Error');
  await screen.findByText("Daybook can't be reached right now");
  api.answer('getGoals', { goals: [kiln] });
  await user.click(await button('Try again'));
  await screen.findByRole('link', { name: /Kiln of my own/ });
  expect(screen.queryByText('Error')).toBeNull();
});

test('a goal that does not exist says so, beside the list that leads to another', async () => {
  const user = openAs(withGoals(kiln), `/goals/${lisbon._id}`);
  await title(PROBLEMS.goal_not_found.title);
  await user.click(screen.getByRole('link', { name: /Kiln/ }));
  const next = await title(kiln.title);
  await waitFor(() => expect(next).toHaveFocus());
});

test('a goal that can not be deleted stays', async () => {
  api.lose('deleteGoal');
  const lose = api.hold('deleteGoal');
  const user = openAs(withGoals({ ...kiln, currentAmount: 435 }), `/goals/${kiln._id}`);
  await user.click(await button('Delete goal'));
  await user.click(await button('Continue'));
  await screen.findByText('Deleting goal...');
  lose();
  await screen.findByText('Unable to delete the goal');
  await expectToasts('Unable to delete the goal');
  await title(kiln.title);

  api.answer('deleteGoal', clara);
  await user.click(await button('Delete goal'));
  await user.click(await button('Continue'));
  await title('Add a New Goal');
  await screen.findByText('Goal deleted');
  expect(api.inputsOf('deleteGoal')).toEqual(Array(2).fill({ goalId: kiln._id, goalCurrentAmount: 435 }));
});

test('money comes from the account that is chosen, which must have it, and returns to the one that is chosen', async () => {
  const saved = { ...kiln, currentAmount: 150 };
  const [, savings] = claraWithAccounts.accounts;
  api.answer('getGoals', { goals: [kiln] });
  const user = openAs({ ...claraWithAccounts, goals: [kiln] }, `/goals/${kiln._id}`);
  api.answer('addMoneyToGoal', { ...claraWithAccounts, goals: [saved], goal: saved });
  api.answer('deleteGoal', claraWithAccounts);
  await user.click(await button('Add Money to This Goal'));
  await user.selectOptions(await field('Account'), 'Savings');
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/Savings, which holds \$200\.00\./);
  await fill(user, { Amount: '201' });
  await user.click(await button('Add money'));
  await expectMessage('Amount', messages.notEnoughBalance);
  await fill(user, { Amount: '150' });
  await user.click(await button('Add money'));
  await screen.findByText(/added to Kiln/);
  expect(api.inputsOf('addMoneyToGoal')).toEqual([{ goalId: kiln._id, currentAmount: 150, accountId: savings?._id }]);
  await user.click(await button('Delete goal'));
  await user.selectOptions(await field('Account that it returns to'), 'Savings');
  await user.click(await button('Continue'));
  await screen.findByText('Goal deleted');
  expect(api.inputsOf('deleteGoal')).toEqual([{ goalId: kiln._id, goalCurrentAmount: 150, accountId: savings?._id }]);
});

test('without a selection all goals are one picture, with what is saved and the pace or the day of each', async () => {
  const reached = goalOf(3, { title: 'Bowl', finalAmount: 50, currentAmount: 50, date: '2026-05-02' });
  openAs(withGoals({ ...kiln, currentAmount: 250 }, lisbon, reached), '/goals');
  const picture = within(await screen.findByRole('region', { name: 'All goals' }));
  expect(picture.getByText(/saved$/)).toHaveTextContent('$300.00 of $2,650.00 saved');
  expect(picture.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Kiln of my own$250.00 of $1,000.00$750.00 to go',
    'Ten days in Lisbon$0.00 of $1,600.00$1,600.00 to go',
    'Bowl$50.00 of $50.00Reached on May 2, 2026',
  ]);
});
