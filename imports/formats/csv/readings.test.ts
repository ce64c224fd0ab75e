import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

async function read(lines: readonly string[]) {
  const file = await readCsv(Buffer.from(lines.join('\n')), { fileName: 'export.csv', mapping: null, answers: {} });
  if (file === null) throw new Error('The reader of CSV decides on every file.');
  return file;
}

const amountsOf = ({ rows }: Awaited<ReturnType<typeof read>>) => rows.map(({ amount }) => amount);

test.each([
  [
    'the header of another column goes before the one that adds up',
    ['Date,Text,Amount,Settled,Balance', '2026-05-04,A,10.00,-9.20,90.80', '2026-05-05,B,20.00,-18.40,72.40'],
    [-920, -1840],
    'The balance of each row adds up with ‘Settled’ as the amount',
  ],
  [
    'the columns of money in and out are exchanged',
    [
      'Date,Text,Credit,Debit,Balance',
      '2026-05-04,A,,5.00,105.00',
      '2026-05-05,B,30.00,,75.00',
      '2026-05-06,C,5.00,,70.00',
    ],
    [500, -3000, -500],
    'The balance of each row adds up with ‘Debit’ as received and ‘Credit’ as spent',
  ],
  [
    'a card writes what it charged above 0',
    ['Date,Text,Amount,Balance', '2026-05-04,A,10.00,-10.00', '2026-05-05,B,20.00,-30.00', '2026-05-06,C,-5.00,-25.00'],
    [-1000, -2000, 500],
    'The balance of each row adds up with ‘Amount’ as the amount, the signs turned',
  ],
  [
    'a fee stands beside each amount',
    ['Date,Text,Amount,Fee,Balance', '2026-05-04,A,-10.00,0.50,89.50', '2026-05-05,B,-20.00,1.00,68.50'],
    [-1050, -2100],
    'The balance of each row adds up with ‘Amount’ as the amount, ‘Fee’ taken off',
  ],
])('%s: the balances decide', async (_, lines, amounts, because) => {
  const file = await read(lines);
  expect(amountsOf(file)).toEqual(amounts);
  expect(file.mapping?.because).toBe(because);
  expect(file.statements).toHaveLength(1);
});

test('a fee is said in the note of its row', async () => {
  const { rows } = await read([
    ...['Date,Text,Amount,Fee,Balance', '2026-05-04,A,-10.00,0.00,89.50', '2026-05-05,B,-20.00,0.50,69.00'],
  ]);
  expect(rows.map(({ note }) => note)).toEqual([undefined, 'With a fee of 0.50']);
});

test('where the columns that headers name add up nothing else is looked for, and no reason is given', async () => {
  const file = await read(['Date,Text,Amount,Fee,Balance', '2026-05-04,A,-10.00,9.00,90.00', '2026-05-05,B,-5,9,85']);
  expect(amountsOf(file)).toEqual([-1000, -500]);
  expect(file.mapping?.because).toBeUndefined();
});

test('each account has balances of its own', async () => {
  const lines = ['a,2026-05-04,A,-1.00,0.10,98.90', 'b,2026-05-04,B,-2.00,0.20,47.80'];
  const more = ['a,2026-05-05,C,-3.00,0.30,95.60', 'b,2026-05-05,D,4.00,0.00,51.80'];
  const file = await read(['Account,Date,Text,Amount,Fee,Balance', ...lines, ...more]);
  expect(amountsOf(file)).toEqual([-110, -220, -330, 400]);
});

test('balances that add up with nothing leave what headers say', async () => {
  const lines = ['2026-05-04,A,-10.00,1.00', '2026-05-05,B,-20.00,2.00', '2026-05-06,C,-5.00,7.00'];
  const file = await read(['Date,Text,Amount,Balance', ...lines]);
  expect(amountsOf(file)).toEqual([-1000, -2000, -500]);
  expect(file.statements).toEqual([]);
});

test('a column of received amounts that has them below 0 has them turned', async () => {
  const lines = ['2026-05-04,Boots,60.00,', '2026-05-05,Thank you,,-100.00', '2026-05-06,Return,,-60.00'];
  expect(amountsOf(await read(['Date,Description,Debit,Credit', ...lines]))).toEqual([-6000, 10000, 6000]);
});

test('an amount after fees leaves the fee out, which is taken off', async () => {
  const lines = ['2026-05-04,A,OUT,10.00,0.40', '2026-05-05,B,IN,50.00,0.00'];
  const file = await read(['Created on,Target name,Direction,Source amount (after fees),Source fee amount', ...lines]);
  expect(amountsOf(file)).toEqual([-1040, 5000]);
});
