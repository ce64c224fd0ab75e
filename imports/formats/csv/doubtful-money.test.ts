import { expect, test } from 'vitest';
import type { Answers, Mapping } from '../../parsed.ts';
import { readCsv } from './read-csv.ts';

async function read(lines: readonly string[], answers: Answers = {}, mapping: Mapping | null = null) {
  const options = { fileName: 'export.csv', mapping, answers, today: '2026-11-29' };
  const file = await readCsv(Buffer.from(lines.join('\n')), options);
  if (file === null) throw new Error('The reader of CSV decides on every file.');
  const open = file.questions.filter(({ isOpen }) => isOpen);
  return { file, asked: open.map(({ id }) => id), question: open[0], amounts: file.rows.map(({ amount }) => amount) };
}

test('columns headed by two codes are two accounts, whatever the codes; an exchange is a row in each', async () => {
  const lines = ['2026-05-04,Shop,-45.20,', '2026-05-05,Pay,3000.00,', '2026-05-06,Wire,,150.00'];
  const { file, amounts, asked } = await read(['Date,Text,GEL,USD', ...lines, '2026-05-07,To lari,270.00,-100.00']);
  expect([amounts, asked]).toEqual([[-4520, 300000, 15000, 27000, -10000], []]);
  expect(file.rows.map(({ account }) => account)).toEqual(['GEL', 'GEL', 'USD', 'GEL', 'USD']);
  expect(new Set(file.rows.map(({ raw }) => raw)).size).toBe(5);
  expect(new Set(file.rows.map(({ line }) => line)).size).toBe(5);
  const again = await read(['Date,Text,GEL,USD', ...lines], {}, file.mapping);
  expect(again.amounts).toEqual([-4520, 300000, 15000]);
});

test('columns of the same sign in each line are an amount and its value, and no two accounts', async () => {
  const { file } = await read(['Date,Text,Amount EUR,Amount USD', '2026-05-04,A,-10.00,-11.00', '2026-05-05,B,5,5.50']);
  expect(file.accounts).toHaveLength(1);
});

test('a reversal below 0 among the debits comes in, and no row loses its amount', async () => {
  const lines = ['2026-01-15,Shop,35.20,,964.80', '2026-01-16,Pay,,1500.00,2464.80', '2026-01-17,Fee,-10.00,,2474.80'];
  const { amounts } = await read(['Date,Text,Debit,Credit,Balance', ...lines, '2026-01-18,Rent,700.00,,1774.80']);
  expect(amounts).toEqual([-3520, 150000, 1000, -70000]);
});

test('a fee comes off in the one account whose balances say it', async () => {
  const lines = [
    '2026-01-13,Top-up,100.00,0.00,EUR,100.00',
    '2026-01-16,Shop,-20.00,0.00,EUR,80.00',
    '2026-01-17,To USD,-50.00,0.50,EUR,29.50',
    '2026-01-17,From EUR,54.00,0.00,USD,64.00',
    '2026-01-19,Films,-14.00,0.00,USD,50.00',
  ];
  expect((await read(['Date,Text,Amount,Fee,Currency,Balance', ...lines])).amounts).toEqual([
    10000, -2000, -5050, 5400, -1400,
  ]);
});

test('a fee that no balance decides is asked for, unless a net amount has it already', async () => {
  const header = 'Date,Text,Amount,Fee';
  const lines = ['2026-01-05,Cash,-100.00,2.50', '2026-01-07,Pay,50.00,0.00', '2026-01-09,Wire,-200.00,1.25'];
  const { amounts, asked, question, file } = await read([header, ...lines]);
  expect([asked, amounts]).toEqual([['amount-column'], [-10250, 5000, -20125]]);
  const within = question?.choices[1]?.value ?? '';
  const told = await read([header, ...lines], { 'amount-column': within });
  expect([told.asked, told.amounts]).toEqual([[], [-10000, 5000, -20000]]);
  expect((await read([header, ...lines], {}, told.file.mapping)).amounts).toEqual([-10000, 5000, -20000]);
  expect((await read([header, ...lines], {}, file.mapping)).amounts).toEqual([-10250, 5000, -20125]);
  const net = ['2026-01-05,A,20.00,-0.88,19.12', '2026-01-06,B,-30.00,-1.17,-31.17'];
  expect((await read(['Date,Text,Gross,Fee,Net', ...net])).asked).toEqual([]);
});

test.each([
  ['which way all went', 'Date,Text,Amount', ['2026-01-15,Kiosk,5.00', '2026-01-17,Rent,150.00'], [-500, -15000], 845],
  [
    'the word for spent',
    'Date,Text,Code,Amount',
    ['2026-01-15,Kiosk,7,5.00', '2026-01-16,Client,3,1500.00', '2026-01-17,Rent,7,150.00'],
    [-500, 150000, -15000],
    2345,
  ],
])('balances that a file states decide %s', async (_, header, lines, amounts, closing) => {
  const above = ['Account,12345', 'Opening balance,1000.00'];
  const proven = await read([...above, `Closing balance,${closing}.00`, header, ...lines]);
  expect([proven.asked, proven.amounts]).toEqual([[], amounts]);
  expect(proven.file.mapping?.because).toContain('opening balance');
  expect((await read([...above, 'Closing balance,7.00', header, ...lines])).asked).toEqual(['direction']);
});

const UNSIGNED = [
  ['2026-01-05', 'Shop', 'Q', '40.00', '960.00'],
  ['2026-01-06', 'Pay', 'Z', '500.00', '1460.00'],
  ['2026-01-07', 'Rent', 'Q', '300.00', '1160.00'],
  ['2026-01-08', 'Cafe', 'Q', '5.00', '1155.00'],
  ['2026-01-09', 'Gift', 'Z', '50.00', '1205.00'],
];

test.each(['Code', 'X', 'Column'])(
  'balances give amounts their signs, and the words of ‘%s’ the first',
  async (name) => {
    const lines = UNSIGNED.map((cells) => cells.join(','));
    for (const ordered of [lines, lines.toReversed()]) {
      const { file, amounts, asked } = await read([`Date,Text,${name},Amount,Balance`, ...ordered]);
      expect([asked, amounts.toSorted((a, b) => (a ?? 0) - (b ?? 0))]).toEqual([
        [],
        [-30000, -4000, -500, 5000, 50000],
      ]);
      expect(file.statements).toMatchObject([{ opening: 1000_00, closing: 1205_00 }]);
      expect(file.rows.find(({ title }) => title === 'Shop')?.amount).toBe(-4000);
    }
  },
);

test('the first amount without a sign is asked for where no word tells it', async () => {
  const lines = UNSIGNED.map(([date, text, , ...money]) => [date, text, ...money].join(','));
  const { amounts, asked, question, file } = await read(['Date,Text,Amount,Balance', ...lines]);
  expect([asked, amounts]).toEqual([['direction'], [-4000, 50000, -30000, -500, 5000]]);
  expect(question?.text).toBe('Which way did 40.00 of ‘Shop’ go?');
  const into = await read(['Date,Text,Amount,Balance', ...lines], { direction: 'into' });
  expect([into.asked, into.amounts[0]]).toEqual([[], 4000]);
  const next = ['2026-02-01,Rent,300.00,905.00', '2026-02-02,Pay,500.00,1405.00', '2026-02-03,Cafe,5.00,1400.00'];
  expect((await read(['Date,Text,Amount,Balance', ...next], {}, file.mapping)).amounts.slice(1)).toEqual([50000, -500]);
});

test('amounts above 0 are asked for although one of them is a salary', async () => {
  const lines = ['2026-01-05,Shop,40.00', '2026-01-06,Salary,500.00', '2026-01-07,Rent,300.00'];
  expect((await read(['Date,Text,Amount', ...lines])).asked).toEqual(['direction']);
});

test.each([
  ['20 Dec 2025 to 19 Jan 2026', ['28 Dec', '31 Dec', '02 Jan']],
  ['"December 20, 2025 - January 19, 2026"', ['Dec 28', 'Dec 31', 'Jan 2']],
  ['20.12.2025 bis 19.01.2026', ['28. Dez.', '31. Dezember', '2. Januar']],
])('days with a month in words have the year of the period %s', async (period, days) => {
  const lines = days.map((day, index) => `${day};Shop ${index};-10,00`);
  const { file, asked } = await read([`Period: ${period}`, 'Date;Text;Amount', ...lines]);
  expect([asked, file.rows.map(({ date }) => date)]).toEqual([[], ['2025-12-28', '2025-12-31', '2026-01-02']]);
});

test('sections of a file, each below the name of its account, are its accounts', async () => {
  const header = 'Date;Libellé;Montant;Solde';
  const first = [
    'Compte;12345678901;Compte courant',
    header,
    '15/01/2026;A;-5,00;95,00',
    '16/01/2026;B;1000,00;1095,00',
  ];
  const { file } = await read([...first, '', 'Compte;98765432109;Livret A', header, '31/01/2026;C;1,10;701,10']);
  expect(file.rows.map(({ account }) => account)).toEqual(['12345678901', '12345678901', '98765432109']);
  expect(file.remarks).toEqual([]);
});

test('the amounts that an account was billed go before amounts in the currencies of purchases', async () => {
  const lines = ['2026-01-15,Hotel,-12000,JPY,-74.40,EUR', '2026-01-16,Pay,1000.00,EUR,1000.00,EUR'];
  for (const header of ['Billed,Billed currency', 'Billing amount,Billing currency']) {
    const { file, amounts } = await read([`Date,Text,Amount,Currency,${header}`, ...lines]);
    expect([amounts, file.accounts.map(({ currency }) => currency)]).toEqual([[-7440, 100000], ['EUR']]);
  }
});

test('of two columns with a balance each, the one that the account holds is asked for', async () => {
  const lines = ['2026-01-05,A,-10.00,90.00,-9.40,84.60', '2026-01-06,B,50.00,140.00,47.00,131.60'];
  const whole = ['Date,Text,Amount A,Balance A,Amount B,Balance B', ...lines, '2026-01-07,C,1.00,141.00,0.94,132.54'];
  const { asked, question } = await read(whole);
  expect([asked, question?.choices.map(({ value }) => value)]).toEqual([['amount-column'], ['2', '4']]);
  const second = await read(whole, { 'amount-column': '4' });
  expect([second.asked, second.amounts]).toEqual([[], [-940, 4700, 94]]);
  expect(second.file.statements).toMatchObject([{ closing: 132_54 }]);
});

test('debits below 0 are spent where the balances say it, although as many stand above 0', async () => {
  const lines = [
    '15/01/2026;Shop;-35,20;;964,80',
    '16/01/2026;Pay;;1.500,00;2.464,80',
    '17/01/2026;Fee;10,00;;2.474,80',
  ];
  const { file, amounts } = await read(['Fecha;Concepto;Cargo;Abono;Saldo', ...lines]);
  expect([amounts, file.mapping?.negated]).toEqual([[-3520, 150000, 1000], [2]]);
  const again = await read(['Fecha;Concepto;Cargo;Abono;Saldo', ...lines], {}, file.mapping);
  expect(again.amounts).toEqual([-3520, 150000, 1000]);
});

test('a fee in the first line alone is asked for, since the balances follow with it and without it', async () => {
  const lines = ['2026-01-05,Cash,-50.00,2.00,948.00', '2026-01-06,Pay,500.00,0.00,1448.00'];
  const { asked, amounts } = await read([
    'Date,Text,Amount,Fee,Balance',
    ...lines,
    '2026-01-07,Rent,-300,0.00,1148.00',
  ]);
  expect([asked, amounts]).toEqual([['amount-column'], [-5200, 50000, -30000]]);
});
