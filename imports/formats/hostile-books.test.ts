import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Reader } from '../parsed.ts';
import { database } from '../testing/databases.ts';
import { complaint, mutated, zipped } from '../testing/reading.ts';
import { readActual } from './actual/actual.ts';
import { readDaybook } from './daybook/daybook.ts';
import { readFirefly } from './firefly/firefly.ts';
import { readGnucash } from './gnucash/gnucash.ts';
import { readLedgerText } from './ledger-text/ledger-text.ts';
import { readYnab } from './ynab/ynab.ts';
import { readYnab4 } from './ynab4/ynab4.ts';

const REGISTER =
  '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"\n"A","","13/02/2026","Transfer : B","","","","Split (1/2) x","$1,000.00","$0.00",""\n"B","","13/02/2026","Transfer : A","","","","","$0.00","$1,000.00",""\n';
const EVENT = (type: string, data: object, revision: number) =>
  JSON.stringify({ stream: 'ledger-1', revision, id: 'x', type, data, metadata: {} });
const ID = '00000000-0000-4000-8000-000000000001';
const SOUND: [name: string, Reader, file: string | Buffer][] = [
  ['YNAB', readYnab, REGISTER],
  [
    'YNAB 4',
    readYnab4,
    '{"accounts":[{"entityId":"a","accountName":"A"}],"masterCategories":[{"subCategories":[{"entityId":"c","name":"C"}]}],"transactions":[{"entityId":"t","accountId":"a","amount":-5.5,"date":"2015-01-01","subTransactions":[{"entityId":"s","amount":-5.5,"categoryId":"c"}]}]}',
  ],
  [
    'Firefly III',
    readFirefly,
    'journal_id,type,amount,description,date,source_name,source_type,destination_name,destination_type\n1,Transfer,5.00,x,2024-01-01,A,Asset account,B,Asset account\n',
  ],
  [
    'GnuCash',
    readGnucash,
    '<?xml version="1.0"?><gnc-v2><gnc:book><gnc:account><act:name>A</act:name><act:id>a</act:id><act:type>BANK</act:type></gnc:account><gnc:transaction><trn:date-posted><ts:date>2024-01-01</ts:date></trn:date-posted><trn:splits><trn:split><split:value>1/100</split:value><split:quantity>1/100</split:quantity><split:account>a</split:account></trn:split></trn:splits></gnc:transaction></gnc:book></gnc-v2>',
  ],
  [
    'Beancount',
    readLedgerText,
    '2024-01-01 open Assets:A\n2024-01-02 * "x" "y"\n  Assets:A  1.00 EUR {2 USD} @ 3 USD\n  Income:B\n2024-01-03 balance Assets:A 1 EUR\n',
  ],
  [
    'hledger',
    readLedgerText,
    'commodity 1.000,00 €\n2024-01-02 * (x) y | z\n  assets:a  1.000,00 € @@ 3 $ = 5 €\n  income:b\n\n',
  ],
  [
    'Daybook',
    readDaybook,
    [
      EVENT('InitialDepositMade', { amount: 5 }, 0),
      EVENT('GoalCreated', { goalId: ID, title: 'x', finalAmount: 5 }, 1),
      EVENT('MoneyAddedToGoal', { goalId: ID, amount: 5 }, 2),
    ].join('\n'),
  ],
];

test.each(SOUND)('a changed file of %s is read, or refused with a sentence', async (_name, reader, file) => {
  expect(await complaint(reader, file)).toBeNull();
  await fc.assert(
    fc.asyncProperty(mutated(Buffer.from(file)), async (bytes) => {
      const said = await complaint(reader, bytes);
      if (said !== null) expect(said).toMatch(/^[A-Z].*\.$/);
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['YNAB', readYnab, async () => zipped({ 'x - Register.csv': REGISTER })],
  ['YNAB 4', readYnab4, async () => zipped({ 'x.ynab4/Budget.yfull': SOUND[1]?.[2] ?? '' })],
  ['Daybook', readDaybook, async () => zipped({ 'events.jsonl': SOUND[6]?.[2] ?? '' })],
  ['GnuCash', readGnucash, async () => gzipSync(SOUND[3]?.[2] ?? '')],
] as [string, Reader, () => Promise<Buffer>][])('so is one of %s that is compressed', async (_name, reader, file) => {
  await fc.assert(
    fc.asyncProperty(mutated(await file()), async (bytes) => {
      const said = await complaint(reader, bytes);
      if (said !== null) expect(said).toMatch(/^[A-Z].*\.$/);
    }),
    { numRuns: 60 },
  );
});

test('so is a database', async () => {
  const bytes = await database({
    transactions: { columns: 'id TEXT, acct TEXT, amount INTEGER, date INTEGER', rows: [['t', 'a', 5, 20240101]] },
    accounts: { columns: 'id TEXT, name TEXT', rows: [['a', 'A']] },
    payee_mapping: { columns: 'id TEXT, targetId TEXT', rows: [] },
    splits: { columns: 'guid TEXT', rows: [['s']] },
    books: { columns: 'guid TEXT', rows: [] },
  });
  await fc.assert(
    fc.asyncProperty(mutated(bytes), fc.constantFrom(readActual, readGnucash), async (changed, reader) => {
      await complaint(reader, changed);
    }),
    { numRuns: 8 },
  );
});

test('a file of one endless line, or of nested brackets, is refused or read in bounded time', async () => {
  const long = 'x'.repeat(10_000_000);
  const files = [
    long,
    `${REGISTER}"${long}`,
    `${REGISTER}${'"'.repeat(1_000_000)}`,
    `2024-01-01 * "x"\n  Assets:A  ${'1'.repeat(1_000_000)} EUR\n  ${long}\n`,
    `2024-01-01 x\n  assets:a  ${' '.repeat(1_000_000)}1\n  ${'{'.repeat(1_000_000)}\n  b  ${'1 '.repeat(100_000)}\n`,
    `{"masterCategories":${'['.repeat(1_000_000)}`,
    `{"stream":"ledger-1",${'['.repeat(1_000_000)}`,
    `<gnc-v2>${'<a>'.repeat(300_000)}`,
    `<gnc-v2>${'<'.repeat(1_000_000)}`,
  ];
  for (const file of files) for (const [, reader] of SOUND) await complaint(reader, file);
});
