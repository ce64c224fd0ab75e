import { expect, test } from 'vitest';
import type { ImportRow } from '#contract/import-calls.ts';
import { addedByChoices, choiceRow, choose, entriesChosen, type ImportChoices } from './choices.ts';

function rowAt(line: number, fields: Partial<ImportRow> = {}): ImportRow {
  return {
    line,
    account: 'everyday',
    date: '2026-03-02',
    amount: -3.5,
    title: `Row ${line}`,
    text: null,
    counterparty: null,
    bankId: null,
    note: null,
    tags: [],
    category: null,
    categoryReason: null,
    ruled: [],
    status: 'new',
    reason: null,
    column: null,
    matches: [],
    otherHalf: null,
    isTaken: (fields.status ?? 'new') === 'new',
    occurrence: null,
    ...fields,
  };
}

const NONE: ImportChoices = new Map();
const match = { id: 'typed', type: 'Expense', title: 'Shop', date: '2026-03-01', reason: 'alike' } as const;
const likely = rowAt(3, { status: 'likely', matches: [{ ...match, amount: -3.5, account: 'everyday' }] });
const out = rowAt(4, { status: 'transfer', amount: -100, otherHalf: 9 });
const into = rowAt(9, { status: 'transfer', amount: 100, account: 'savings', otherHalf: 4 });
const rows = [rowAt(2), likely, out, into];

test('a choice that is what was proposed is none', () => {
  const left = choose(NONE, rowAt(2), 'leave');
  expect([...left]).toEqual([[2, 'leave']]);
  expect([...choose(left, rowAt(2), 'take')]).toEqual([]);
  expect([...choose(choose(NONE, likely, 'take'), likely, 'leave')]).toEqual([]);
});

test('both halves of a transfer in the file are chosen together, and are one entry', () => {
  const taken = choose(NONE, into, 'take');
  expect(new Map(taken)).toEqual(
    new Map([
      [4, 'take'],
      [9, 'take'],
    ]),
  );
  expect(entriesChosen(1, taken, rows)).toBe(2);
  const apart = choose(taken, out, 'apart');
  expect(entriesChosen(1, apart, rows)).toBe(3);
  expect([...choose(apart, out, 'leave')]).toEqual([]);
  expect(addedByChoices(taken, rows)).toEqual(
    new Map([
      ['savings', 100],
      ['everyday', -100],
    ]),
  );
});

test('a row that is an entry already counts, and adds nothing', () => {
  const matched = choose(NONE, likely, { match: 'typed' });
  expect(entriesChosen(1, matched, rows)).toBe(2);
  expect(addedByChoices(matched, rows).get('everyday')).toBe(0);
  expect(addedByChoices(choose(NONE, likely, 'take'), rows).get('everyday')).toBe(-3.5);
});

test('a new row that is left out is taken from the totals, to the cent', () => {
  const left = choose(choose(NONE, rowAt(2, { amount: 0.1 }), 'leave'), rowAt(3, { amount: 0.2 }), 'leave');
  const cents = [rowAt(2, { amount: 0.1 }), rowAt(3, { amount: 0.2 })];
  expect(entriesChosen(2, left, cents)).toBe(0);
  expect(addedByChoices(left, cents).get('everyday')).toBe(-0.3);
});

test('a row is found by its line among those that are loaded', () => {
  expect(choiceRow(rows, 4)).toBe(out);
  expect(choiceRow(rows, 5)).toBeUndefined();
  expect(choiceRow([], 1)).toBeUndefined();
});
