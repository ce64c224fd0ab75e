import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { BulkPreview } from '#contract/bulk-calls.ts';
import { changeSetOf } from '../../../testing/change-sets.ts';
import { api, button, expectToasts, openAs } from '../../../testing/open.tsx';
import { clara, claraWithAccounts, entryOf, transactionOf } from '../../../testing/people.ts';

const [, savings = ''] = claraWithAccounts.accounts.map(({ _id }) => _id);

const ENTRIES = [
  entryOf(5, { title: 'Coffee', amount: 4.2 }),
  entryOf(4, { title: 'Market', amount: 100, counted: -70 }),
  entryOf(3, { type: 'Income', title: 'Lesson', amount: 50, wallet: null }),
  entryOf(2, { type: 'Transfer', title: 'For the winter', amount: 30, toAccount: savings, wallet: null }),
  entryOf(1, { title: 'Rye bread', amount: 12 }),
];
const [coffee = '', market = '', lesson = '', transfer = '', rye = ''] = ENTRIES.map(({ _id }) => _id);

const PREVIEW: BulkPreview = {
  ...{ count: 3, changed: 2, unchanged: 0, skippedCount: 1, revision: 7 },
  skipped: [{ _id: lesson, title: 'Lesson', reason: 'The category is of the other kind' }],
  before: { in: 50, out: 104.2, net: -54.2 },
  after: { in: 50, out: 104.2, net: -54.2 },
};

beforeEach(() => {
  api.answer('getEntries', { entries: ENTRIES, next: null });
  api.answer('find', { count: 1204, in: 50, out: 86.2, net: -36.2, revision: 7 });
  api.answer('previewBulk', PREVIEW);
  api.answer('bulk', claraWithAccounts);
});

const row = (name: RegExp) => screen.findByRole('row', { name });
const mark = (title: string) => screen.findByRole('checkbox', { name: `Select ${title}` });
const marked = () =>
  screen
    .queryAllByRole<HTMLInputElement>('checkbox')
    .flatMap(({ checked, ariaLabel }) => (checked ? [ariaLabel?.replace('Select ', '')] : []));
const bar = async () => within(await screen.findByRole('region', { name: 'Selected entries' }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function open(address = '/transactions', user = claraWithAccounts) {
  const person = openAs(user, address);
  await row(/Coffee/);
  return person;
}

test('rows are selected by mark, x, Shift and arrow keys, Shift and click, and announced', async () => {
  const person = await open();
  await person.click(await mark('Coffee'));
  expect(marked()).toEqual(['Coffee']);
  expect(await screen.findByText('1 entry selected')).toHaveAttribute('role', 'status');
  expect((await bar()).getByText('− $4.20')).toBeVisible();
  (await row(/Market/)).focus();
  await person.keyboard('x');
  await person.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(marked()).toEqual(['Coffee', 'Market', 'Lesson', 'For the winter']);
  expect(await row(/For the winter/)).toHaveFocus();
  expect(screen.getByText('4 entries selected')).toBeInTheDocument();
  // Of a split what is found counts, and a transfer nothing.
  expect((await bar()).getByText('− $24.20')).toBeVisible();
  await person.keyboard('{Shift>}{ArrowUp}{/Shift}x');
  expect(marked()).toEqual(['Coffee', 'Market']);
  await person.keyboard('{Shift>}');
  await person.click(await row(/Rye bread/));
  await person.keyboard('{/Shift}');
  expect(marked()).toEqual(['Coffee', 'Market', 'Lesson', 'For the winter', 'Rye bread']);
  expect(await screen.findByRole('heading', { name: 'Transactions' })).toBeVisible();
  await person.keyboard('{Escape}');
  expect(marked()).toEqual([]);
  expect(screen.queryByRole('region', { name: 'Selected entries' })).toBeNull();
});

test('Clear, and Escape in the bar, give the focus to the row that had it', async () => {
  const person = await open();
  for (const leave of ['{Enter}', '{Escape}']) {
    (await row(/Market/)).focus();
    await person.keyboard('x');
    (await button('Clear')).focus();
    await person.keyboard(leave);
    await waitFor(() => expect(marked()).toEqual([]));
    expect(await row(/Market/)).toHaveFocus();
  }
});

test('after a deletion the row behind those that are gone has the focus', async () => {
  const person = await open();
  (await row(/Market/)).focus();
  await person.keyboard('x');
  await person.click(await button('Delete'));
  const form = await dialog('Are you absolutely sure?');
  const left = ENTRIES.filter(({ title }) => title !== 'Market' && title !== 'Lesson');
  api.answer('getEntries', { entries: left, next: null });
  await person.click(await form.findByRole('button', { name: 'Delete 2 entries' }));
  await waitFor(async () => expect(await row(/For the winter/)).toHaveFocus());
  expect(screen.queryByRole('row', { name: /Market/ })).toBeNull();
  await person.keyboard('j');
  expect(await row(/Rye bread/)).toHaveFocus();
});

test('x on the first of a range begins it there', async () => {
  const person = await open();
  (await row(/Market/)).focus();
  await person.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(marked()).toEqual(['Coffee', 'Market']);
});

test('Ctrl+A selects all that is found, also what is not loaded, less what is taken out', async () => {
  const person = await open(`/transactions?account=${savings}&until=2026-11-24`);
  await person.keyboard('{Control>}a{/Control}');
  expect((await bar()).getByText('1,204 entries')).toBeVisible();
  expect(api.inputsOf('find')).toEqual([{ q: 'account:Savings date:..2026-11-24' }]);
  await person.click(await mark('Coffee'));
  expect((await bar()).getByText('1,203 entries')).toBeVisible();
  expect((await bar()).getByText('− $32.00')).toBeVisible();
  await person.click(await button('Tags'));
  await person.type(await screen.findByLabelText('Tags to add'), '#holiday, sea');
  await person.type(screen.getByLabelText('Tags to remove'), 'work');
  await waitFor(() =>
    expect(api.inputsOf('previewBulk').at(-1)).toEqual({
      select: { q: 'account:Savings date:..2026-11-24', except: [coffee] },
      change: { addTags: ['holiday', 'sea'], removeTags: ['work'] },
    }),
  );
});

test('the selection goes with the account, the day and the query', async () => {
  const person = await open();
  await person.click(await mark('Coffee'));
  await person.click(screen.getByRole('link', { name: 'Savings' }));
  await waitFor(() => expect(marked()).toEqual([]));
});

test('c changes the category, with what that does in place, and the toast undoes it', async () => {
  const person = await open();
  (await row(/Coffee/)).focus();
  await person.keyboard('x{Shift>}{ArrowDown}{ArrowDown}{/Shift}c');
  const form = await dialog('Change the category');
  expect(form.getByText('Selected: 3 entries.')).toBeVisible();
  const category = form.getByLabelText('Category');
  expect(category).toHaveFocus();
  expect(api.inputsOf('previewBulk')).toEqual([]);
  const categories = [
    { category: 'Food & Drinks', count: 1, amount: 54.2 },
    { category: null, count: 1, amount: 50 },
  ];
  api.answer('previewBulk', { ...PREVIEW, categories });
  await person.selectOptions(category, 'Groceries');
  const change = await form.findByRole('button', { name: 'Change 2 entries' });
  const table = within(form.getByRole('table', { name: 'Now in' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    ...['Food & Drinks1 entry$54.20', 'No category1 entry$50.00'],
  ]);
  expect(form.queryByText('Net')).toBeNull();
  const asked = { select: { ids: [coffee, market, lesson] }, change: { category: 'Groceries' } };
  expect(api.inputsOf('previewBulk')).toEqual([asked]);
  expect(form.getByText('2 entries would be changed, 1 entry left out')).toHaveAttribute('role', 'status');
  await person.click(form.getByText('1 entry', { selector: 'summary' }));
  expect(form.getByText('The category is of the other kind')).toBeVisible();
  await person.click(change);
  await screen.findByText('2 entries changed');
  const [request] = api.requestsOf('bulk');
  expect(request).toMatchObject({ input: { ...asked, revision: 7 } });
  expect(request?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  expect(await button('Undo')).toBeVisible();
  expect(marked()).toEqual([]);
  await waitFor(async () => expect(await row(/Lesson/)).toHaveFocus());
});

test('letters search the category, and Enter applies it, even before the preview is there', async () => {
  const person = await open();
  (await row(/Coffee/)).focus();
  await person.keyboard('x{Shift>}{ArrowDown}{ArrowDown}{/Shift}c');
  await dialog('Change the category');
  await person.keyboard('groc{Enter}');
  await screen.findByText('2 entries changed');
  const asked = { select: { ids: [coffee, market, lesson] }, change: { category: 'Groceries' } };
  expect(api.inputsOf('bulk')).toEqual([{ ...asked, revision: 7 }]);
});

test.each([
  ['Category', 'Category', 'Groceries', { category: 'Groceries' }],
  ['Tags', 'Tags to add', 'tea-time out', { tags: 'tea-time out' }],
])('a change of %s of what a query has found offers the rule that does it always', async (name, label, value, then) => {
  const person = await open('/transactions?q=coffee');
  await person.click(await mark('Coffee'));
  await person.click(await button(name));
  const field = await screen.findByLabelText(new RegExp(`^${label}`));
  if (name === 'Category') await person.selectOptions(field, value);
  else await person.type(field, value);
  await person.click(await button('Change 2 entries'));
  const offer = await screen.findByRole('link', { name: 'Always do this' });
  expect(offer).toHaveAttribute('href', `/rules/new?${new URLSearchParams({ when: 'coffee', ...then })}`);
});

test('without a query no rule is offered', async () => {
  const person = await open();
  await person.click(await mark('Coffee'));
  await person.click(await button('Category'));
  await person.selectOptions(await screen.findByLabelText('Category'), 'Groceries');
  await person.click(await button('Change 2 entries'));
  await screen.findByText('2 entries changed');
  expect(screen.queryByRole('link', { name: 'Always do this' })).toBeNull();
});

test('without a selection c is for the focused row', async () => {
  const person = await open();
  // The row of an earlier visit may have the focus again.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await person.keyboard('c');
  expect(screen.queryByRole('dialog')).toBeNull();
  (await row(/Rye bread/)).focus();
  await person.keyboard('c');
  const form = await dialog('Change the category');
  await person.selectOptions(form.getByLabelText('Category'), 'None');
  await form.findByRole('button', { name: 'Change 2 entries' });
  expect(api.inputsOf('previewBulk')).toEqual([{ select: { ids: [rye] }, change: { category: null } }]);
});

test.each([
  ['Account', 'Account', savings, { accountId: savings }],
  ['Paid with', 'Paid with', 'Debit card', { wallet: 'Debit card' }],
])('the bar changes %s', async (name, label, value, change) => {
  const person = await open();
  await person.click(await mark('For the winter'));
  await person.click(await button(name));
  await person.selectOptions(await screen.findByLabelText(label), value);
  await person.click(await button('Change 2 entries'));
  await screen.findByText('2 entries changed');
  expect(api.inputsOf('bulk')).toEqual([{ select: { ids: [transfer] }, change, revision: 7 }]);
});

test.each([
  ['Date', '2026-11-02', { date: '2026-11-02' }],
  ['Title', 'Bread', { title: 'Bread' }],
])('the bar changes the %s once what is typed has settled', async (name, value, change) => {
  const person = await open();
  await person.click(await mark('Rye bread'));
  await person.click(await button(name));
  await person.type(await screen.findByLabelText(name), value);
  await person.click(await button('Change 2 entries'));
  await screen.findByText('2 entries changed');
  expect(api.inputsOf('bulk')).toEqual([{ select: { ids: [rye] }, change, revision: 7 }]);
  expect(api.inputsOf('previewBulk')).toHaveLength(1);
});

test('what is wrong is said at the field, and nothing can be changed', async () => {
  const person = await open();
  await person.click(await mark('Rye bread'));
  await person.click(await button('Tags'));
  const field = await screen.findByLabelText('Tags to add');
  await person.type(field, 'a!');
  expect(field).toBeInvalid();
  expect(await button('Change')).toBeDisabled();
  expect(api.inputsOf('previewBulk')).toEqual([]);
});

test('a deletion asks, says what is left, and focuses Cancel', async () => {
  api.answer('previewBulk', {
    ...PREVIEW,
    ...{ count: 1, changed: 1, skipped: [], skippedCount: 0, after: { in: 0, out: 0, net: 0 } },
  });
  const person = await open();
  await person.click(await mark('Coffee'));
  await person.click(await button('Delete'));
  const form = await dialog('Are you absolutely sure?');
  expect(form.getByText('This will delete 1 entry, net − $4.20. You can undo it in History.')).toBeVisible();
  expect(form.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await person.click(await form.findByRole('button', { name: 'Delete 1 entry' }));
  await screen.findByText('1 entry deleted');
  expect(api.inputsOf('bulk')).toEqual([{ select: { ids: [coffee] }, delete: true, revision: 7 }]);
});

test('what changed since the preview is looked at anew, and said', async () => {
  const person = await open();
  await person.click(await mark('Coffee'));
  await person.click(await button('Paid with'));
  await person.selectOptions(await screen.findByLabelText('Paid with'), 'Bank');
  const change = await button('Change 2 entries');
  api.refuse('bulk', 'changed_meanwhile');
  api.answer('previewBulk', { ...PREVIEW, changed: 1, revision: 8 });
  await person.click(change);
  expect(await screen.findByText('The books have changed meanwhile; please look again')).toBeVisible();
  api.answer('bulk', claraWithAccounts);
  await person.click(await button('Change 1 entry'));
  await screen.findByText('1 entry changed');
  expect(api.inputsOf('bulk').map(({ revision }) => revision)).toEqual([7, 8]);
  await expectToasts('1 entry changed');
});

test('a large change shows how far it has come, and ends when the screens can have it', async () => {
  api.answer('previewBulk', { ...PREVIEW, ...{ count: 1999, changed: 1999, skipped: [], skippedCount: 0 } });
  let count = 500;
  api.answer('getChangeSet', ({ id }) => ({
    changeSet: changeSetOf(id, { count }),
    changes: [],
    count: 0,
    next: null,
  }));
  const person = await open();
  await person.keyboard('{Control>}a{/Control}');
  await person.click(await button('Paid with'));
  await person.selectOptions(await screen.findByLabelText('Paid with'), 'Bank');
  const release = api.hold('bulk');
  await person.click(await button('Change 1,999 entries'));
  const progress = await screen.findByRole('progressbar', { name: 'Change' });
  await waitFor(() => expect(progress).toHaveAttribute('aria-valuenow', '25'), { timeout: 3000 });
  expect(api.inputsOf('getChangeSet')[0]?.id).toBe(api.requestsOf('bulk')[0]?.idempotencyKey);
  release();
  await waitFor(() => expect(api.inputsOf('getChangeSet').length).toBeGreaterThan(1), { timeout: 3000 });
  expect(screen.queryByText('1,999 entries changed')).toBeNull();
  count = 2000;
  await screen.findByText('1,999 entries changed', {}, { timeout: 4000 });
});

test('what fails otherwise is a toast, and can be tried again with the same key', async () => {
  const person = await open();
  await person.click(await mark('Coffee'));
  await person.click(await button('Delete'));
  const remove = await button('Delete 2 entries');
  api.lose('bulk');
  await person.click(remove);
  await screen.findByText('Unable to delete the entries');
  api.answer('bulk', claraWithAccounts);
  await person.click(remove);
  await screen.findByText('2 entries deleted');
  const keys = api.requestsOf('bulk').map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(1);
});

test('a preview that is refused says why, one that fails can be tried again', async () => {
  api.refuse('previewBulk', 'query_too_slow');
  const person = await open();
  await person.keyboard('{Control>}a{/Control}');
  await person.click((await bar()).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/takes too long/)).toBeVisible();
  expect(await button('Delete')).toBeDisabled();
  await person.keyboard('{Escape}');
  api.lose('previewBulk');
  await person.click((await bar()).getByRole('button', { name: 'Delete' }));
  const again = await button('Try again');
  api.answer('previewBulk', PREVIEW);
  await person.click(again);
  await button('Delete 2 entries');
});

test('with one account there is no field for it', async () => {
  api.answer('getTransactions', { transactions: [transactionOf(1, { title: 'Coffee' })], next: null });
  const person = await open('/transactions', { ...clara, transactionCount: 1 });
  await person.click(await mark('Coffee'));
  expect(await button('Category')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Account' })).toBeNull();
});

test("'Select' makes a press on a row select it, and 'Done' ends that", async () => {
  const person = await open();
  await person.click(await button('Select'));
  await person.click(screen.getByRole('link', { name: 'Rye bread' }));
  expect(marked()).toEqual(['Rye bread']);
  await person.click(await button('Select all'));
  expect((await bar()).getByText('1,204 entries')).toBeVisible();
  await person.click(await button('Done'));
  expect(marked()).toEqual([]);
});

test('as of a past day nothing can be selected', async () => {
  const person = await open('/transactions?known=2026-11-24T09:30:00.000Z');
  (await row(/Coffee/)).focus();
  await person.keyboard('x{Control>}a{/Control}c');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Selected entries' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Select' })).toBeNull();
});
