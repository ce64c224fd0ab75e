import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GIVEN_CATEGORIES, listed } from '#ledger/model/categories.ts';
import type { AccountKind, CurrencySymbol } from '#ledger/model/constants.ts';
import type { Line, LineReader, PastEntry } from './line.ts';
import { lineWithPast } from './line-with-past.ts';
import { readAlone, tagsAskedFor } from './read-line.ts';

const account = (id: string, name: string, kind: AccountKind) => ({ id, name, kind });
const ACCOUNTS = [
  account('everyday', 'Everyday', 'Checking'),
  account('savings', 'Savings', 'Savings'),
  account('visa', 'Visa', 'Credit card'),
  account('joint', 'Joint card', 'Credit card'),
  account('joint-savings', 'Joint savings', 'Savings'),
  account('cash', 'Cash', 'Cash'),
  account('2026', 'Savings 2026', 'Savings'),
];
/** A Wednesday. */
const TODAY = '2026-11-25';
const USUAL: LineReader = {
  currency: '$',
  dateOrder: 'dmy',
  accounts: ACCOUNTS,
  categories: listed(GIVEN_CATEGORIES),
  tags: ['food', 'holiday'],
};

type Given = Partial<LineReader & { today: string; past: PastEntry }>;

function read(text: string, { today = TODAY, past, ...reader }: Given = {}): Line {
  return lineWithPast(readAlone(text, today, { ...USUAL, ...reader }), past ?? null);
}

/** The parts of a line by what they are, as `amount:4.20`. */
const parts = (text: string, { spans }: Line) =>
  spans.map(({ from, to, what }) => `${what}:${text.slice(from, to)}`).join('|');

const codes = ({ problems }: Line) => problems.map(({ code }) => code).join();

describe('amounts', () => {
  test.each([
    ['coffee 4.20', 420, 'coffee'],
    ['coffee 4,20', 420, 'coffee'],
    ['4.20 coffee', 420, 'coffee'],
    ['coffee $4.20', 420, 'coffee'],
    ['coffee 4.20$', 420, 'coffee'],
    ['coffee $4', 400, 'coffee'],
    ['coffee 4', 400, 'coffee'],
    ['coffee 4.2', 420, 'coffee'],
    ['coffee 0.80', 80, 'coffee'],
    ['coffee .80', 80, 'coffee'],
    ['coffee 7.40, please', 740, 'coffee please'],
    ['laptop 1,250', 125000, 'laptop'],
    ['laptop 1.250', 125000, 'laptop'],
    ['laptop 1.250,00', 125000, 'laptop'],
    ['laptop 1,250.5', 125050, 'laptop'],
    ['laptop 1 250.00', 125000, 'laptop'],
    ['laptop $1 250.00', 125000, 'laptop'],
    ['house 1 250 000,99', 125000099, 'house'],
    ['house 1,250,000', 125000000, 'house'],
    ['laptop 1 250', 25000, 'laptop 1'],
    ['lunch 12.50+2.10*2', 1670, 'lunch'],
    ['lunch (10+2)/3', 400, 'lunch'],
    ['lunch 40/3', 1333, 'lunch'],
    ['lunch 50/3', 1667, 'lunch'],
    ['lunch 0.05/2', 3, 'lunch'],
    ['lunch 12+3', 1500, 'lunch'],
    ['lunch 20-2.5', 1750, 'lunch'],
    ['lunch 20−2.5', 1750, 'lunch'],
    ['lunch 2*(3+4)*1.5', 2100, 'lunch'],
    ['lunch $12.50+$3', 1550, 'lunch'],
    ['lunch (1 250.00+50)/2', 65000, 'lunch'],
    ['2 coffees 7.40', 740, '2 coffees'],
    ['route 66 shirt 25', 2500, 'route 66 shirt'],
    ['25 route 66', 6600, '25 route'],
    ['shirt 12.00 bag 7.40', 740, 'shirt 12.00 bag'],
    ['$5 tip 20', 500, 'tip 20'],
    ['tip 1,000 of 2', 100000, 'tip of 2'],
    ['train 12:30 25', 2500, 'train 12:30'],
    ['50% off 12', 1200, '50% off'],
    ['python 3.11.2 book 20', 2000, 'python 3.11.2 book'],
    ['movie (2) 12', 1200, 'movie (2)'],
    ['A4 paper 6', 600, 'A4 paper'],
    ['refund -4.20', 420, 'refund'],
    ['refund −4.20', 420, 'refund'],
    ['refund $-4.20', 420, 'refund'],
    ['+500 salary', 50000, 'salary'],
    ['+$500 salary', 50000, 'salary'],
    ['€4 candy 3', 300, '€4 candy'],
    ['7-eleven 5', 500, '7-eleven'],
    ['gift 999999999999.99', 99999999999999, 'gift'],
    ['C->D cable 9.99', 999, 'C->D cable'],
  ])('%s', (text, amount, title) => {
    expect(read(text)).toMatchObject({ amount, title, complete: true });
  });

  test.each([
    ['A$', 'book A$5', 500, 'book'],
    ['A$', 'book $5', 500, 'book'],
    ['C$', 'book 5C$', 500, 'book'],
    ['€', 'book 4,20€', 420, 'book'],
    ['€', 'book €1.250,00', 125000, 'book'],
    ['¥', 'book ¥800', 80000, 'book'],
    ['₹', '₹99.50 book', 9950, 'book'],
  ] as [CurrencySymbol, string, number, string][])('in %s: %s', (currency, text, amount, title) => {
    expect(read(text, { currency })).toMatchObject({ amount, title, complete: true });
  });

  test.each([
    ['coffee', 'amount_missing'],
    ['coffee 5€', 'amount_missing'],
    ['coffee 0', 'amount_wrong'],
    ['coffee 0.00', 'amount_wrong'],
    ['coffee 3-4', 'amount_wrong'],
    ['coffee 10/0', 'amount_wrong'],
    ['coffee 5+', 'amount_wrong'],
    ['coffee (5+2', 'amount_wrong'],
    ['coffee 1000000000000', 'amount_wrong'],
    ['coffee 999999999*999999999*9', 'amount_wrong'],
    ['4.20', 'title_missing'],
    ['', 'amount_missing,title_missing'],
    ['   ', 'amount_missing,title_missing'],
  ])('%s: %s', (text, expected) => {
    const line = read(text);
    expect(codes(line)).toBe(expected);
    expect(line.complete).toBe(false);
  });
});

describe('dates', () => {
  test.each([
    ['tea 3 today', '2026-11-25'],
    ['tea 3 yesterday', '2026-11-24'],
    ['tea 3 Yesterday', '2026-11-24'],
    ['tea 3 monday', '2026-11-23'],
    ['tea 3 wednesday', '2026-11-25'],
    ['tea 3 thursday', '2026-11-19'],
    ['tea 3 on monday', '2026-11-23'],
    ['tea 3 last friday', '2026-11-20'],
    ['tea 3 last wednesday', '2026-11-18'],
    ['tea 3 2026-03-05', '2026-03-05'],
    ['tea 3 on 2026-03-05', '2026-03-05'],
    ['tea 3 5 march', '2026-03-05'],
    ['tea 3.00 march 5', '2026-03-05'],
    ['march 5 tea 3', '2026-03-05'],
    ['tea 3 5 mar', '2026-03-05'],
    ['tea 3.00 mar 5', '2026-03-05'],
    ['tea 3 5th march', '2026-03-05'],
    ['tea 5 march 3', '2026-03-05'],
    ['tea 3 march 5th', '2026-03-05'],
    ['tea 3 on the 5th of march', '2026-03-05'],
    ['tea 3 5 march 2024', '2024-03-05'],
    ['tea 3 march 5, 2024', '2024-03-05'],
    ['tea 3 5 december', '2025-12-05'],
    ['tea 3 25 november', '2026-11-25'],
    ['tea 3 26 november', '2025-11-26'],
    ['tea 3 29 february', '2024-02-29'],
    ['tea 3 on the 1st', '2026-11-01'],
    ['tea 3 on the 25th', '2026-11-25'],
    ['tea 3 on the 26th', '2026-10-26'],
    ['tea 3 on the 31st', '2026-10-31'],
    ['tea 3.00 5/3', '2026-03-05'],
    ['tea 3.00 5/3/2025', '2025-03-05'],
    ['tea 3.00 5.3.', '2026-03-05'],
    ['tea 3.00 5.3.2025', '2025-03-05'],
    ['tea 3.00 5.3. 2025', '2025-03-05'],
    ['tea 3.00 on 5/3', '2026-03-05'],
    ['may 5 tea 3', '2026-05-05'],
  ])('%s is of %s', (text, date) => {
    expect(read(text)).toMatchObject({ title: 'tea', amount: 300, date, warnings: [], complete: true });
  });

  test.each([
    ['tea 3.00 5/3', '2026-05-03'],
    ['tea 3.00 5.3.', '2026-05-03'],
    ['tea 3.00 5/3/2025', '2025-05-03'],
    ['tea 3.00 12/24', '2025-12-24'],
    ['tea 3 march 5', '2026-03-05'],
    ['tea 5th march 3', '2026-03-05'],
  ])('%s with the month first is of %s', (text, date) => {
    expect(read(text, { dateOrder: 'mdy' })).toMatchObject({ title: 'tea', amount: 300, date, complete: true });
  });

  test.each([
    ['pizza 40/2', 2000, 'pizza'],
    ['pizza 5/13', 38, 'pizza'],
    ['lunch may 12.50', 1250, 'lunch may'],
    ['march rent 900', 90000, 'march rent'],
    ['rent march 900', 90000, 'rent march'],
    ['tickets tomorrow 30', 3000, 'tickets tomorrow'],
    ['tickets mon 30', 3000, 'tickets mon'],
    ['tea 5.3', 530, 'tea'],
    ['the 1st of many 12', 1200, 'the 1st of many'],
    ['last supper 12', 1200, 'last supper'],
  ])('%s has no date', (text, amount, title) => {
    expect(read(text)).toMatchObject({ title, amount, date: TODAY, complete: true });
  });

  test.each([['31 february'], ['2026-02-30'], ['30/2'], ['30.2.'], ['on the 32nd'], ['31 june 2026'], ['2300-01-01']])(
    '%s is no day',
    (date) => {
      const line = read(`tea 3.00 ${date}`);
      expect(codes(line)).toBe('date_wrong');
      expect(line).toMatchObject({ date: null, title: 'tea', amount: 300 });
    },
  );

  test('a date in the future has its year, and is a warning', () => {
    const text = 'concert 45 5 december 2026';
    expect(read(text)).toMatchObject({
      date: '2026-12-05',
      complete: true,
      warnings: [{ code: 'future_date', from: 11, to: 26 }],
    });
    expect(read('concert 45 2026-11-26').warnings).toHaveLength(1);
  });

  test('of several dates the last counts', () => {
    expect(read('friday beers 20 yesterday')).toMatchObject({ title: 'friday beers', date: '2026-11-24' });
  });
});

describe('categories and tags', () => {
  test.each([
    ['bread 3 #groceries', 'Groceries', []],
    ['bread 3 #Groc', 'Groceries', []],
    ['bread 3 #gro,', 'Groceries', []],
    ['bread 3 #shop #sale', 'Shopping', ['sale']],
    ['bread 3 #"Food & Drinks"', 'Food & Drinks', []],
    ['bread 3 #other', 'Other', []],
    ['bread 3 #work', 'Work', []],
    ['bread 3 #bills', 'Bills & Fees', []],
    ['bread 3 #food', null, ['food']],
    ['bread 3 #holiday #Spain_26', null, ['holiday', 'Spain_26']],
    ['bread 3 #Holiday #holiday', null, ['Holiday']],
    ['bread 3 #-', null, []],
    ['-3 bread #salary', null, ['salary']],
  ])('%s', (text, category, tags) => {
    expect(read(text)).toMatchObject({ type: 'Expense', title: 'bread', category, tags, complete: true });
  });

  test.each([
    ['pay 900 #salary', 'Salary'],
    ['pay 900 #extra', 'Extra Income'],
    ['pay +900', 'Salary'],
    ['pay +900 #other', 'Other'],
    ['pay +900 #g', 'Gifts'],
  ])('%s is an income', (text, category) => {
    expect(read(text)).toMatchObject({ type: 'Income', title: 'pay', category, wallet: null, complete: true });
  });

  test('a beginning of several is a problem that lists them', () => {
    const line = read('bread 3 #e');
    expect(line.problems).toEqual([
      {
        code: 'category_ambiguous',
        from: 8,
        to: 10,
        names: ['Electricity', 'Entertainment', 'Education', 'Extra Income'],
      },
    ]);
    expect(codes(read('bread 3 #groceries #travel'))).toBe('category_ambiguous');
  });

  test('only beginnings of categories are looked up among the tags', () => {
    expect(tagsAskedFor('bread 3 #groceries #food #holiday #other @food', USUAL.categories)).toEqual(['food']);
  });

  test('what can be no tag is a word', () => {
    expect(read('the # 1 fan #a&b C# 12.00')).toMatchObject({ title: 'the # 1 fan #a&b C#', tags: [], complete: true });
    const tags = Array.from({ length: 11 }, (_, index) => `#t${index}`);
    expect(read(`bread 3 ${tags.join(' ')}`)).toMatchObject({ title: 'bread #t10', complete: true });
  });
});

describe('wallets and accounts', () => {
  test.each([
    ['bus 3', 'everyday', 'Bank', null, null],
    ['bus 3 @visa', 'visa', 'Credit card', 'line', null],
    ['bus 3 @sav', 'savings', 'Bank', 'line', null],
    ['bus 3 @debit', 'everyday', 'Debit card', null, 'line'],
    ['bus 3 @cash', 'cash', 'Cash', 'line', 'line'],
    ['bus 3 @cash @every', 'everyday', 'Cash', 'line', 'line'],
    ['bus 3 @visa @debit', 'visa', 'Debit card', 'line', 'line'],
    ['bus 3 @"Joint card"', 'joint', 'Credit card', 'line', null],
  ])('%s', (text, account, wallet, ofAccount, ofWallet) => {
    const accounts = ACCOUNTS.filter(({ id }) => id !== '2026');
    const line = read(text, { accounts });
    expect(line).toMatchObject({ title: 'bus', account, wallet, complete: true });
    expect(line.from).toEqual({ account: ofAccount, wallet: ofWallet, category: null });
  });

  test.each([
    ['bus 3 @joint', 'account_ambiguous'],
    ['bus 3 @c', 'account_ambiguous'],
    ['bus 3 @visa @savings', 'account_ambiguous'],
    ['bus 3 @nowhere', 'account_unknown'],
    ['Savings > savings 5', 'same_account'],
    ['from Joint to Visa 5', 'account_ambiguous'],
  ])('%s: %s', (text, expected) => {
    expect(codes(read(text))).toBe(expected);
  });
});

describe('transfers', () => {
  test.each([
    ['200 from Everyday to Savings', 'everyday', 'savings', null],
    ['200 from every to visa', 'everyday', 'visa', null],
    ['from Everyday to Joint card 200 new sofa', 'everyday', 'joint', 'new sofa'],
    ['Everyday > Savings 200', 'everyday', 'savings', null],
    ['rainy day 200 Joint card > Ev', 'joint', 'everyday', 'rainy day'],
    ['Everyday>Savings 200', 'everyday', 'savings', null],
    ['200 from Everyday to Savings 2026', 'everyday', '2026', null],
    ['$200 from Everyday to Savings, holidays', 'everyday', 'savings', 'holidays'],
  ])('%s', (text, from, toAccount, title) => {
    const line = read(text);
    expect(line).toMatchObject({ type: 'Transfer', amount: 20000, account: from, toAccount, title, complete: true });
    expect(line).toMatchObject({ category: null, wallet: null });
  });

  test('what is no account is a word', () => {
    expect(read('train from Munich to Berlin 39.90')).toMatchObject({
      type: 'Expense',
      title: 'train from Munich to Berlin',
    });
    expect(read('gift from Everyday to mum 12')).toMatchObject({ type: 'Expense', title: 'gift from Everyday to mum' });
  });

  test('it has tags, and no category', () => {
    expect(read('200 from Everyday to Savings #groceries')).toMatchObject({ category: null, tags: ['groceries'] });
  });
});

describe('the past', () => {
  const past: PastEntry = { type: 'Expense', category: 'Groceries', wallet: 'Debit card', account: 'visa' };

  test('proposes what the line does not say', () => {
    expect(read('market 3', { past })).toMatchObject({
      category: 'Groceries',
      wallet: 'Debit card',
      account: 'visa',
      from: { category: 'past', wallet: 'past', account: 'past' },
    });
    expect(read('market 3 #travel @savings', { past })).toMatchObject({
      category: 'Travel',
      wallet: 'Debit card',
      account: 'savings',
      from: { category: 'line', wallet: 'past', account: 'line' },
    });
    expect(read('market 3 #-', { past })).toMatchObject({ category: null, from: { category: 'line' } });
  });

  test('an account that is closed is not proposed', () => {
    expect(read('market 3', { past: { ...past, account: 'closed' } })).toMatchObject({
      account: 'everyday',
      from: { account: null },
    });
  });

  test('is an income where the line has no sign, and no category of the other kind', () => {
    const income: PastEntry = { type: 'Income', category: 'Loan', wallet: null, account: 'savings' };
    expect(read('aunt 30', { past: income })).toMatchObject({ type: 'Income', category: 'Loan', wallet: null });
    expect(read('aunt 30 #other', { past: income })).toMatchObject({ type: 'Income', category: 'Other' });
    expect(read('aunt -30', { past: income })).toMatchObject({ type: 'Expense', category: null, wallet: 'Bank' });
    expect(read('aunt 30 #travel', { past: income })).toMatchObject({ type: 'Expense', category: 'Travel' });
    expect(read('market +3', { past })).toMatchObject({ type: 'Income', category: 'Salary' });
  });
});

test('a long title is cut, and whole in the note', () => {
  const words = 'a birthday present for grandmother from all of us together';
  const { title, note } = read(`${words} 40`);
  expect(title).toBe('a birthday present for grandmother from');
  expect(note).toBe(words);
  expect(read(`${'🎁'.repeat(30)} 40`).title).toBe('🎁'.repeat(20));
  expect(read(`x${'🎁'.repeat(30)} 40`).title).toBe(`x${'🎁'.repeat(19)}`);
});

test.each([
  ['2 coffees 7.40 on monday #food', 'title:2 coffees|amount:7.40|date:on monday|tag:#food'],
  ['lunch, 12.50, today.', 'title:lunch,|amount:12.50|date:today'],
  ['a 5.3. 4.00 b', 'title:a|date:5.3.|amount:4.00|title:b'],
  ['200 from Ev to Sav rent', 'amount:200|account:from Ev|toAccount:to Sav|title:rent'],
  ['x 5 @cash @debit', 'title:x|amount:5|account:@cash|wallet:@debit'],
  ['💶 5 #groceries', 'title:💶|amount:5|category:#groceries'],
])('the spans of %s', (text, expected) => {
  expect(parts(text, read(text))).toBe(expected);
});

const WORDS = [
  ...['coffee', '4.20', '12', '1 250.00', '$5', '+7', '-3', '(10+2)/3', '10/0', '5/3', '5.3.', 'march', '2026', '5'],
  ...[
    'on',
    'the',
    '1st',
    'of',
    'last',
    'friday',
    'today',
    '2026-03-05',
    '2026-02-30',
    '#food',
    '#e',
    '#',
    '@',
    '@cash',
  ],
  ...['@"Joint card"', '#"', 'from', 'to', '>', 'Everyday', 'Savings', 'ß', '💶', ',', '\u00a0', '\n', '((', 'ﬁ', '−'],
];
const anyLine = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 500 }),
  fc.string({ unit: fc.constantFrom(...'0123456789.,+-*/() #@$"e'), maxLength: 60 }),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(' ')),
);

test('any text is read: spans are in order and in bounds, and the rest is white space or ends a word', () => {
  fc.assert(
    fc.property(anyLine, fc.constantFrom<LineReader['dateOrder']>('dmy', 'mdy'), (text, dateOrder) => {
      const line = read(text, { dateOrder });
      let end = 0;
      let rest = '';
      for (const { from, to } of line.spans) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        rest += text.slice(end, from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(text.length);
      expect(rest + text.slice(end)).toMatch(/^[\s.,;:!?]*$/);
      for (const { from, to } of [...line.problems, ...line.warnings])
        expect(text.slice(from, to).length).toBe(to - from);
      expect(line.complete).toBe(line.problems.length === 0);
      if (line.complete) {
        expect(line.amount).toBeGreaterThanOrEqual(1);
        expect(line.date).not.toBeNull();
        expect(line.account).not.toBeNull();
        if (line.type !== 'Transfer') expect(line.title).not.toBeNull();
      }
      expect((line.title ?? '').length).toBeLessThanOrEqual(40);
      expect(line.title).toBe(line.title?.trim() ?? null);
    }),
    { numRuns: 1000 },
  );
});

test('the longest lines are read at once', () => {
  const hostile = ['from to '.repeat(62), '('.repeat(500), '9*'.repeat(250), '1/'.repeat(250), '> '.repeat(250)];
  for (const text of [...hostile, '1 '.repeat(250), '-'.repeat(499) + 1, '"@#'.repeat(166), 'on the '.repeat(71)]) {
    const before = process.threadCpuUsage();
    read(text);
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_000);
  }
});
