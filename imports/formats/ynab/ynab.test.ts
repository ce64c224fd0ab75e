import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  anyEntries,
  balancesOf,
  complaint,
  pathOf,
  read,
  short,
  shortBudget,
  shortParts,
  sums,
  zipped,
} from '../../testing/reading.ts';
import { readYnab } from './ynab.ts';

const HEADER =
  '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"';
const register = (...rows: string[]) => `\ufeff${[HEADER, ...rows].join('\r\n')}\r\n`;

const HOUSEHOLD = register(
  '"Joint","","25/03/2026","Market Hall","Daily: Food","Daily","Food","","€1.040,10","€0,00","Cleared"',
  '"Joint","Red","24/03/2026","Transfer : Rainy day","","","","for the roof","€200,00","€0,00","Cleared"',
  '"Rainy day","","24/03/2026","Transfer : Joint","","","","for the roof","€0,00","€200,00","Cleared"',
  '"Joint","","02/03/2026","Dr. Novak","Home: Repairs","Home","Repairs","Split (1/2) tiles","€70,00","€0,00","Uncleared"',
  '"Joint","","02/03/2026","Dr. Novak","Daily: Food","Daily","Food","Split (2/2) ","€5,55","€0,00","Uncleared"',
  '"Joint","","01/03/2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","","€0,00","€3.000,00","Reconciled"',
);

test('reads a register: amounts, categories, both halves of a transfer, a split as one row with parts', async () => {
  const file = await read(readYnab, HOUSEHOLD);
  expect(short(file)).toEqual([
    'Joint · 2026-03-25 · -104010 · Market Hall · Daily:Food · -',
    'Joint · 2026-03-24 · -20000 · for the roof · - · 4',
    'Rainy day · 2026-03-24 · 20000 · for the roof · - · 3',
    'Joint · 2026-03-02 · -7555 · Dr. Novak · - · -',
    'Joint · 2026-03-01 · 300000 · Starting Balance · - · -',
  ]);
  expect(file.rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 7]);
  expect(shortParts(file.rows[3])).toEqual(['7000 · Home:Repairs · tiles', '555 · Daily:Food · -']);
  expect(file).toMatchObject({ format: 'ynab', questions: [], dialect: { dateOrder: 'dmy', decimalMark: ',' } });
});

test('reads the register of a zip', async () => {
  const zip = await zipped({ 'Home as of 2026 - Plan.csv': '"Month"', 'Home as of 2026 - Register.csv': HOUSEHOLD });
  expect((await read(readYnab, zip)).rows).toHaveLength(5);
  expect(await complaint(readYnab, await zipped({ 'Home - Budget.csv': '"Month"' }))).toBe(
    'This zip of YNAB has no register.',
  );
});

test('reads the plan beside the register, but for what pays off cards', async () => {
  const plan = (planned: string, ...rows: string[]) =>
    `\ufeff"Month","Category Group/Category","Category Group","Category","${planned}","Activity","Available"\n${rows.join('\n')}\n`;
  const rows = [
    '"Feb 2026","Daily: Food","Daily","Food","€1.250,50","€0,00","€0,00"',
    '"Mar 2026","Daily: Food","Daily","Food","-€30,00","€0,00","€0,00"',
    '"Mar 2026","Home: Repairs","Home","Repairs","€0,00","€0,00","€0,00"',
    '"Mar 2026","","Hidden Categories","Daily ` Candles ` 7","€4,00","€0,00","€0,00"',
    '"Mar 2026","Credit Card Payments: Visa","Credit Card Payments","Visa","€99,00","€0,00","€0,00"',
    '"Mar 2026","Inflow: Ready to Assign","Inflow","Ready to Assign","€5,00","€0,00","€0,00"',
    '"März 2026","Daily: Food","Daily","Food","€5,00","€0,00","€0,00"',
    '"Smarch 2026","Daily: Food","Daily","Food","€5,00","€0,00","€0,00"',
  ];
  for (const [name, planned] of [
    ['Plan', 'Assigned'],
    ['Budget', 'Budgeted'],
  ] as const) {
    const file = await read(
      readYnab,
      await zipped({ [`H - ${name}.csv`]: plan(planned, ...rows), 'H - Register.csv': HOUSEHOLD }),
    );
    expect(shortBudget(file)).toEqual([
      'Daily:Food · 2026-02 · 125050',
      'Daily:Food · 2026-03 · -3000',
      'Daily:Candles · 2026-03 · 400',
    ]);
    expect([file.rows.length, file.remarks]).toEqual([5, ["2 lines of this file's plan can't be read, and left out."]]);
  }
});

test('a piece of the other sign is a part below 0, and a single piece of a split stays a row', async () => {
  const file = await read(
    readYnab,
    register(
      '"Joint","","2026-04-30","Shop","","","Food","Split (1/2) bread","$10.00","$0.00",""',
      '"Joint","","2026-04-30","Shop","","","Bottles","Split (2/2) bottles","$0.00","$2.50",""',
      '"Joint","","2026-04-30","","","","Food","Split (1/2) bread","$10.00","$0.00",""',
    ),
  );
  expect(short(file)).toEqual([
    'Joint · 2026-04-30 · -750 · Shop · - · -',
    'Joint · 2026-04-30 · -1000 · bread · Food · -',
  ]);
  expect(file.rows[0]?.parts?.map(({ amount, category }) => [amount, category?.name])).toEqual([
    [1000, 'Food'],
    [-250, 'Bottles'],
  ]);
});

test('a category that is hidden is below its former group, where the register names it, else below none', async () => {
  const file = await read(
    readYnab,
    register(
      '"Joint","","2026-04-30","Shop","","Hidden Categories","Daily ` Old things ` 7","","$1.00","$0.00",""',
      '"Joint","","2026-04-30","Shop","","Hidden Categories","Candles","","$1.00","$0.00",""',
      '"Joint","","2026-04-30","Shop","","Inflow","Ready to Assign","","$0.00","$1.00",""',
      '"Joint","","2026-04-30","Shop","","","Uncategorized","","$1.00","$0.00",""',
    ),
  );
  expect(file.rows.map(({ category }) => pathOf(category))).toEqual(['Daily:Old things', 'Candles', null, null]);
});

test('asks for the order of day and month where all dates fit both', async () => {
  const file = register(
    '"A","","03/04/2026","Shop","","","","","$1.00","$0.00",""',
    '"A","","05/06/2026","Shop","","","","","$1.00","$0.00",""',
  );
  const asked = await read(readYnab, file);
  expect(asked.questions).toMatchObject([
    { id: 'day-order', isOpen: true, choices: [{ value: 'dmy' }, { value: 'mdy' }] },
  ]);
  const answered = await read(readYnab, file, { answers: { 'day-order': 'dmy' } });
  expect(answered.questions).toMatchObject([{ isOpen: false, answer: 'dmy' }]);
  expect(answered.rows.map(({ date }) => date)).toEqual(['2026-04-03', '2026-06-05']);
});

test('says which cells can not be read', async () => {
  const file = await read(
    readYnab,
    register(
      '"A","","31/02/2026","Shop","","","","","$1.00","$0.00",""',
      '"A","","13/02/2026","Shop","","","","","some","$0.00",""',
    ),
  );
  expect(file.rows.map(({ invalid }) => invalid)).toEqual([
    { column: 'Date', reason: "'31/02/2026' is no date" },
    { column: 'Outflow', reason: "The amount can't be read" },
  ]);
});

test('reads random registers to the cent', async () => {
  const money = (cents: number) => `R$${new Intl.NumberFormat('de', { minimumFractionDigits: 2 }).format(cents / 100)}`;
  const line = (account: number, date: string, payee: string, amount: number) =>
    `"Acc ${account}","","${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}","${payee}","","","","","${money(Math.max(0, -amount))}","${money(Math.max(0, amount))}",""`;
  await fc.assert(
    fc.asyncProperty(anyEntries, async (entries) => {
      const small = entries.map((entry) => ({ ...entry, amount: entry.amount % 100_000_000 }));
      const rows = small.flatMap(({ date, from, to, amount, title }) =>
        to === null
          ? [line(from, date, title, amount)]
          : [line(from, date, `Transfer : Acc ${to}`, amount), line(to, date, `Transfer : Acc ${from}`, -amount)],
      );
      const file = await read(readYnab, register(...rows), { answers: { 'day-order': 'dmy' } });
      const wanted = balancesOf(small);
      for (const [account, sum] of Object.entries(sums(file))) expect(sum).toBe(wanted[Number(account.slice(4))]);
      expect(file.rows).toHaveLength(rows.length);
      expect(file.rows.filter(({ otherHalf }) => otherHalf !== null)).toHaveLength(
        2 * small.filter(({ to, amount }) => to !== null && amount !== 0).length,
      );
    }),
    { numRuns: 60 },
  );
});
