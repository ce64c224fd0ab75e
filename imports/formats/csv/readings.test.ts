import { expect, test } from 'vitest';
import type { Answers } from '../../parsed.ts';
import { readCsv } from './read-csv.ts';

async function read(lines: readonly string[], answers: Answers = {}) {
  const file = await readCsv(Buffer.from(lines.join('\n')), { fileName: 'export.csv', mapping: null, answers });
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

const openOf = ({ questions }: Awaited<ReturnType<typeof read>>) =>
  questions.filter(({ isOpen }) => isOpen).map(({ id }) => id);

test('decimal commas that were cut by the delimiter are put together, in one column or two', async () => {
  const lines = ['04.05.2026,A,-10,50,89,50', '05.05.2026,B,1.200,00,1.289,50', '06.05.2026,C,-9,05,1.280,45'];
  const { rows, statements } = await read(['Buchungstag,Text,Betrag,Saldo', ...lines]);
  expect(rows.map(({ amount, title }) => `${title} ${amount}`)).toEqual(['A -1050', 'B 120000', 'C -905']);
  expect(statements).toMatchObject([{ closing: 1280_45 }]);
  const one = await read(['Buchungstag,Text,Betrag', '04.05.2026,A,-10,50', '05.05.2026,B,8,00', '06.05.2026,C,-9,05']);
  expect(amountsOf(one)).toEqual([-1050, 800, -905]);
});

test('a delimiter in a text is no cut amount', async () => {
  const lines = ['2026-05-04,Tea, green,-10.50', '2026-05-05,Pay,8.00', '2026-05-06,Rent,-9.05'];
  expect(amountsOf(await read(['Date,Text,Amount', ...lines]))).toEqual([-1050, 800, -905]);
});

test('amounts in cents are so by their header, unless they have decimals', async () => {
  const inCents = ['Date,Text,Amount (cents),Balance (cents)', '2026-05-04,A,-1050,8950', '2026-05-05,B,20000,28950'];
  const file = await read(inCents);
  expect(amountsOf(file)).toEqual([-1050, 20000]);
  expect(file.statements).toMatchObject([{ opening: 100_00, closing: 289_50 }]);
  expect(amountsOf(await read(['Date,Text,Amount (cents)', '2026-05-04,A,-10.50', '2026-05-05,B,200']))).toEqual([
    -1050, 20000,
  ]);
});

test('columns of two currencies are the amounts of two accounts', async () => {
  const lines = ['2026-05-04,A,-10.50,', '2026-05-05,B,,20.00', '2026-05-06,C,7.00,'];
  for (const header of ['CAD$,USD$', 'Amount EUR,Amount CHF', 'Betrag (EUR),Betrag (USD)']) {
    const { rows, accounts } = await read([`Date,Text,${header}`, ...lines]);
    expect(rows.map(({ amount, account }) => [amount, account])).toEqual([
      [-1050, accounts[0]?.key],
      [2000, accounts[1]?.key],
      [700, accounts[0]?.key],
    ]);
    expect(accounts.map(({ currency }) => currency)).toEqual(header.match(/[A-Z]{3}/g));
  }
});

test('a word beside known ones for spent and received is asked for, unless the balances say it', async () => {
  const lines = ['2026-05-04,Income,A,50.00', '2026-05-05,Expense,B,10.00', '2026-05-06,Transfer,C,30.00'];
  const header = 'Date,Type,Text,Amount';
  const asked = await read([header, ...lines]);
  expect([openOf(asked), amountsOf(asked)]).toEqual([['direction'], [5000, -1000, -3000]]);
  const into = await read([header, ...lines], { direction: 'into' });
  expect([openOf(into), amountsOf(into)]).toEqual([[], [5000, -1000, 3000]]);
  const balances = ['100.00', '90.00', '120.00'].map((balance, at) => `${lines[at]},${balance}`);
  const proven = await read([`${header},Balance`, ...balances]);
  expect([openOf(proven), amountsOf(proven)]).toEqual([[], [5000, -1000, 3000]]);
});

test('numbers that stand for a type are asked for', async () => {
  const lines = ['2026-05-04,1,A,10.00', '2026-05-05,0,B,50.00', '2026-05-06,1,C,30.00'];
  const file = await read(['Date,Type,Text,Amount', ...lines], { direction: '1' });
  expect(amountsOf(file)).toEqual([-1000, 5000, -3000]);
  expect(openOf(await read(['Date,Type,Text,Amount', ...lines]))).toEqual(['direction']);
});

test('whether a card has charged amounts above 0 is asked, unless words say it', async () => {
  const lines = ['2026-05-04,Kiosk,10.00', '2026-05-05,Cinema,20.00', '2026-05-06,Fuel,30.00'];
  const header = 'Date,Text,Amount';
  const said = ['Pagamento recebido', 'PAYMENT RECEIVED - THANK YOU', 'MERCI'];
  for (const words of said)
    expect(amountsOf(await read([header, ...lines, `2026-05-07,${words},-40.00`]))).toEqual([
      -1000, -2000, -3000, 4000,
    ]);
  for (const words of ['Lastschrift', 'Payment', 'Zwrot'])
    expect(openOf(await read([header, ...lines, `2026-05-07,${words},-40.00`]))).toEqual(['card']);
  const unsaid = [header, ...lines, '2026-05-07,Xyz,-40.00'];
  expect([openOf(await read(unsaid)), amountsOf(await read(unsaid))]).toEqual([['card'], [1000, 2000, 3000, -4000]]);
  expect(amountsOf(await read(unsaid, { card: 'charged' }))).toEqual([-1000, -2000, -3000, 4000]);
});

test('a column before the days, with values that come again, tells accounts apart', async () => {
  const lines = ['A-17,2026-05-04,Tea,-1.00', 'B-23,2026-05-05,Pay,5.00', 'A-17,2026-05-06,Rent,-2.00'];
  const { accounts } = await read(['Account Number,Date,Text,Amount', ...lines]);
  expect(accounts.map(({ key }) => key)).toEqual(['A-17', 'B-23']);
});

test('the name of the account’s holder is no title, whichever of two columns it stands in', async () => {
  const lines = [
    '2026-05-04,Ann Own,Kiosk,-1.00',
    '2026-05-05,Power Ltd,Ann Own,-5.00',
    '2026-05-06,Boss,Ann Own,9.00',
  ];
  const { rows } = await read(['Date,Auftraggeber,Empfänger,Betrag', ...lines]);
  expect(rows.map(({ title }) => title)).toEqual(['Kiosk', 'Power Ltd', 'Boss']);
});

test('without a header the text that differs from row to row is the title', async () => {
  const lines = [
    '04 May 26,-1.00,CARD PAYMENT,KIOSK 17',
    '05 May 26,-5.00,CARD PAYMENT,CINEMA',
    '06 May 26,9,TRANSFER,BOSS',
  ];
  expect((await read(lines)).rows.map(({ title }) => title)).toEqual(['KIOSK 17', 'CINEMA', 'BOSS']);
});

test('days without a year have that of the period above the table, also across the end of a year', async () => {
  const lines = ['30/12,ATM,10.00,DB', '05/01,Pay,70.00,CR', '26/01,Tea,5.00,DB'];
  const { rows } = await read(['Periode : 25/12/2025 - 25/01/2026', '', 'Tanggal,Keterangan,Jumlah,', ...lines]);
  expect(rows.map(({ date, amount }) => `${date} ${amount}`)).toEqual([
    ...['2025-12-30 -1000', '2026-01-05 7000', '2026-01-26 -500'],
  ]);
});

test('days without a year and without a period are none', async () => {
  const { rows } = await read(['Date,Text,Amount', '30/12,ATM,-10.00', '05/01,Pay,70.00']);
  expect(rows.map(({ invalid }) => invalid?.reason)).toEqual(["'30/12' is no date", "'05/01' is no date"]);
});

test.each([
  ['all follow', ['100.00', '80.00', '50.00', '10.00'], []],
  [
    'one does not, where a row is missing',
    ['100.00', '80.00', '45.00', '5.00', '-5.00', '-15.00', '-25.00'],
    ["In line 4 the balance doesn't follow from the amount: a row may be missing, or be there twice."],
  ],
  [
    'none does',
    ['100.00', '3.00', '900.00', '17.00'],
    ["The column of balances doesn't follow from the amounts, first in line 3."],
  ],
])('of balances of which %s the first line that breaks is said', async (_, balances, remarks) => {
  const amounts = ['-5.00', '-20.00', '-30.00', '-40.00', '-10.00', '-10.00', '-10.00'];
  const lines = balances.map(
    (balance, at) => `2026-05-${String(at + 1).padStart(2, '0')},Shop ${at},${amounts[at]},${balance}`,
  );
  expect((await read(['Date,Text,Amount,Balance', ...lines])).remarks).toEqual(remarks);
});
