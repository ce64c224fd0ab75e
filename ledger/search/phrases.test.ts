import { expect, test } from 'vitest';
import { GIVEN_CATEGORIES, listed } from '#ledger/model/categories.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import { type AskedEntry, countedIn } from './matching-parts.ts';
import type { Names } from './query.ts';
import { readQuery } from './read-query.ts';

const [SAVINGS, JOINT, OLD_JOINT] = ['savings', 'joint', 'old joint'];
const RULE = 'a1a1a1a1-0000-4000-8000-00000000000a';
const NAMES: Names = {
  today: '2026-03-18',
  accounts: [
    { accountId: EVERYDAY, name: 'Everyday' },
    { accountId: SAVINGS, name: 'Savings' },
    { accountId: JOINT, name: 'Joint card' },
    { accountId: OLD_JOINT, name: 'JOINT  CARD' },
  ],
  categories: listed(GIVEN_CATEGORIES),
};

const cents = (amount: number) => Math.round(amount * 100) as Cents;

/** An expense of 2026-03-05 from Everyday, but for what is named. */
function entry(amount: number, values: Partial<AskedEntry>): AskedEntry {
  return {
    type: 'Expense',
    title: null,
    amount: cents(amount),
    date: '2026-03-05',
    accountId: EVERYDAY,
    toAccount: null,
    category: null,
    wallet: values.type === undefined ? 'Cash' : null,
    note: null,
    tags: [],
    hasReceipt: false,
    parts: null,
    bankTexts: [],
    counterparties: [],
    isImported: false,
    isEdited: false,
    origins: [{ by: 'hand' }],
    ...values,
  };
}

const part = (amount: number, category: string, note?: string) => ({ amount: cents(amount), category, note });

/** All are found by every query that finds everything; the tests name them. */
const ENTRIES: Record<string, AskedEntry> = {
  cafe: entry(4.2, {
    title: 'Café Crème',
    category: 'Food & Drinks',
    note: 'with  Anna\nand Bob',
    tags: ['Lunch-Out'],
    origins: [{ by: 'hand' }, { by: 'past' }],
  }),
  rye: entry(3.8, { title: 'Rye bread', category: 'Groceries', date: '2026-03-17', hasReceipt: true }),
  ryeToo: entry(12, { title: 'bread of rye', category: 'Groceries', date: '2026-02-28', isEdited: true }),
  market: entry(100, {
    title: 'Supermarket',
    date: '2026-03-14',
    wallet: 'Debit card',
    parts: [part(70, 'Groceries'), part(30, 'Shopping', 'Rotwein, süß')],
    tags: ['holiday', 'Été'],
  }),
  street: entry(1250, { title: 'Hauptstraße 12', category: 'Bills & Fees', date: '2025-12-31', wallet: 'Bank' }),
  full: entry(12.99, { title: 'Ｆｕｌｌ ﬁlm', category: 'Movie', date: '2026-01-01', note: '100% (really) "so" a\\b' }),
  clock: entry(9.5, { title: 'Open 12:30', date: '2024-02-29', tags: ['HOLIDAY'] }),
  salary: entry(2500, { type: 'Income', title: 'Salary March', category: 'Salary', date: '2026-03-01' }),
  gift: entry(20, { type: 'Income', title: 'Or not', category: 'Gifts', accountId: JOINT, date: '2026-03-16' }),
  other: entry(50, { type: 'Income', title: 'Refund', category: 'Other', accountId: OLD_JOINT, date: '2026-03-15' }),
  moved: entry(300, { type: 'Transfer', accountId: EVERYDAY, toAccount: SAVINGS, date: '2026-03-18' }),
  bank: entry(42.42, {
    title: 'Lidl',
    category: 'Groceries',
    date: '2026-03-09',
    wallet: 'Debit card',
    bankTexts: ['SEPA LIDL SAGT DANKE REF 7741'],
    counterparties: ['Lidl Stiftung & Co'],
    isImported: true,
    origins: [{ by: 'import' }, { by: 'rule', ruleId: RULE }],
  }),
};

const ALL = Object.keys(ENTRIES);
const but = (...names: string[]) => ALL.filter((name) => !names.includes(name)).join(' ');

test.each([
  ['', ALL.join(' ')],
  ['   ', ALL.join(' ')],

  // Words and phrases
  ['cafe', 'cafe'],
  ['CAFÉ', 'cafe'],
  ['cafe\u0301', 'cafe'],
  ['creme cafe', 'cafe'],
  ['bread', 'rye ryeToo'],
  ['rye bread', 'rye ryeToo'],
  ['"rye bread"', 'rye'],
  ['"RYE   bread"', 'rye'],
  ['arket', 'market'],
  ['strasse', 'street'],
  ['STRASSE', 'street'],
  ['hauptstraße', 'street'],
  ['full', 'full'],
  ['ｆｕｌｌ', 'full'],
  ['film', 'full'],
  ['ﬁlm', 'full'],
  ['anna', 'cafe'],
  ['"anna and bob"', 'cafe'],
  ['"creme with"', ''],
  ['rotwein', 'market'],
  ['suss', 'market'],
  ['rotwein supermarket', 'market'],
  ['sagt', 'bank'],
  ['stiftung', 'bank'],
  ['"lidl sagt"', 'bank'],
  ['nothing-of-this', ''],
  ['%', 'full'],
  ['_', ''],
  ['12:30', 'clock'],
  ['a\\b', 'full'],
  ['"\\"so\\""', 'full'],
  ['"a\\\\b"', 'full'],
  ['"(really)"', 'full'],
  ['wein,', 'market'],
  ['-', ''],

  // Whole words
  ['=bread', 'rye ryeToo'],
  ['=arket', ''],
  ['=RYE', 'rye ryeToo'],
  ['="Rye  bread"', 'rye'],
  ['="ye bread"', ''],
  ['=rotwein', 'market'],
  ['=rot', ''],
  ['=suss', 'market'],
  ['-=bread -=12.99', but('rye', 'ryeToo')],
  ['=12', 'street clock'],
  ['=really', 'full'],
  ['=so', 'full'],
  ['=b', 'full'],
  ['title:=bread', 'rye ryeToo'],
  ['title:=anna', ''],
  ['note:=anna', 'cafe'],
  ['note:="anna and"', 'cafe'],
  ['note:="nna and"', ''],
  ['counterparty:=stiftung', 'bank'],
  ['counterparty:=stift', ''],
  ['=sagt', 'bank'],
  ['=sag', ''],
  ['"=bread"', ''],
  ['=', ''],
  ['income', ''],
  ['salary', 'salary'],

  // Numbers
  ['12', 'ryeToo street full clock'],
  ['12.00', 'ryeToo'],
  ['12.99', 'full'],
  ['12,99', 'full'],
  ['12.5', ''],
  ['"12"', 'street clock'],
  ['1250', 'street'],
  ['1,250', 'street'],
  ['1.250,00', 'street'],
  ['7741', 'bank'],
  ['70', 'market'],
  ['100', 'market full'],
  ['99999999999999999999', ''],

  // Text fields
  ['title:bread', 'rye ryeToo'],
  ['title:"rye bread"', 'rye'],
  ['TITLE:Bread', 'rye ryeToo'],
  ['title:12', 'street clock'],
  ['title:anna', ''],
  ['title:sagt', ''],
  ['note:anna', 'cafe'],
  ['note:rotwein', 'market'],
  ['note:100', 'full'],
  ['counterparty:lidl', 'bank'],
  ['counterparty:sagt', ''],
  ['title:12:30', 'clock'],

  // Amounts
  ['amount:4.20', 'cafe'],
  ['amount:4,2', 'cafe'],
  ['amount:12', 'ryeToo'],
  ['amount:70', 'market'],
  ['amount:100', 'market'],
  ['amount>1000', 'street salary'],
  ['amount>=1,250', 'street salary'],
  ['amount>1250', 'salary'],
  ['amount<4.20', 'rye'],
  ['amount<=4.20', 'cafe rye'],
  ['amount:20..50', 'market gift other bank'],
  ['amount:2000..', 'salary'],
  ['amount:..4', 'rye'],
  ['amount:1.000..1.300', 'street'],
  ['amount:30', 'market'],
  ['-amount<1000', 'street salary'],

  // Dates; today is Wednesday, 2026-03-18
  ['date:2024', 'clock'],
  ['date:2026-02', 'ryeToo'],
  ['date:2026-03-05', 'cafe'],
  ['date:5.3.2026', 'cafe'],
  ['date:5/3/2026', 'cafe'],
  ['date:2026-Q1', 'cafe rye ryeToo market salary gift other full moved bank'],
  ['date:2025-q4..2026-02', 'ryeToo street full'],
  ['date:2026-W12', 'rye gift moved'],
  ['date:2025-12..2026-02', 'ryeToo street full'],
  ['date:..2025', 'street clock'],
  ['date:2026-03-16..', 'rye gift moved'],
  ['date>=2026-03-17', 'rye moved'],
  ['date>2026-03-17', 'moved'],
  ['date<2025', 'clock'],
  ['date<=2025', 'street clock'],
  ['date>2026-02', 'cafe rye market salary gift other moved bank'],
  ['date:today', 'moved'],
  ['date:yesterday', 'rye'],
  ['date:this-week', 'rye gift moved'],
  ['date:last-week', 'market other bank'],
  ['date:this-month', 'cafe rye market salary gift other moved bank'],
  ['date:last-month', 'ryeToo'],
  ['date:this-year', but('street', 'clock')],
  ['date:last-year', 'street'],
  ['date:last-30-days', 'cafe rye ryeToo market salary gift other moved bank'],
  ['date:last-month..yesterday', 'cafe rye ryeToo market salary gift other bank'],
  ['date:LAST-MONTH', 'ryeToo'],
  ['date<today', but('moved')],
  ['date:2024-02-29', 'clock'],

  // Categories, accounts, wallets, types
  ['category:Groceries', 'rye ryeToo market bank'],
  ['category:groceries', 'rye ryeToo market bank'],
  ['category:"food & drinks"', 'cafe'],
  ['category:other', 'other'],
  ['category:-', 'clock'],
  ['-category:-', but('clock')],
  ['-category:Groceries', but('rye', 'ryeToo', 'bank')],
  ['account:Savings', 'moved'],
  ['account:everyday', but('gift', 'other')],
  ['account:"joint card"', 'gift other'],
  ['-account:everyday', 'gift other'],
  ['wallet:"debit card"', 'market bank'],
  ['wallet:Cash', 'cafe rye ryeToo full clock'],
  ['-wallet:cash', 'market street salary gift other moved bank'],
  ['type:income', 'salary gift other'],
  ['type:Transfer', 'moved'],
  ['-type:expense', 'salary gift other moved'],

  // Tags, has and is
  ['#holiday', 'market clock'],
  ['#HOLIDAY', 'market clock'],
  ['tag:ete', 'market'],
  ['tag:"été"', 'market'],
  ['#lunch-out', 'cafe'],
  ['#lunch', ''],
  ['#none', ''],
  ['has:receipt', 'rye'],
  ['has:note', 'cafe market full'],
  ['-has:note', but('cafe', 'full')],
  ['has:tags', 'cafe market clock'],
  ['is:split', 'market'],
  ['is:imported', 'bank'],
  ['is:edited', 'ryeToo'],
  ['by:hand', but('bank')],
  ['by:Import', 'bank'],
  ['by:past', 'cafe'],
  ['-by:hand', 'bank'],
  ['by:rule by:import', 'bank'],
  [`rule:${RULE}`, 'bank'],
  [`rule:${RULE.toUpperCase()}`, 'bank'],
  [`-rule:${RULE}`, but('bank')],
  ['rule:00000000-0000-4000-8000-000000000000', ''],

  // And, or, not, brackets
  ['rye or lidl', 'rye ryeToo bank'],
  ['rye and bread', 'rye ryeToo'],
  ['RYE OR LIDL', 'rye ryeToo bank'],
  ['"or"', 'gift'],
  ['title:or', 'gift'],
  ['"not"', 'gift'],
  ['bread -of', 'rye'],
  ['bread not of', 'rye'],
  ['bread NOT of', 'rye'],
  ['lidl or bread of', 'ryeToo bank'],
  ['(lidl or bread) type:expense', 'rye ryeToo bank'],
  ['(lidl or bread)-of', 'rye bank'],
  ['-(lidl or bread) category:groceries', 'market'],
  ['not not lidl', 'bank'],
  ['-not lidl', 'bank'],
  ['--lidl', 'bank'],
  ['-"rye bread" bread', 'ryeToo'],
  ['((lidl))', 'bank'],
  ['lidl"sagt"', 'bank'],
  ['rye(bread)', 'rye ryeToo'],
  ['a -', ''],
  ['not 12.99 type:expense wallet:cash', 'cafe rye ryeToo clock'],
  ['-12.99', 'full'],
  ['-$12.99', 'full'],
  ['12.99€', 'full'],
  ['$1,250.00', 'street'],
  ['(-12.99)', 'full'],
])('%j finds: %s', (text, found) => {
  const read = readQuery(text, NAMES);
  if ('problem' in read) throw new Error(JSON.stringify(read.problem));
  const names = ALL.filter((name) => countedIn(read.query, ENTRIES[name] as AskedEntry) !== null);
  expect(names.toSorted()).toEqual(found.split(' ').filter(Boolean).toSorted());
});

test.each([
  ['', 'market', -100],
  ['category:Groceries', 'market', -70],
  ['-category:Groceries', 'market', -30],
  ['category:Groceries or category:Shopping', 'market', -100],
  ['category:Groceries category:Shopping', 'market', null],
  ['amount:30', 'market', -30],
  ['amount:100', 'market', -100],
  ['rotwein', 'market', -30],
  ['-rotwein', 'market', -70],
  ['has:note', 'market', -30],
  ['supermarket', 'market', -100],
  ['category:groceries rotwein', 'market', null],
  ['category:groceries or rotwein', 'market', -100],
  ['-(category:groceries rotwein)', 'market', -100],
  ['type:income', 'salary', 2500],
  ['', 'moved', 0],
])('%j counts of %s: %d', (text, name, counted) => {
  const read = readQuery(text, NAMES);
  if ('problem' in read) throw new Error(JSON.stringify(read.problem));
  const amount = countedIn(read.query, ENTRIES[name] as AskedEntry);
  expect(amount).toBe(counted === null ? null : cents(counted));
});

test.each([
  ['bread #', 6, /no tag behind this #/],
  ['category:Grocreies', 9, /'Grocreies'.*'Groceries'/],
  ['bread categroy:Groceries', 6, /'categroy'.*'category'/],
  ['account:Saving', 8, /'Savings'/],
  ['wallet:card', 7, /'Credit card'|'Cash'/],
  ['type:expenses', 5, /'Expense'/],
  ['has:notes', 4, /has:note/],
  ['is:imporetd', 3, /is:imported/],
  ['by:hnad', 3, /by:hand/],
  ['bread /rye.*/', 6, /Patterns are not searched for; write =word/],
  ['title:/rye/i', 6, /Patterns are not/],
  ['bread =""', 6, /no word behind this =/],
  ['="rye', 1, /quote stays open/],
  ['rule:Bakery', 5, /'Bakery' is no id of a rule/],
  ['by>hand', 3, /compared/],
  ['category:"-"', 9, /category/],
  ['"rye bread', 0, /quote stays open/],
  ['bread title:"rye', 12, /quote stays open/],
  ['(bread', 0, /bracket stays open/],
  ['(bread (rye)', 0, /bracket stays open/],
  ['(bread fodd:x', 0, /bracket stays open/],
  ['bread)', 5, /closes nothing/],
  ['bread) fodd:x', 5, /closes nothing/],
  ['amount:abc', 7, /'abc' is no amount/],
  ['amount:"12"', 7, /without quotes/],
  ['amount>20..30', 7, /no amount/],
  ['amount:..', 7, /no amount/],
  ['amount:20..x', 7, /no amount/],
  ['amount:50..20', 7, /backwards/],
  ['amount>-5', 7, /no amount/],
  ['date:2026-13', 5, /no date/],
  ['date:2026-02-30', 5, /no date/],
  ['date:tomorow', 5, /no date/],
  ['date:"2026"', 5, /without quotes/],
  ['date:2026-05..2026-03', 5, /backwards/],
  ['date>2026..2027', 5, /no date/],
  ['title>a', 6, /compared/],
  ['title:', 6, /Say what/],
  ['title: bread', 6, /Say what/],
  ['title:""', 6, /Say what/],
  ['category:(bread)', 9, /Say what/],
  ['tag:', 4, /Say what/],
  ['""', 0, /nothing to look for/],
  ['bread " "', 6, /nothing to look for/],
  ['\u0301', 0, /nothing to look for/],
  ['bread or', 8, /missing/],
  ['bread or ', 9, /missing/],
  ['or bread', 0, /missing/],
  ['bread or or rye', 9, /missing/],
  ['bread and', 9, /missing/],
  ['and bread', 0, /missing/],
  ['not', 3, /missing/],
  ['()', 1, /missing/],
  ['(bread or )', 10, /missing/],
  ['-or', 1, /missing/],
  ['https://daybook', 0, /'https'/],
  ['😀 x:y', 3, /'x'/],
  ['a\0b', 1, /can't be searched for/],
  ['a\ud800b', 1, /can't be searched for/],
  ['b'.repeat(501), 500, /500 characters/],
  ['x '.repeat(51).trim(), 100, /50 words/],
])('%j is not understood at %d', (text, at, message) => {
  const read = readQuery(text, NAMES);
  expect(read).toEqual({ problem: { at, message: expect.stringMatching(message) } });
});

test('50 terms and 500 characters are understood', () => {
  expect(readQuery('x '.repeat(50), NAMES)).toHaveProperty('query');
  expect(readQuery('b'.repeat(500), NAMES)).toHaveProperty('query');
  expect(readQuery(`${'('.repeat(249)}bb${')'.repeat(249)}`, NAMES)).toHaveProperty('query');
});

test.each(['date>9999', 'date>9999-12-31', 'date:9999-W52', 'date>9999-Q4', 'date>31.12.9999', 'date:9998-12..9999'])(
  '%j is refused: no day comes after the last year that can be written',
  (text) =>
    expect(readQuery(text, NAMES)).toMatchObject({ problem: { message: expect.stringContaining('is no date') } }),
);
