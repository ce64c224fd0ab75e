import { expect, test } from 'vitest';
import { goalsCsv } from '#contract/goals-csv.ts';
import { transactionsCsv } from './export-tables.ts';

const expense = {
  _id: '1',
  type: 'Expense',
  title: '=Rye bread',
  amount: 11.2,
  category: 'Groceries',
  date: '2026-11-20',
  createdAt: '2026-11-20T09:30:00.000Z',
  wallet: 'Debit card',
  receipt: '/api/v1/files/7',
} as const;

test('writes the columns of a transaction', () => {
  expect(transactionsCsv([expense], 'https://daybook.example').split('\r\n')).toEqual([
    '\uFEFFDate,Type,Method,Title,Category,Amount,Recorded,Receipt',
    "2026-11-20,Expense,Debit card,'=Rye bread,Groceries,11.2,2026-11-20T09:30:00.000Z,https://daybook.example/api/v1/files/7",
    '',
  ]);
});

test('writes an empty cell for a missing value', () => {
  const income = { ...expense, type: 'Income', title: 'Pay', wallet: null, category: null, receipt: null } as const;
  expect(transactionsCsv([income], 'https://daybook.example')).toContain(
    '2026-11-20,Income,,Pay,,11.2,2026-11-20T09:30:00.000Z,\r\n',
  );
});

test('writes goals', () => {
  const goal = {
    _id: '1',
    title: 'Lisbon',
    category: 'Travel',
    finalAmount: 2400,
    currentAmount: 652.5,
    date: null,
    description: 'Trams, and\ntiles',
  };
  expect(goalsCsv([goal])).toBe(
    '\uFEFFTitle,Category,Final Target,Current Saved Amount,Date of Completion,Description\r\n' +
      'Lisbon,Travel,2400,652.5,,"Trams, and\ntiles"\r\n',
  );
  const kiln = { ...goal, title: 'Kiln', category: null, description: null, wantedBy: '2027-06-30' };
  expect(goalsCsv([kiln, goal])).toBe(
    '\uFEFFTitle,Category,Final Target,Current Saved Amount,Date of Completion,Description,Wanted by\r\n' +
      'Kiln,,2400,652.5,,,2027-06-30\r\nLisbon,Travel,2400,652.5,,"Trams, and\ntiles",\r\n',
  );
});
