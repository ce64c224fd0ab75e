import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { database } from '../../testing/databases.ts';
import { anyEntries, balancesOf, complaint, pathOf, read, short, shortParts, sums } from '../../testing/reading.ts';
import { readGnucash } from './gnucash.ts';

const account = (id: string, type: string, name: string, unit = 'EUR') =>
  `<gnc:account version="2.0.0"><act:name>${name}</act:name><act:id type="guid">${id}</act:id><act:type>${type}</act:type><act:commodity><cmdty:space>${unit === 'EUR' ? 'CURRENCY' : 'XETRA'}</cmdty:space><cmdty:id>${unit}</cmdty:id></act:commodity></gnc:account>`;
type Split = [account: string, value: string, memo?: string, quantity?: string];
const transaction = (date: string, description: string, ...splits: Split[]) =>
  `<gnc:transaction version="2.0.0"><trn:id type="guid">x</trn:id><trn:currency><cmdty:space>CURRENCY</cmdty:space><cmdty:id>EUR</cmdty:id></trn:currency><trn:date-posted><ts:date>${date}</ts:date></trn:date-posted><trn:description>${description}</trn:description><trn:splits>${splits
    .map(
      ([id, value, memo = '', quantity = value], index) =>
        `<trn:split><split:id type="guid">${description.slice(0, 4)}${index}</split:id><split:memo>${memo}</split:memo><split:value>${value}</split:value><split:quantity>${quantity}</split:quantity><split:account type="guid">${id}</split:account></trn:split>`,
    )
    .join('\n')}</trn:splits></gnc:transaction>`;
const book = (...contents: string[]) =>
  `<?xml version="1.0" encoding="utf-8" ?>\n<gnc-v2 xmlns:gnc="http://www.gnucash.org/XML/gnc">\n<gnc:count-data cd:type="book">1</gnc:count-data><gnc:book version="2.0.0">${contents.join('\n')}</gnc:book></gnc-v2>`;

const ACCOUNTS = [
  account('root', 'ROOT', 'Root Account'),
  account('bank', 'BANK', 'Hausbank &amp; Co'),
  account('cash', 'CASH', 'Purse'),
  account('card', 'CREDIT', 'Visa'),
  account('fund', 'MUTUAL', 'World fund', 'WLD'),
  account('food', 'EXPENSE', 'Food'),
  account('fees', 'EXPENSE', 'Fees'),
  account('pay', 'INCOME', 'Wages'),
  account('open', 'EQUITY', 'Opening'),
];
const HOUSEHOLD = book(
  ...ACCOUNTS,
  transaction('2024-02-01 00:00:00 +0100', 'Opening', ['bank', '100000/100'], ['open', '-100000/100']),
  transaction('2024-02-02 10:59:00 +0000', 'Wages', ['bank', '250050/100'], ['pay', '-250050/100']),
  transaction(
    '2024-02-03 23:30:00 -0500',
    'Withdrawal',
    ['bank', '-5250/100', 'ATM &#x26; fee'],
    ['cash', '50/1'],
    ['fees', '250/100'],
  ),
  transaction(
    '2024-02-04 00:00:00 +0100',
    'Supper',
    ['card', '-3000/100'],
    ['food', '2000/100'],
    ['fees', '1000/100', 'tip'],
  ),
  transaction('2024-02-05 00:00:00 +0100', 'Shares', ['bank', '-12345/100'], ['fund', '12345/100', '', '7/2']),
  transaction('2024-02-06 00:00:00 +0100', 'Odd', ['bank', '-1/3'], ['food', '1/3']),
  `<gnc:template-transactions>${account('tmpl', 'BANK', 'Template')}${transaction('2024-01-01 00:00:00 +0000', 'Never', ['tmpl', '1/1'])}</gnc:template-transactions>`,
);
const WANTED = [
  'bank · 2024-02-01 · 100000 · Opening · - · -',
  'bank · 2024-02-02 · 250050 · Wages · Wages · -',
  'bank · 2024-02-03 · -5000 · Withdrawal · - · 7',
  'bank · 2024-02-03 · -250 · Withdrawal · Fees · -',
  'cash · 2024-02-03 · 5000 · Withdrawal · - · 5',
  'card · 2024-02-04 · -3000 · Supper · - · -',
  'bank · 2024-02-05 · -12345 · Shares · - · 12',
  'fund · 2024-02-05 · 12345 · Shares · - · 11',
  'bank · 2024-02-06 ·  · Odd · - · -',
];

test('reads XML: the day as it is written, transfers, parts, shares at what was paid', async () => {
  const file = await read(readGnucash, HOUSEHOLD);
  expect(short(file)).toEqual(WANTED);
  expect(shortParts(file.rows[5])).toEqual(['2000 · Food · -', '1000 · Fees · tip']);
  expect(file.rows[8]?.invalid).toEqual({ column: 'amount', reason: 'The amount is no whole number of cents' });
  expect(file.rows[1]?.bankId).toBe('Wage0');
  expect(file.accounts).toEqual([
    { key: 'bank', name: 'Hausbank & Co', currency: 'EUR', kind: 'Checking' },
    { key: 'cash', name: 'Purse', currency: 'EUR', kind: 'Cash' },
    { key: 'card', name: 'Visa', currency: 'EUR', kind: 'Credit card' },
    { key: 'fund', name: 'World fund', currency: null, kind: 'Other' },
  ]);
});

test('reads compressed XML, and refuses what is damaged or becomes too large', async () => {
  const compressed = gzipSync(HOUSEHOLD);
  expect(short(await read(readGnucash, compressed))).toEqual(WANTED);
  expect(await complaint(readGnucash, compressed.subarray(0, -10))).toBe(
    "This compressed file is damaged: it can't be unpacked.",
  );
  const megabyte = gzipSync(Buffer.alloc(1024 * 1024));
  const bomb = Buffer.concat(Array.from({ length: 101 }, () => megabyte));
  expect(await complaint(readGnucash, bomb)).toBe('This compressed file holds more than 100 MB.');
});

test('resolves no entities of its own, and refuses broken and endlessly nested XML', async () => {
  const bomb = book(...ACCOUNTS, transaction('2024-02-01', '&b;', ['bank', '1/1'])).replace(
    '?>',
    '?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
  );
  const said = await complaint(readGnucash, bomb);
  if (said === null) expect((await read(readGnucash, bomb)).rows[0]?.title).toBe('&b;');
  const broken = "This book of GnuCash is damaged: its XML can't be read.";
  expect(await complaint(readGnucash, HOUSEHOLD.slice(0, 1_500))).toBe(broken);
  expect(await complaint(readGnucash, `<gnc-v2>${'<a>'.repeat(200_000)}`)).toBe(broken);
});

test('reads a database, and not its templates', async () => {
  const guid = 'guid TEXT';
  const bytes = await database({
    books: { columns: `${guid}, root_account_guid TEXT, root_template_guid TEXT`, rows: [['b', 'root', 'troot']] },
    commodities: { columns: `${guid}, namespace TEXT, mnemonic TEXT`, rows: [['eur', 'CURRENCY', 'EUR']] },
    accounts: {
      columns: `${guid}, name TEXT, account_type TEXT, commodity_guid TEXT, parent_guid TEXT`,
      rows: [
        ['root', 'Root', 'ROOT', null, null],
        ['troot', 'Templates', 'ROOT', null, null],
        ['tmpl', 'Template', 'BANK', 'eur', 'troot'],
        ['bank', 'Bank', 'BANK', 'eur', 'root'],
        ['food', 'Food', 'EXPENSE', 'eur', 'root'],
      ],
    },
    transactions: {
      columns: `${guid}, currency_guid TEXT, num TEXT, post_date TEXT, description TEXT`,
      rows: [
        ['t2', 'eur', '', '2024-03-02 10:59:00', 'Second'],
        ['t1', 'eur', '', '20240229230000', 'First'],
        ['t3', 'eur', '', '2024-03-03 05:00:00', 'Never'],
      ],
    },
    splits: {
      columns: `${guid}, tx_guid TEXT, account_guid TEXT, memo TEXT, value_num INTEGER, value_denom INTEGER, quantity_num INTEGER, quantity_denom INTEGER`,
      rows: [
        ['s1', 't1', 'bank', '', -100, 100, -100, 100],
        ['s2', 't1', 'food', '', 100, 100, 100, 100],
        ['s3', 't2', 'bank', '', -25, 10, -25, 10],
        ['s4', 't2', 'food', '', 25, 10, 25, 10],
        ['s5', 't3', 'tmpl', '', 1, 1, 1, 1],
      ],
    },
  });
  expect(short(await read(readGnucash, bytes))).toEqual([
    'bank · 2024-03-01 · -100 · First · Food · -',
    'bank · 2024-03-02 · -250 · Second · Food · -',
  ]);
});

test('reads random books to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(anyEntries, async (entries) => {
      const own = ['bank', 'cash', 'card'];
      const written = entries.map(({ date, from, to, amount, title }) =>
        transaction(
          `${date} 00:00:00 +0200`,
          title,
          [own[from] ?? '', `${amount}/100`],
          [to === null ? 'food' : (own[to] ?? ''), `${-amount * 10}/1000`],
        ),
      );
      const file = await read(readGnucash, book(...ACCOUNTS, ...written));
      const wanted = balancesOf(entries);
      for (const [key, sum] of Object.entries(sums(file))) expect(sum).toBe(wanted[own.indexOf(key)]);
      expect(file.rows.map(({ line }) => line)).toEqual(
        [...new Set(file.rows.map(({ line }) => line))].sort((a, b) => a - b),
      );
      expect(file.rows.filter(({ otherHalf }) => otherHalf !== null)).toHaveLength(
        2 * entries.filter(({ to }) => to !== null).length,
      );
    }),
    { numRuns: 50 },
  );
});

test('an account of income or expenses is a category below the first one under the one that all stand below', async () => {
  const below = (parent: string, ...[id, type, name]: [id: string, type: string, name: string]) =>
    account(id, type, name).replace('</gnc:account>', `<act:parent type="guid">${parent}</act:parent></gnc:account>`);
  const spent = (id: string) => transaction('2024-03-01', `To ${id}`, ['bank', '-1/1'], [id, '1/1']);
  const categories = async (...accounts: string[]) => {
    const ids = ['top', 'food', 'bread', 'rye'];
    const whole = [account('root', 'ROOT', 'Root'), account('bank', 'BANK', 'Bank'), ...accounts, ...ids.map(spent)];
    return (await read(readGnucash, book(...whole))).rows.map(({ category }) => pathOf(category));
  };
  const levels = (top: string) => [
    below('root', 'top', 'EXPENSE', top),
    below('top', 'food', 'EXPENSE', 'Food'),
    below('food', 'bread', 'EXPENSE', 'Bread'),
    below('bread', 'rye', 'EXPENSE', 'Rye'),
  ];
  const wanted = [null, 'Food', 'Food:Bread', 'Food:Rye'];
  expect(await categories(...levels('Ausgaben'))).toEqual(wanted);
  expect(await categories(...levels('Kulut'))).toEqual(wanted);
  expect(await categories(...levels('Living'), below('root', 'fun', 'EXPENSE', 'Fun'))).toEqual([
    'Living',
    'Living:Food',
    'Living:Bread',
    'Living:Rye',
  ]);
  const inCircle = levels('Expenses').map((xml) => xml.replace('>root</act:parent>', '>rye</act:parent>'));
  expect(await categories(...inCircle)).toHaveLength(4);
});
