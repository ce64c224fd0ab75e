import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import type { ImportPreview, ImportRow } from '#contract/import-calls.ts';
import { messages } from '#contract/messages.ts';
import { chooseImportFile, forgetImportFile } from '../../browser-state/import-file.ts';
import { answerChangeSets, changeSetOf, previewOf } from '../../testing/change-sets.ts';
import { api, button, expectToasts, openAs } from '../../testing/open.tsx';
import { clara, claraWithAccounts, entryOf, transactionOf } from '../../testing/people.ts';
import { resetImport } from './import-store.ts';

const everyday = clara.accounts[0]?._id ?? '';
const IMPORT_ID = '4b0f2f6e-3a51-4c0e-9f64-1f6f3f1c2d3e';

afterEach(() => {
  resetImport();
  forgetImportFile();
});

function rowAt(line: number, fields: Partial<ImportRow> = {}): ImportRow {
  return {
    line,
    account: '',
    date: '2026-03-02',
    amount: -3.5,
    title: `Row ${line}`,
    text: null,
    counterparty: null,
    bankId: null,
    note: null,
    tags: [],
    category: null,
    categoryReason: null,
    ruled: [],
    status: 'new',
    reason: null,
    column: null,
    matches: [],
    otherHalf: null,
    isTaken: (fields.status ?? 'new') === 'new',
    occurrence: null,
    ...fields,
  };
}

const LIKELY = rowAt(3, {
  title: 'Corner Shop',
  amount: -12.34,
  status: 'likely',
  reason: 'Alike',
  matches: [
    {
      id: transactionOf(1)._id,
      type: 'Expense',
      title: 'Corner shop',
      date: '2026-03-01',
      amount: -12.34,
      account: everyday,
      reason: 'A day apart',
    },
  ],
});
const INVALID = rowAt(4, { title: 'Never', date: null, status: 'invalid', column: 'Date', reason: 'no such day' });

function fileWith(rows: ImportRow[], fields: Partial<ImportPreview> = {}): ImportPreview {
  const counts = { new: 0, known: 0, likely: 0, transfer: 0, 'not-booked': 0, invalid: 0 };
  for (const { status } of rows) counts[status] += 1;
  const added = rows.reduce((sum, { status, amount }) => sum + (status === 'new' ? (amount ?? 0) : 0), 0);
  return {
    importId: IMPORT_ID,
    format: 'csv',
    dialect: { encoding: 'utf-8', delimiter: ';', decimalMark: ',' },
    mapping: null,
    taken: counts.new,
    questions: [],
    answered: [],
    remarks: [],
    rules: 0,
    schedules: 0,
    budget: { plans: 0, carries: 0, targets: 0 },
    accounts: [
      {
        key: '',
        name: 'march',
        currency: null,
        count: rows.length,
        accountId: everyday,
        goesTo: 'account',
        kind: 'Checking',
        before: 500,
        opening: 0,
        after: 500 + added,
        ...{ asksBalance: false, begin: null },
      },
    ],
    categories: [],
    counts,
    statements: [],
    rows,
    next: null,
    ...fields,
  };
}

const FILE = new File(['Date;Text'], 'march.csv', { type: 'text/csv' });

/** Opens the screen with a file of these rows. */
async function openFile(preview: ImportPreview, user = clara): Promise<UserEvent> {
  api.answer('importPreview', preview);
  chooseImportFile(FILE, user._id);
  const events = openAs(user, '/import');
  await screen.findByRole('grid');
  return events;
}

const rowNamed = (name: RegExp) => screen.findByRole('row', { name });
const focus = (row: HTMLElement) => act(() => row.focus());

function answerProgress(recorded: number, visible: number): void {
  const status = recorded < 4 ? 'importing' : 'imported';
  api.answer('importProgress', { importId: IMPORT_ID, status, changeSetId: IMPORT_ID, total: 4, recorded, visible });
}

type Result = CallData<'importCommit'>['imported'];

function answerCommit(beginnings: Result['beginnings'] = [], fields: Partial<Result> = {}): void {
  const budget = { plans: 0, carries: 0, targets: 0 };
  const counts = { recorded: 2, transfers: 0, matched: 1, left: 1, expected: 0, rules: 0, schedules: 0, budget };
  const imported = { changeSetId: IMPORT_ID, ...counts, beginnings, ...fields };
  api.answer('importCommit', { ...clara, currentBalance: 493, imported });
  answerProgress(4, 4);
  answerChangeSets([changeSetOf(IMPORT_ID, { kind: 'import', summary: 'File imported: march.csv' })]);
}

test('a file is chosen, previewed, and imported with the choices that differ from what is proposed', async () => {
  answerCommit();
  api.answer('importPreview', fileWith([rowAt(2), LIKELY, INVALID, rowAt(5)]));
  const user = openAs(clara, '/import');
  await user.upload(await screen.findByLabelText('Choose file'), FILE);
  expect(await screen.findByRole('heading', { name: 'march.csv' })).toBeVisible();
  const row = await rowNamed(/Corner Shop/);
  expect(row).toHaveAttribute('aria-selected', 'false');
  expect(await rowNamed(/Never/)).toHaveTextContent('Line 4, Date, no such day');
  focus(row);
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('radio', { name: /Same as ‘Corner shop’/ }));
  expect(await rowNamed(/Corner Shop/)).toHaveAttribute('aria-selected', 'true');
  await user.click(await button('Import 3 entries'));
  expect(await screen.findByRole('heading', { name: 'The file is imported' })).toHaveFocus();
  expect(api.inputsOf('importPreview')).toEqual([{ answers: {} }]);
  expect(api.requestsOf('importPreview')[0]?.file?.name).toBe('march.csv');
  expect(api.inputsOf('importCommit')).toEqual([
    { importId: IMPORT_ID, choices: { 3: { match: transactionOf(1)._id } } },
  ]);
  api.answer('previewUndo', previewOf());
  await user.click(await button('Undo'));
  await screen.findByRole('dialog', { name: 'Undo this change?' });
});

test('a row opens to the note and the tags that its entry gets, and a text that is not in the note', async () => {
  const long = 'Card payment 4711 '.repeat(40);
  const noted = rowAt(2, { text: 'For the flat', note: 'For the flat\nFirst floor', tags: ['home', 'shared'] });
  const user = await openFile(fileWith([noted, rowAt(3, { text: long, note: long.slice(0, 500).trim() })]));
  const factsOf = async (name: RegExp) => {
    focus(await rowNamed(name));
    await user.keyboard('{Enter}');
    return within(await rowNamed(name))
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextSibling?.textContent]);
  };
  expect(await factsOf(/Row 2/)).toEqual([
    ['Line', '2'],
    ['Note', 'For the flat\nFirst floor'],
    ['Tags', '#home #shared'],
  ]);
  expect((await factsOf(/Row 3/)).map(([term]) => term)).toEqual(['Line', 'Text', 'Note']);
});

test('what rules gave the entry of a row stands beside the rule, in the words of the entry', async () => {
  const why = 'rule: title:market';
  const market = rowAt(2, {
    ...{ title: 'Saturday market', text: 'MARKET 12', amount: -40, tags: ['weekly'], categoryReason: why },
    ruled: [
      { field: 'title', value: 'Saturday market', reason: 'rule: market' },
      { field: 'wallet', value: 'Cash', reason: why },
      { field: 'tags', value: ['weekly'], reason: why },
      {
        field: 'parts',
        value: [
          { amount: 25, category: 'Groceries', note: null },
          { amount: 15, category: 'Shopping', note: 'soap' },
        ],
        reason: why,
      },
    ],
  });
  const filed = rowAt(3, {
    category: 'Groceries',
    categoryReason: why,
    ruled: [{ field: 'category', value: 'Groceries', reason: why }],
  });
  const user = await openFile(fileWith([market, filed, rowAt(4)]));
  const row = await rowNamed(/Saturday market/);
  expect(row).toHaveTextContent(/rule: market, rule: title:market.*split/);
  expect(await rowNamed(/Row 4/)).not.toHaveTextContent('rule');
  focus(row);
  await user.keyboard('{Enter}');
  const facts = within(await rowNamed(/Saturday market/)).getAllByRole('term');
  expect(facts.map((term) => [term.textContent, term.nextSibling?.textContent])).toEqual([
    ['Line', '2'],
    ['Text', 'MARKET 12'],
    ['Title', 'Saturday marketrule: market'],
    ['Tags', `#weekly${why}`],
    ['Parts', `Groceries $25.00\nShopping $15.00, soap${why}`],
    ['Paid with', `Cash${why}`],
  ]);
  await user.keyboard('x');
  expect(await rowNamed(/Row 3/)).toHaveTextContent(why);
});

test('rows are taken and left out by the keyboard, and the balance follows', async () => {
  const user = await openFile(fileWith([rowAt(2), LIKELY, rowAt(5, { amount: 100 })]));
  const after = () =>
    within(screen.getByRole('table', { name: 'Accounts of the file' }))
      .getAllByRole('cell')
      .at(-1);
  expect(after()).toHaveTextContent('$596.50');
  focus(await rowNamed(/Row 2/));
  await user.keyboard('x');
  expect(after()).toHaveTextContent('$600.00');
  await user.keyboard('j ');
  expect(await rowNamed(/Corner Shop/)).toHaveFocus();
  expect(after()).toHaveTextContent('$587.66');
  await user.keyboard('{ArrowDown}{ArrowDown} k');
  expect(after()).toHaveTextContent('$487.66');
  expect(await rowNamed(/Corner Shop/)).toHaveFocus();
  expect(await button('Import 1 entry')).toBeEnabled();
});

test('a question keeps the file from being imported until it is answered', async () => {
  const question = {
    id: 'day-order' as const,
    account: null,
    text: 'Which day is 02/03/2026?',
    choices: ['dmy', 'mdy'],
    labels: ['2 March', '3 February'],
    answer: 'dmy',
    examples: [],
    isOpen: true,
  };
  const user = await openFile(fileWith([rowAt(2)], { questions: [question] }));
  expect(await button('Import 1 entry')).toBeDisabled();
  api.answer('importPreview', fileWith([rowAt(2)], { answered: [{ ...question, isOpen: false }] }));
  const asked = screen.getByRole('group', { name: 'Which day is 02/03/2026?' });
  await user.click(within(asked).getByRole('radio', { name: '2 March' }));
  await waitFor(async () => expect(await button('Import 1 entry')).toBeEnabled());
  expect(api.inputsOf('importPreview').at(-1)).toEqual({ answers: { 'day-order': 'dmy' } });
  expect(screen.getByRole('radio', { name: '2 March' })).toBeChecked();
});

test('the account that rows go to is chosen for each account of the file', async () => {
  const user = await openFile(fileWith([rowAt(2)]), claraWithAccounts);
  await user.selectOptions(screen.getByLabelText('march goes to'), 'A new account');
  await waitFor(() => expect(api.inputsOf('importPreview').at(-1)).toEqual({ answers: { account: { '': 'new' } } }));
});

const MAPPING = {
  ...{
    delimiter: ';',
    decimalMark: ',' as const,
    columns: { date: 0, title: 1, amount: 2, fee: 3 },
    encoding: 'utf-8',
  },
  ...{ sum: -12, lastBalance: 40 },
  samples: ['Date', 'Text', 'Value', 'Left'].map((header, column) => ({ column, header, cells: ['1', '2'] })),
};

test('the columns of a CSV file are read in another way, at once', async () => {
  const user = await openFile(fileWith([rowAt(2)], { mapping: MAPPING }));
  await user.click(await button('How the columns are read'));
  expect(screen.getByText('All rows together').closest('p')).toHaveTextContent(
    'All rows together − $12.00Last balance $40.00',
  );
  await user.selectOptions(screen.getByLabelText('Column 3, Value'), 'Not read');
  await screen.findByText('Say in which column the amount is, or in which two');
  expect(api.inputsOf('importPreview')).toHaveLength(1);
  expect(screen.getByText('Choose the columns first.')).toBeVisible();
  expect(await button('Import 1 entry')).toBeDisabled();
  await user.selectOptions(screen.getByLabelText('Column 4, Left'), 'Amount');
  const columns = { date: 0, title: 1, amount: 3, fee: null };
  await waitFor(() =>
    expect(api.inputsOf('importPreview').at(-1)).toEqual({
      answers: {},
      mapping: { delimiter: ';', decimalMark: ',', columns },
    }),
  );
  await waitFor(async () => expect(await button('Import 1 entry')).toBeEnabled());
  await user.click(screen.getByLabelText('What was spent stands without a minus'));
  await waitFor(() => expect(api.inputsOf('importPreview').at(-1)).toMatchObject({ mapping: { negate: true } }));
  await user.selectOptions(screen.getByLabelText('Encoding'), 'windows-1250');
  await waitFor(() =>
    expect(api.inputsOf('importPreview').at(-1)).toMatchObject({ mapping: { encoding: 'windows-1250' } }),
  );
});

test('the columns are taken from a file, unless it is of other columns', async () => {
  const user = await openFile(fileWith([rowAt(2)], { mapping: MAPPING }));
  await user.click(await button('How the columns are read'));
  const take = async (file: object) =>
    user.upload(
      screen.getByLabelText('Take the columns from a file'),
      new File([JSON.stringify(file)], 'columns.json', { type: 'application/json' }),
    );
  const mapping = { columns: { date: 1, amount: 0 } };
  await take({ kind: 'daybook-columns', headers: ['Value', 'Day'], mapping });
  await screen.findByText('These columns are of another file: this one has no ‘Day’');
  await take({ kind: 'daybook-columns', headers: ['Value', 'Date'], mapping: { ...mapping, run: 'rm' } });
  await screen.findByText('This is no file of columns from Daybook');
  expect(api.inputsOf('importPreview')).toHaveLength(1);
  await take({ kind: 'daybook-columns', headers: ['Value', 'Date'], mapping });
  await waitFor(() =>
    expect(api.inputsOf('importPreview').at(-1)).toEqual({ answers: {}, mapping: { columns: { date: 0, amount: 2 } } }),
  );
});

test('a statement says whether it ties, and whether the books come to it by what is chosen', async () => {
  const statement = {
    account: '',
    from: '2026-03-01',
    to: '2026-03-31',
    opening: 500,
    closing: 496.5,
    ties: true,
    difference: 0,
    books: 496.5,
    booksDifference: 0,
  };
  const user = await openFile(fileWith([rowAt(2)], { statements: [statement] }));
  expect(screen.getByText('Opening balance and rows come to the closing balance.')).toBeVisible();
  screen.getByText('On Mar 31, 2026 the account in Daybook comes to it as well.');
  focus(await rowNamed(/Row 2/));
  await user.keyboard(' ');
  screen.getByText('On Mar 31, 2026 the account in Daybook comes to $500.00: $3.50 too much.');
  expect(await button('Confirm the balances')).toBeEnabled();
});

test("the rules that Daybook's own export brings are said before and after, and can be all that is added", async () => {
  answerCommit([], { recorded: 0, rules: 2 });
  const user = await openFile(fileWith([rowAt(2, { status: 'known' })], { format: 'daybook', rules: 2 }));
  expect(screen.getByText('2 rules are added, behind those that you have.')).toBeVisible();
  await user.click(await button('Add 2 rules'));
  await screen.findByRole('heading', { name: 'The file is imported' });
  expect(screen.getByRole('link', { name: '2 added' })).toHaveAttribute('href', '/rules');
  expect(screen.queryByText(/behind those/)).toBeNull();
});

test("schedules of Daybook's own export are said before and after, and can be all that is added", async () => {
  answerCommit([], { recorded: 0, schedules: 1 });
  const user = await openFile(fileWith([rowAt(2, { status: 'known' })], { format: 'daybook', schedules: 1 }));
  expect(screen.getByText('1 schedule is added.')).toBeVisible();
  await user.click(await button('Add 1 schedule'));
  await screen.findByRole('heading', { name: 'The file is imported' });
  expect(screen.getByRole('link', { name: '1 added' })).toHaveAttribute('href', '/upcoming');
});

test('the result says what looks recurring, and where it is added', async () => {
  const schedule = {
    ...{ title: 'Rent', type: 'Expense' as const, amount: { exact: 900 }, account: clara.accounts[0]?._id ?? '' },
    ...{
      wallet: 'Bank' as const,
      rule: { every: 1, unit: 'month' as const, start: '2026-12-01' },
      post: 'ask' as const,
    },
  };
  api.answer('getScheduleSuggestions', { suggestions: [{ schedule, entries: ['a', 'b'] }] });
  answerCommit([]);
  const user = await openFile(fileWith([rowAt(2)]));
  await user.click(await button('Import 1 entry'));
  await screen.findByRole('heading', { name: 'The file is imported' });
  expect(await screen.findByRole('link', { name: '1 payment' })).toHaveAttribute('href', '/upcoming');
});

test('what a schedule expected is counted in the result', async () => {
  answerCommit([], { expected: 1 });
  const user = await openFile(fileWith([rowAt(2)]));
  await user.click(await button('Import 1 entry'));
  expect(await screen.findByRole('link', { name: '1 matched' })).toHaveAttribute('href', '/upcoming');
});

test('the budget that a file brings is said before and after, and can be all that is added', async () => {
  const budget = { plans: 1_200, carries: 1, targets: 2 };
  answerCommit([], { recorded: 0, budget });
  const user = await openFile(fileWith([rowAt(2, { status: 'known' })], { format: 'ynab4', budget }));
  const words = '1,200 plans, 2 targets, and 1 setting of what carries over';
  expect(screen.getByText(`The budget gets ${words}, where it has none.`)).toBeVisible();
  await user.click(await button('Add the budget'));
  await screen.findByRole('heading', { name: 'The file is imported' });
  expect(screen.getByRole('link', { name: words })).toHaveAttribute('href', '/budget');
});

test('a row is matched by hand with an entry of the same amount', async () => {
  const entries = [entryOf(1, { title: 'Bread', amount: 3.5 }), entryOf(2, { title: 'Rent', amount: 800 })];
  api.answer('getEntries', { entries, next: null });
  answerCommit();
  const user = await openFile(fileWith([rowAt(2)]));
  focus(await rowNamed(/Row 2/));
  await user.keyboard('{Enter}');
  await user.click(await button('Find its entry by hand'));
  const bread = await screen.findByRole('button', { name: 'Same as this: Bread' });
  expect(screen.queryByRole('button', { name: 'Same as this: Rent' })).toBeNull();
  await user.click(bread);
  expect(screen.getByRole('radio', { name: /Same as ‘Bread’/ })).toBeChecked();
  await user.click(await button('Import 1 entry'));
  await screen.findByRole('heading', { name: 'The file is imported' });
  expect(api.inputsOf('importCommit')[0]?.choices).toEqual({ 2: { match: entryOf(1)._id } });
});

test('with a filter, rows are loaded until those with the status are there', async () => {
  api.answer('importRows', ({ after }) =>
    Number(after) === 2 ? { rows: [rowAt(3)], next: 3 } : { rows: [rowAt(4, { ...LIKELY, line: 4 })], next: null },
  );
  const counts = { new: 2, known: 0, likely: 1, transfer: 0, 'not-booked': 0, invalid: 0 };
  const user = await openFile(fileWith([rowAt(2)], { counts, next: 2 }));
  await user.click(await screen.findByRole('radio', { name: 'Likely the same 1' }));
  await rowNamed(/Corner Shop/);
  expect(screen.queryByText('Row 2')).toBeNull();
});

test('a file that is no table says so in one sentence, and another can be chosen', async () => {
  api.refuse('importPreview', 'unreadable_file', { file: 'This is a PDF, not a table.' });
  chooseImportFile(FILE, clara._id);
  const user = openAs(clara, '/import');
  await screen.findByText('This is a PDF, not a table.');
  api.answer('importPreview', fileWith([rowAt(2)]));
  await user.upload(await screen.findByLabelText('Choose another file'), new File(['x'], 'april.csv'));
  await rowNamed(/Row 2/);
  expect(screen.queryByText('This is a PDF, not a table.')).toBeNull();
});

test('the progress is shown, and a choice that can not be is named while all choices stay', async () => {
  answerProgress(1, 0);
  api.refuse('importCommit', 'invalid', { choices: 'Another line is matched with the same entry as line 3' });
  const answer = api.hold('importCommit');
  const user = await openFile(fileWith([rowAt(2), rowAt(3)]));
  focus(await rowNamed(/Row 2/));
  await user.keyboard(' ');
  await user.click(await button('Import 1 entry'));
  const bar = await screen.findByRole('progressbar', { name: 'Import' });
  await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '25'));
  expect(screen.queryByRole('grid')).toBeNull();
  answer();
  await screen.findByText('Another line is matched with the same entry as line 3');
  expect(await rowNamed(/Row 2/)).toHaveAttribute('aria-selected', 'false');
  await expectToasts('Unable to import the file');
});

test('the result is shown once the lists have what was recorded', async () => {
  answerCommit();
  answerProgress(4, 3);
  const user = await openFile(fileWith([rowAt(2)]));
  await user.click(await button('Import 1 entry'));
  await screen.findByText('Saving…');
  expect(screen.queryByRole('heading', { name: 'The file is imported' })).toBeNull();
  answerProgress(4, 4);
  await screen.findByRole('heading', { name: 'The file is imported' });
});

test('a file that is dropped on Transactions leads to its import', async () => {
  api.answer('getTransactions', { transactions: [transactionOf(1)], next: null });
  api.answer('importPreview', fileWith([rowAt(2)]));
  openAs({ ...clara, transactionHistory: [transactionOf(1)], transactionCount: 1 }, '/transactions');
  await screen.findByRole('link', { name: 'Import a file' });
  const dataTransfer = { types: ['Files'], files: [FILE] };
  // A browser says so again and again, also before the page listens.
  await waitFor(() => {
    fireEvent(window, Object.assign(createEvent.dragOver(window), { dataTransfer }));
    screen.getByText('Drop the file to import it');
  });
  fireEvent(window, Object.assign(createEvent.drop(window), { dataTransfer }));
  await rowNamed(/Row 2/);
  expect(screen.queryByText('Drop the file to import it')).toBeNull();
});

/** A file whose account has begun with 965.50 more than the bank had. */
function fileOfBank(): ImportPreview {
  const file = fileWith([rowAt(2, { date: '2025-11-03', amount: -64.7 })]);
  const begin = { date: '2025-11-03', balance: 1535, adds: -965.5 };
  const statement = {
    ...{ account: '', from: null, to: '2025-11-20', opening: 1535, closing: 1470.3, ties: true, difference: 0 },
    ...{ books: 2435.8, booksDifference: -965.5 },
  };
  const accounts = file.accounts.map((account) => ({ ...account, before: 2500.5, after: 2435.8, begin }));
  return { ...file, accounts, statements: [statement] };
}

const BEGIN = "Begin with the bank's $1,535.00 on November 3, 2025 instead";

test('what is in an empty account today is asked in one line, and shown with what it leads to', async () => {
  answerCommit();
  const rows = [rowAt(2, { amount: -100 })];
  const [account] = fileWith(rows).accounts;
  if (!account) throw new Error('The file has an account.');
  const empty = { ...account, before: 0, after: -100, asksBalance: true };
  const user = await openFile(fileWith(rows, { accounts: [empty] }));
  const asked = screen.getByRole('textbox', { name: /What is in Everyday today\?/ });
  await user.type(asked, 'much');
  expect(asked).toHaveAccessibleDescription(expect.stringContaining(messages.notAnAmount));
  expect(await button('Import 1 entry')).toBeDisabled();
  await user.clear(asked);
  await user.type(asked, '1,234.50');
  expect(screen.getByText('+ $1,334.50 to begin with')).toBeVisible();
  expect(screen.getByText('Everyday comes to').parentElement).toHaveTextContent('$1,234.50');
  await user.click(await button('Import 1 entry'));
  await screen.findByRole('heading', { name: 'The file is imported' });
  expect(api.inputsOf('importCommit')).toEqual([{ importId: IMPORT_ID, balances: { '': 1234.5 } }]);
});

test('an account that began with too much begins with what the bank had, where that is chosen', async () => {
  answerCommit();
  const user = await openFile(fileOfBank());
  expect(screen.getByText(/Before November 3, 2025 the bank had/)).toHaveTextContent(
    'the bank had $1,535.00, and Everyday has $2,500.50: $965.50 too much.',
  );
  expect(screen.getByText(/the account in Daybook comes to/)).toHaveTextContent('$965.50 too much');
  await user.click(screen.getByRole('checkbox', { name: BEGIN }));
  expect(screen.getByText(/the account in Daybook comes to it as well/)).toBeVisible();
  await user.click(await button('Import 1 entry'));
  await screen.findByRole('heading', { name: 'The file is imported' });
  expect(api.inputsOf('importCommit')).toEqual([{ importId: IMPORT_ID, begin: [''] }]);
  expect(screen.queryByRole('button', { name: BEGIN })).toBeNull();
});

test('the result offers it else, and no longer once it is done', async () => {
  const left = { accountId: everyday, date: '2025-11-03', balance: 1535, adds: -965.5, until: '2025-11-20' };
  answerCommit([left]);
  api.answer('mend', clara);
  const user = await openFile(fileOfBank());
  await user.click(await button('Import 1 entry'));
  await user.click(await button(BEGIN));
  await waitFor(() => expect(screen.queryByRole('button', { name: BEGIN })).toBeNull());
  const mend = { does: 'begin with', date: '2025-11-03', balance: 1535 };
  expect(api.inputsOf('mend')).toEqual([{ accountId: everyday, date: '2025-11-20', mend }]);
});

const IN_EUR = {
  id: 'other-currency' as const,
  account: null,
  text: 'This file is in EUR, and you count in $. Shall its amounts count as $, without being converted?',
  choices: ['EUR', 'leave-out'],
  labels: ['Yes, as they are: 1 EUR becomes $1', 'No, leave them out'],
  answer: null,
  examples: [],
  isOpen: true,
};

/** A user who has recorded nothing. */
const nobody = {
  ...clara,
  currentBalance: 0,
  accounts: clara.accounts.map((account) => ({ ...account, balance: 0 })),
};

test('while the books are empty a file without a currency says which one it is counted in, and can change it', async () => {
  const user = await openFile(fileWith([rowAt(2)]), nobody);
  api.answer('importPreview', fileWith([rowAt(2)]));
  api.answer('updateCurrency', { ...nobody, currency: '€' });
  expect(await screen.findByLabelText('Counted in')).toHaveAccessibleDescription('The file names no currency.');
  await user.selectOptions(screen.getByLabelText('Counted in'), '€ EUR');
  await expectToasts('You count in EUR now');
  await waitFor(() => expect(screen.getByLabelText('Counted in')).toHaveValue('€'));
  expect(api.inputsOf('updateCurrency')).toEqual([{ newCurrency: '€' }]);
});

test('no currency is asked for where something is recorded', async () => {
  await openFile(fileWith([rowAt(2)]));
  expect(screen.queryByLabelText('Counted in')).toBeNull();
});

test('while the books are empty one button counts in the currency of the file, and the answers stay', async () => {
  const user = await openFile(fileWith([rowAt(2)], { questions: [IN_EUR] }), nobody);
  api.answer('importPreview', fileWith([rowAt(2)]));
  api.answer('updateCurrency', { ...nobody, currency: '€' });
  await user.click(await button('Count in EUR'));
  await waitFor(async () => expect(await button('Import 1 entry')).toBeEnabled());
  await expectToasts('You count in EUR now');
  expect(api.inputsOf('updateCurrency')).toEqual([{ newCurrency: '€' }]);
  expect(api.inputsOf('importPreview')).toEqual([{ answers: {} }, { answers: {} }]);
});

test('a file in another currency asks first, and says where the own one is set', async () => {
  const user = await openFile(fileWith([rowAt(2)], { questions: [IN_EUR] }));
  expect(await button('Import 1 entry')).toBeDisabled();
  expect(screen.getByText(/If you count in EUR/)).toBeVisible();
  api.answer('importPreview', fileWith([rowAt(2)], { answered: [{ ...IN_EUR, answer: 'EUR', isOpen: false }] }));
  await user.click(screen.getByRole('radio', { name: 'Yes, as they are: 1 EUR becomes $1' }));
  await waitFor(async () => expect(await button('Import 1 entry')).toBeEnabled());
  expect(api.inputsOf('importPreview').at(-1)).toEqual({ answers: { 'other-currency': 'EUR' } });
});

const NEW_CATEGORIES: ImportPreview['categories'] = [
  { name: 'Bread', kind: 'Expense', parent: 'Daily', count: 3, proposal: 'add' },
  { name: 'Cinema', kind: 'Expense', parent: null, count: 1, proposal: 'leave' },
];

test('what becomes of new categories is said, and what was chosen for rows stays', async () => {
  answerCommit();
  const categories = NEW_CATEGORIES;
  const user = await openFile(fileWith([rowAt(2, { category: 'Bread' }), rowAt(3)], { categories }));
  expect(await screen.findByText('2 categories of this file are new here.')).toBeVisible();
  expect(screen.getByLabelText('Cinema becomes')).toHaveDisplayValue('Leave it out');
  focus(await rowNamed(/Row 3/));
  await user.keyboard(' ');
  const said = categories.map((category) => ({ ...category, proposal: 'Movie' }));
  api.answer('importPreview', fileWith([rowAt(2, { category: 'Movie' }), rowAt(3)], { categories: said }));
  const bread = screen.getByLabelText('Daily: Bread becomes');
  expect(bread).toHaveDisplayValue('Add it below Daily');
  await user.selectOptions(bread, 'Movie');
  await user.selectOptions(screen.getByLabelText('Cinema becomes'), 'Movie');
  expect(await button('Import 1 entry')).toBeDisabled();
  await waitFor(async () => expect(await rowNamed(/Row 2/)).toHaveTextContent('Movie'), { timeout: 3_000 });
  expect(await rowNamed(/Row 3/)).toHaveAttribute('aria-selected', 'false');
  await user.click(await button('Import 1 entry'));
  await screen.findByRole('heading', { name: 'The file is imported' });
  expect(api.inputsOf('importPreview').slice(1)).toEqual([
    { answers: { categories: { 'Daily:Bread': 'Movie', Cinema: 'Movie' } } },
  ]);
  expect(api.inputsOf('importCommit')).toEqual([{ importId: IMPORT_ID, choices: { 3: 'leave' } }]);
});

test('many new categories are listed once all are asked for, and all are left out at once', async () => {
  const categories = Array.from({ length: 40 }, (_, index) => ({ ...NEW_CATEGORIES[0], name: `Bread ${index}` }));
  const user = await openFile(fileWith([rowAt(2)], { categories: categories as ImportPreview['categories'] }));
  expect(screen.getAllByRole('combobox', { name: /Bread .* becomes/ })).toHaveLength(12);
  await user.click(await button('Show all 40'));
  const all = screen.getAllByRole('combobox', { name: /Bread .* becomes/ });
  expect(all).toHaveLength(40);
  expect(all[12]).toHaveFocus();
  await user.click(await button('Leave all out'));
  await waitFor(() => expect(api.inputsOf('importPreview')).toHaveLength(2), { timeout: 3_000 });
  const { answers } = api.inputsOf('importPreview')[1] as { answers: { categories: object } };
  expect(Object.values(answers.categories)).toEqual(Array.from({ length: 40 }, () => 'leave'));
});
