import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

async function read(lines: readonly string[], fileName = 'export.csv') {
  const file = await readCsv(Buffer.from(lines.join('\n')), {
    fileName,
    mapping: null,
    answers: {},
    today: '2026-11-29',
  });
  if (file === null) throw new Error('The reader of CSV decides on every file.');
  const asked = file.questions.filter(({ isOpen }) => isOpen).map(({ id }) => id);
  const { currency = null, kind = null } = file.accounts[0] ?? {};
  const amounts = file.rows.map(({ amount }) => amount);
  return { file, asked, amounts, currency, kind, titles: file.rows.map(({ title }) => title) };
}

test.each([
  ['S$5,000.00', '-S$20.50', 'SGD'],
  ['NT$5,000.00', 'NT$-20.50', 'TWD'],
  ['R$ 5,000.00', '-R$ 20.50', 'BRL'],
  ['HK$5,000.00', '(HK$20.50)', 'HKD'],
  ['S/. 5,000.00', '-S/ 20.50', 'PEN'],
  ['S5,000.00', '-S20.50', null],
  ['kr. 5,000.00', '-kr. 20.50', 'kr'],
  ['¥5,000.00', '-¥20.50', 'JPY'],
  ['CN¥5,000.00', '-CN¥20.50', 'CNY'],
  ['$5,000.00', '-$20.50', '$'],
])('the sign of a currency in %s and %s turns no amount', async (earned, spent, code) => {
  const rows = [`2026-01-05,Pay,"${earned}"`, `2026-01-06,Cold Storage,"${spent}"`];
  const { amounts, asked, currency } = await read(['Date,Description,Amount', ...rows]);
  expect([amounts, asked, currency]).toEqual([[500_000, -2050], [], code]);
});

test.each([
  ['D5,000.00', '-D20.50', [500_000, -2050], [], 'GMD'],
  ['D5,000.00', 'D20.50', [500_000, 2050], ['direction'], 'GMD'],
  ['C5,000.00', 'D20.50', [500_000, -2050], [], null],
  ['H5.000,00', 'S20,50', [500_000, -2050], [], null],
  ['5,000.00', 'D 20.50', [500_000, -2050], [], null],
])('a letter right before an amount in %s and %s is a direction or a currency', async (earned, spent, ...wanted) => {
  const rows = [`2026-01-05,Pay,"${earned}"`, `2026-01-06,Cold Storage,"${spent}"`];
  const { amounts, asked, currency } = await read(['Date,Description,Amount', ...rows]);
  expect([amounts, asked, currency]).toEqual(wanted);
});

test('a currency in a header is the file’s', async () => {
  expect((await read(['Date,Text,Amount (S$)', '2026-01-05,Shop,-5.00'])).currency).toBe('SGD');
});

test('on a card, a payment comes in though nothing is below 0', async () => {
  const lines = ['2026-01-05,SHELL,Purchase,12.50', '2026-01-06,PAYMENT,Payment,100.00', '2026-01-07,BAR,Return,5.00'];
  const { amounts, asked, kind } = await read(['Date,Description,Type,Amount', ...lines]);
  expect([amounts, asked, kind]).toEqual([[-1250, 10_000, 500], [], 'Credit card']);
});

const LINES = ['Date,Description,Amount', '2026-01-05,Book Shop,-60.10', '2026-01-06,Thank you,300.00'];
test.each([
  ['Visa-4444.csv', LINES, 'Credit card'],
  ['visa-debit.csv', LINES, null],
  ['Sparkonto.csv', LINES, 'Savings'],
  ['Loan account 77001234.csv', LINES, 'Loan'],
  ['export.csv', LINES, null],
  ['export.csv', ['Account Type: Credit Card', '', ...LINES], 'Credit card'],
  ['export.csv', ['Date,Account Type,Text,Amount', '2026-01-05,Savings,Interest,3.00'], 'Savings'],
  [
    'export.csv',
    ['Date,Card No.,Text,Debit,Credit', '2026-01-05,4444,A,3.00,', '2026-01-06,4444,B,,3.00'],
    'Credit card',
  ],
  ['export.csv', ['Date,Card No.,Text,Amount,Balance', '2026-01-05,4,A,-3,7', '2026-01-06,4,B,-3,4'], null],
])('the kind of the account of %s is told by words', async (name, lines, kind) => {
  expect((await read(lines, name)).kind).toBe(kind);
});

test('the title is the column that says most', async () => {
  const shops = ['REWE Berlin', 'ALDI Sued', 'Stadtwerke', 'DM Markt', 'Vodafone'];
  const paid = shops.map(
    (shop, day) => `2026-01-0${day + 1},${day % 2 ? 'Card payment' : 'Direct debit'},${shop},-5.00`,
  );
  expect((await read(['Date,Description,Details,Amount', ...paid])).titles).toEqual(shops);
  expect((await read(['Date,Description,Reference,Amount', ...paid])).titles).toEqual(shops);
  const noted = shops.map((shop, day) => `2026-01-0${day + 1},${shop},-5.00,${day % 2 ? 'gift' : ''}`);
  expect((await read(['Date,What,Amount,Memo', ...noted])).titles).toEqual(shops);
});

test('the label of a total is no further line of a title', async () => {
  const lines = ['2026-01-05,Rent,-800.00', ',of January,', '2026-01-06,Power,-10.00', ',Total,'];
  expect((await read(['Date,Text,Amount', ...lines])).titles).toEqual(['Rent of January', 'Power']);
});

test('a balance under an unknown header is one where it adds up', async () => {
  const lines = ['2026-01-05,Book,-60.10,939.90', '2026-01-06,Bread,-5.00,934.90', '2026-01-07,Meat,-20.00,914.90'];
  const { file } = await read(['Date,Text,Amount,Xyz', ...lines]);
  expect(file.statements).toMatchObject([{ opening: 100_000, closing: 91_490 }]);
});

test('the amount in the account’s currency goes before the amount of a purchase', async () => {
  const lines = ['2026-01-05,A,-60.10,USD,-60.10', '2026-01-06,B,-5.00,EUR,-5.50', '2026-01-07,C,-20.00,GBP,-25.12'];
  const { amounts, currency, file } = await read(['Date,Text,Amount,Currency,Amount in account currency', ...lines]);
  expect([amounts, currency, file.accounts.length]).toEqual([[-6010, -550, -2512], 'USD', 1]);
});
