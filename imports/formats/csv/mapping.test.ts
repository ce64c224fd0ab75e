import { expect, test } from 'vitest';
import type { Mapping, ParseOptions } from '../../parsed.ts';
import { examplesOf } from '../examples.ts';
import { readCsv } from './read-csv.ts';

async function read(lines: readonly string[] | Buffer, options: Partial<ParseOptions> = {}) {
  const bytes = Buffer.isBuffer(lines) ? lines : Buffer.from(lines.join('\n'));
  const file = await readCsv(bytes, { fileName: 'bank.csv', mapping: null, answers: {}, ...options });
  if (!file) throw new Error('The reader of CSV decides on every file.');
  const examples = await examplesOf(bytes, { fileName: 'bank.csv', mapping: null, answers: {}, ...options }, file);
  return { ...file, examples };
}

const columns = (mapping: Mapping['columns']): Partial<ParseOptions> => ({ mapping: { columns: mapping } });

const HOUSE = [
  'when,what,how much,purse,money,group,remark,words,state',
  '2026-10-01,Bread,-4.50,Wallet,EUR,Food,from the corner,home #kids,fine',
  '2026-10-02,Salary,2500.00,Bank,EUR,Pay,,,fine',
  '2026-10-03,Shoes,-80.00,Bank,EUR,Clothes,,,bounced',
];

test('a mapping says account, currency, category, note, tags and what is not booked', async () => {
  const by = columns({
    ...{ date: 0, title: 1, amount: 2, account: 3, currency: 4, category: 5, note: 6, tags: 7, status: 8 },
  });
  const { rows, accounts, mapping } = await read(HOUSE, {
    mapping: { ...by.mapping, columns: by.mapping?.columns ?? { date: 0 }, notBookedWords: ['bounced'] },
  });
  expect(accounts.map(({ key, currency }) => [key, currency])).toEqual([
    ['Wallet', 'EUR'],
    ['Bank', 'EUR'],
  ]);
  expect(rows[0]).toMatchObject({
    ...{ account: 'Wallet', title: 'Bread', amount: -450, note: 'from the corner', tags: ['home', 'kids'] },
    ...{ category: { name: 'Food' }, notBooked: null },
  });
  expect(rows.map(({ notBooked }) => notBooked)).toEqual([null, null, 'The bank has not booked this: ‘bounced’']);
  expect(mapping).toMatchObject({ columns: by.mapping?.columns, notBookedWords: ['bounced'] });
});

test('a mapping says that there is no account, fee or category', async () => {
  const lines = [
    'Date,Description,Amount,Fee,Account,Category',
    '2026-10-01,Bread,-4.50,1.00,A,Food',
    '2026-10-02,B,-1,0,B,Food',
  ];
  const found = await read(lines);
  expect(found.mapping?.columns).toMatchObject({ account: 4, category: 5 });
  const none = await read(lines, columns({ date: 0, title: 1, amount: 2, fee: null, account: null, category: null }));
  expect(none.accounts).toMatchObject([{ key: '' }]);
  expect(none.rows[0]).toMatchObject({ amount: -450, category: null });
});

test('a mapping turns the signs of a column, says unit, mark of thousands and line of the header', async () => {
  const lines = ['Of Clara', 'Date,Text,Out,In', '2026-10-01,Bread,-1_250,', '2026-10-02,Back,,300'];
  const mapping: Mapping = { columns: { date: 0, title: 1, debit: 2, credit: 3 }, thousandsMark: '_', headerLine: 2 };
  const cents = await read(lines, { mapping: { ...mapping, unit: 'cents' } });
  expect(cents.rows.map(({ amount }) => amount)).toEqual([-1_250, 300]);
  const turned = await read(lines, { mapping: { ...mapping, negated: [3] } });
  expect(turned.rows.map(({ amount }) => amount)).toEqual([-125_000, -30_000]);
  const below = await read(lines, { mapping: { ...mapping, headerLine: 3 } });
  expect(below.rows.map(({ line }) => line)).toEqual([4]);
});

test('a mapping says the encoding', async () => {
  const bytes = Buffer.from('Date,Description,Amount\n2026-10-01,Caf\u00e9,-4.50\n', 'latin1');
  const { rows } = await read(bytes, { mapping: { columns: { date: 0, amount: 2 }, encoding: 'windows-1251' } });
  expect(rows[0]?.title).toBe('Cafй');
  await expect(read(bytes, { mapping: { columns: { date: 0, amount: 2 }, encoding: 'klingon' } })).rejects.toThrow(
    "an encoding that Daybook does not know: 'klingon'",
  );
});

const OF_PROGRAM = [
  'created_at,description,amount',
  '2026-10-01,Bread,-450',
  '2026-10-02,Shoes,-7999',
  '2026-10-03,Rent,-80000',
];

test('whole numbers that a program wrote may be cents: it is asked, with rows and what they come to', async () => {
  const { questions, examples, rows } = await read(OF_PROGRAM);
  expect(questions).toMatchObject([
    {
      ...{ id: 'unit', text: 'Are the amounts in cents?', isOpen: true },
      choices: [{ label: 'Yes, 450 is 4.50' }, { label: 'No, 450 is 450.00' }],
    },
  ]);
  expect(rows.map(({ amount }) => amount)).toEqual([-450, -7_999, -80_000]);
  expect(examples.get('unit')).toMatchObject([
    { rows: [{ amount: -450, title: 'Bread' }, { amount: -7_999 }, { amount: -80_000 }], comesTo: -88_449 },
    { rows: [{ amount: -45_000 }, {}, {}], comesTo: -8_844_900 },
  ]);
  const whole = await read(OF_PROGRAM, { answers: { unit: 'whole' } });
  expect(whole.rows[0]?.amount).toBe(-45_000);
  expect(whole.questions.every(({ isOpen }) => !isOpen)).toBe(true);
});

test.each([
  ['a bank wrote', ['Date,Description,Amount', ...OF_PROGRAM.slice(1)]],
  ['have decimals', [...OF_PROGRAM, '2026-10-04,Tea,-4.20']],
  ['are round', [OF_PROGRAM[0] ?? '', '2026-10-01,A,-500', '2026-10-02,B,-8000', '2026-10-03,C,-9900']],
  ['are yen', ['created_at,description,amount,currency', ...OF_PROGRAM.slice(1).map((line) => `${line},JPY`)]],
])('whole numbers that %s are no cents, and nothing is asked', async (_, lines) => {
  const { questions, rows } = await read(lines);
  expect(questions.filter(({ id }) => id === 'unit')).toEqual([]);
  expect(rows[1]?.amount).toBeLessThan(-79_000);
});

const STATES = [
  'Date,Description,Amount,Status',
  '2026-10-01,Bread,-4.50,Completed',
  '2026-10-02,Shoes,-80.00,Parked',
  '2026-10-03,Tea,-3.00,Completed',
];

test('a state that is not known beside known ones is asked for', async () => {
  const { questions, examples } = await read(STATES);
  expect(questions).toMatchObject([{ id: 'status', text: 'Has the bank booked what is ‘Parked’?', isOpen: true }]);
  expect(examples.get('status')).toMatchObject([
    { rows: [{ title: 'Shoes', amount: -8_000 }], comesTo: -8_750 },
    { rows: [{ title: 'Shoes', amount: null }], comesTo: -750 },
  ]);
  const { rows, mapping } = await read(STATES, { answers: { status: 'not-booked' } });
  expect(rows.map(({ notBooked }) => notBooked !== null)).toEqual([false, true, false]);
  expect(mapping?.notBookedWords).toEqual(['Parked']);
});

const WINTER = ['Date,Description,Amount', '30/12,Fireworks,-25.00', '31/12,Food,-40.00', '02/01,Coffee,-3.00'];

test('a missing year is asked for, unless the name of the file says it; it changes with a new year', async () => {
  const { questions, rows } = await read(WINTER, { today: '2026-11-28' });
  expect(questions.find(({ id }) => id === 'year')).toMatchObject({
    ...{ text: 'Of which year are the last days of this file?', isOpen: true, answer: '2026' },
    choices: [{ value: '2026' }, { value: '2025' }, { value: '2024' }],
  });
  expect(rows.map(({ date }) => date)).toEqual(['2025-12-30', '2025-12-31', '2026-01-02']);
  const answered = await read(WINTER, { today: '2026-11-28', answers: { year: '2024' } });
  expect(answered.rows.map(({ date }) => date)).toEqual(['2023-12-30', '2023-12-31', '2024-01-02']);
  const named = await read(WINTER, { today: '2026-11-28', fileName: 'statement_2021-01.csv' });
  expect(named.rows.at(-1)?.date).toBe('2021-01-02');
  expect(named.questions.every(({ isOpen }) => !isOpen)).toBe(true);
  const upside = await read([WINTER[0] ?? '', ...WINTER.slice(1).toReversed()], { today: '2026-11-28' });
  expect(upside.rows.map(({ date }) => date)).toEqual(['2026-01-02', '2025-12-31', '2025-12-30']);
  const late = await read(['Date,Description,Amount', '30/12,Food,-1.00'], { today: '2026-11-28' });
  expect(late.rows[0]?.date).toBe('2025-12-30');
  const mapped = await read(WINTER, { mapping: { columns: { date: 0, amount: 2 }, year: 2020 } });
  expect(mapped.rows[0]?.date).toBe('2019-12-30');
});

test('prices are no days without a year', async () => {
  const prices = ['Item,Old,New', 'Bread,4.20,4.10', 'Milk,1.20,1.30'];
  await expect(read(prices, { today: '2026-11-28' })).rejects.toThrow('no table with dates and amounts');
  const dotted = await read(['Tag;Text;Betrag', '04.10.;Brot;-4,20', '05.10.;Milch;-1,30'], { today: '2026-11-28' });
  expect(dotted.rows.map(({ date }) => date)).toEqual(['2026-10-04', '2026-10-05']);
});

test('a mapping of another file is refused with the column that is missing', async () => {
  await expect(read(HOUSE, columns({ date: 0, amount: 2, note: 9 }))).rejects.toThrow(
    'The mapping is of another file: it names column 10, and this file has 9 columns.',
  );
});
