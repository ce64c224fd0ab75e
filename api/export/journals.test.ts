import { expect, test } from 'vitest';
import { type CategoryState, GIVEN_CATEGORIES } from '#ledger/model/categories.ts';
import type { AccountKind } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { EntryRow } from '#projections/tables/entries.ts';
import { beancount } from './beancount.ts';
import { type BookEntry, chartOf, type ExportedBook, exportedEntry } from './books.ts';
import { journal } from './journal.ts';
import { beancountNames, plainNames } from './names.ts';

const account = (name: string, balance = 0, kind: AccountKind = 'Checking', place = 0) => ({
  name,
  kind,
  balance: balance as Cents,
  isOpen: true,
  place,
});

/** The row of an income. */
const REFUND = {
  ...{ type: 'Income', title: 'Bread back', amount: 2_000, date: '2026-11-20', revision: 3n },
  ...{ accountId: 'everyday', toAccount: null, category: null, parts: null, note: null, tags: null },
} as EntryRow;

const goal = (title: string, currentAmount = 0) => ({
  title,
  finalAmount: 100_000 as Cents,
  currentAmount: currentAmount as Cents,
  place: 1,
});

/** The names of accounts with these names, for hledger and Ledger and for Beancount, without their group. */
function namesOf(...names: string[]): { plain: string[]; beancount: string[] } {
  const accounts = new Map(names.map((name, index) => [String(index), account(name)]));
  const chart = chartOf({ accounts, goals: new Map(), categories: GIVEN_CATEGORIES }, []).slice(0, names.length);
  return {
    plain: [...plainNames(chart).values()].map((name) => name.replace('assets:accounts:', '')),
    beancount: [...beancountNames(chart).values()].map((name) => name.replace('Assets:Accounts:', '')),
  };
}

test.each([
  ['Everyday', 'Everyday', 'Everyday'],
  ['savings', 'savings', 'Savings'],
  ['Visa: gold', 'Visa- gold', 'Visa-gold'],
  ['two  spaces', 'two spaces', 'Two-spaces'],
  ['no\u00A0\u00A0break', 'no break', 'No-break'],
  ['wide\u3000\u3000space', 'wide space', 'Wide-space'],
  ['a\ttab', 'a tab', 'A-tab'],
  ['(virtual)', '(virtual)', 'Virtual'],
  ['Rent ; date: soon', 'Rent , date- soon', 'Rent-date-soon'],
  ['5.00 USD', '5.00 USD', '5-00-USD'],
  ['"quoted" \\slash', '"quoted" \\slash', 'Quoted-slash'],
  ['Crème brûlée', 'Crème brûlée', 'Crème-brûlée'],
  ['Cre\u0300me', 'Cre\u0300me', 'Crème'],
  ['ßtraße', 'ßtraße', 'X-ßtraße'],
  ['ǰ', 'ǰ', 'Unnamed'],
  ['書店', '書店', 'X-書店'],
  ['\u202Eשלום\u202C', 'שלום', 'X-שלום'],
  ['🍮', '🍮', 'Unnamed'],
  ['\u200B', 'unnamed', 'Unnamed'],
])('the account %j is called %j, and %j in Beancount', (name, plain, inBeancount) => {
  expect(namesOf(name)).toEqual({ plain: [plain], beancount: [inBeancount] });
});

test('names that are the same once they are cleaned get numbers, whatever the case', () => {
  expect(namesOf('Card', 'card', 'Card 2', 'Card:', 'Card-')).toEqual({
    plain: ['Card', 'card 2', 'Card 2 2', 'Card-', 'Card- 2'],
    beancount: ['Card', 'Card-2', 'Card-2-2', 'Card-3', 'Card-4'],
  });
  const hundred = namesOf(...Array.from({ length: 100 }, (_, index) => `Card${' '.repeat(index + 1)}!`));
  expect(new Set(hundred.plain.map((name) => name.toLowerCase())).size).toBe(100);
  expect(new Set(hundred.beancount.map((name) => name.toLowerCase())).size).toBe(100);
});

test("a category's name follows that of the one above it, and a refund takes from its expenses", () => {
  const own = (name: string, parent?: string, kind: CategoryState['kind'] = 'Expense'): CategoryState => ({
    ...{ name, kind, parent },
    isArchived: false,
    position: undefined,
    place: 5,
  });
  const categories = new Map([
    ...GIVEN_CATEGORIES,
    ['a', own('Bread: rye', 'Food & Drinks')] as const,
    ['b', own('food drinks')] as const,
    ['c', own('Wine', 'b')] as const,
    ['d', own('Bonus', 'Salary', 'Income')] as const,
  ]);
  const books = chartOf({ accounts: new Map(), goals: new Map(), categories }, []);
  const of = (names: ReadonlyMap<string, string>) =>
    ['Food & Drinks', 'a', 'b', 'c'].map((id) => names.get(`expenses ${id}`)).concat(names.get('income d'));
  expect(of(plainNames(books))).toEqual([
    'expenses:Food & Drinks',
    'expenses:Food & Drinks:Bread- rye',
    'expenses:food drinks',
    'expenses:food drinks:Wine',
    'income:Salary:Bonus',
  ]);
  expect(of(beancountNames(books))).toEqual([
    'Expenses:Food-Drinks',
    'Expenses:Food-Drinks:Bread-rye',
    'Expenses:Food-drinks-2',
    'Expenses:Food-drinks-2:Wine',
    'Income:Salary:Bonus',
  ]);
  const row = { ...REFUND, category: 'a' };
  expect(exportedEntry(row, categories).postings).toEqual([
    { book: 'expenses a', cents: -2_000n },
    { book: 'account everyday', cents: 2_000n },
  ]);
  const parts = [
    { amount: 500 as Cents, category: 'a' },
    { amount: 1_500 as Cents, category: 'Other income' },
  ];
  expect(exportedEntry({ ...REFUND, parts }, categories).postings).toEqual([
    { book: 'expenses a', cents: -500n },
    { book: 'income Other income', cents: -1_500n },
    { book: 'account everyday', cents: 2_000n },
  ]);
});

const chart: ExportedBook[] = chartOf(
  {
    accounts: new Map([
      ['everyday', account('Everyday', 93_880)],
      ['1', account('Visa', -1_000_000_000_00, 'Credit card')],
    ]),
    goals: new Map([['2', goal('Lisbon', 5_000)]]),
    categories: GIVEN_CATEGORIES,
  },
  [{ accountId: '3', name: 'Visa', kind: 'Loan' }],
);

async function* entries(): AsyncGenerator<BookEntry> {
  yield {
    date: '2026-11-19',
    revision: 0n,
    title: 'Initial deposit',
    note: null,
    tags: [],
    postings: [
      { book: 'opening', cents: -100_000n },
      { book: 'account everyday', cents: 100_000n },
    ],
  };
  yield {
    date: '2026-11-20',
    revision: 1n,
    title: '(paid) "rye"\u00A0 bread; date: \\soon | or',
    note: 'two "loaves"; [2026]\ncut:: 3',
    tags: ['Käse', 'b_2', 'дом'],
    postings: [
      { book: 'expenses Groceries', cents: 1_100n },
      { book: 'expenses ', cents: 20n },
      { book: 'account everyday', cents: -1_120n },
    ],
  };
}

async function written(lines: AsyncIterable<string>): Promise<string[]> {
  return (await Array.fromAsync(lines)).join('').split('\n');
}

test('the journal declares what it uses, has the entries by date, and ends with assertions', async () => {
  const lines = await written(journal(chart, 'USD', [], entries()));
  expect(lines.slice(0, 8)).toEqual([
    'commodity USD',
    '  format 1000.00 USD',
    '',
    'account assets:accounts:Everyday',
    'account liabilities:accounts:Visa',
    'account liabilities:accounts:Visa 2',
    'account assets:goals:Lisbon',
    'account expenses:Electricity',
  ]);
  expect(lines.slice(lines.indexOf('account income:no category'))).toEqual([
    'account income:no category',
    'account equity:opening',
    'account equity:set by hand',
    '',
    '2026-11-19 * (0) Initial deposit',
    '    equity:opening    -1000.00 USD',
    '    assets:accounts:Everyday    1000.00 USD',
    '',
    'tag note',
    'tag Käse',
    'tag b_2',
    'tag дом',
    '',
    '2026-11-20 * (1) (paid) "rye" bread, date: \\soon / or',
    '    ; note: two "loaves"; (2026) cut:: 3',
    '    ; :Käse:',
    '    ; :b_2:',
    '    ; :дом:',
    '    expenses:Groceries    11.00 USD',
    '    expenses:no category    0.20 USD',
    '    assets:accounts:Everyday    -11.20 USD',
    '',
    '2026-11-20 * Balances',
    '    assets:accounts:Everyday    0.00 USD = 938.80 USD',
    '    liabilities:accounts:Visa    0.00 USD = -1000000000.00 USD',
    '    liabilities:accounts:Visa 2    0.00 USD = 0.00 USD',
    '    assets:goals:Lisbon    0.00 USD = 50.00 USD',
    '',
  ]);
});

test("Beancount's file opens all accounts, escapes titles, and has the balances on the day after", async () => {
  const lines = await written(beancount(chart, 'USD', entries()));
  expect(lines.slice(0, 5)).toEqual([
    'option "title" "Daybook"',
    'option "operating_currency" "USD"',
    '',
    '1900-01-01 open Assets:Accounts:Everyday USD',
    '1900-01-01 open Liabilities:Accounts:Visa USD',
  ]);
  expect(lines.slice(lines.indexOf('1900-01-01 open Equity:Set-by-hand USD') + 6)).toEqual([
    '2026-11-20 * "(paid) \\"rye\\" bread; date: \\\\soon | or" #Kase #b_2 #---',
    '  note: "two \\"loaves\\"; [2026] cut:: 3"',
    '  Expenses:Groceries  11.00 USD',
    '  Expenses:No-category  0.20 USD',
    '  Assets:Accounts:Everyday  -11.20 USD',
    '',
    '2026-11-21 balance Assets:Accounts:Everyday  938.80 ~ 0.00 USD',
    '2026-11-21 balance Liabilities:Accounts:Visa  -1000000000.00 ~ 0.00 USD',
    '2026-11-21 balance Liabilities:Accounts:Visa-2  0.00 ~ 0.00 USD',
    '2026-11-21 balance Assets:Goals:Lisbon  50.00 ~ 0.00 USD',
    '',
  ]);
});
