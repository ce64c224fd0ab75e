import { describe, expect, test } from 'vitest';
import type { LedgerEvent } from '../../ledger/events.ts';
import { deposited, earned, idNumber, planned, saved, spent, units } from '../../ledger/testing/scenario.ts';
import { givenRows, LEDGER, RECORDED_AT, recordedAt, stored } from '../testing/given-rows.ts';
import { project } from './project.ts';

const deleted = (amount: number, digit = 1): LedgerEvent => ({
  type: 'TransactionDeleted',
  data: { transactionId: idNumber(digit), type: 'Expense', amount: units(amount), date: '2026-11-20' },
});
const reset: LedgerEvent = { type: 'LedgerReset', data: {} };

describe('a transaction that is recorded', () => {
  test('becomes a row', () => {
    givenRows(deposited(100))
      .whenApplied(spent(5))
      .thenChanges(({ revision, transactionCount, state, transactions }) => {
        expect({ revision, transactionCount, balance: state.balance }).toEqual({
          revision: 1n,
          transactionCount: 1,
          balance: units(95),
        });
        expect([...transactions.values()]).toEqual([
          {
            kind: 'insert',
            row: {
              ledgerId: LEDGER,
              transactionId: idNumber(1),
              revision: 1n,
              type: 'Expense',
              title: 'Coffee',
              amount: units(5),
              category: null,
              wallet: 'Cash',
              date: '2026-11-20',
              receiptId: null,
              recordedAt: RECORDED_AT,
              accountId: 'everyday',
              parts: null,
              changedAt: null,
            },
          },
        ]);
      });
  });

  test('is added to its week, month and year, on its own side', () => {
    givenRows(deposited(100))
      .whenApplied(spent(5), earned(7))
      .thenChanges(({ statistics }) => {
        const sums = { ledgerId: LEDGER, income: units(7), expense: units(5) };
        expect([...statistics.values()]).toEqual([
          { period: 'week', startsOn: '2026-11-16', ...sums },
          { period: 'month', startsOn: '2026-11-01', ...sums },
          { period: 'year', startsOn: '2026-01-01', ...sums },
        ]);
      });
  });

  test('is refused a second time', () => {
    givenRows(deposited(100)).whenApplied(spent(5), spent(5)).thenRefused('is recorded already');
  });
});

describe('a transaction that is deleted', () => {
  test('has its stored row deleted, and is subtracted from the statistics', () => {
    givenRows(deposited(100), spent(5))
      .whenApplied(deleted(5))
      .thenChanges(({ transactionCount, transactions, statistics, state }) => {
        expect(transactionCount).toBe(0);
        expect(state.balance).toBe(units(100));
        expect([...transactions]).toEqual([[idNumber(1), { kind: 'delete' }]]);
        expect(statistics.get('year 2026-01-01')).toMatchObject({ income: 0, expense: -units(5) });
      });
  });

  test('leaves no change where its row was not stored yet', () => {
    givenRows(deposited(100))
      .whenApplied(spent(5), deleted(5))
      .thenChanges(({ transactionCount, transactions, statistics }) => {
        expect(transactionCount).toBe(0);
        expect(transactions.size).toBe(0);
        expect(statistics.get('year 2026-01-01')).toMatchObject({ income: 0, expense: 0 });
      });
  });

  test('and recorded under the same id again writes over the stored row', () => {
    givenRows(deposited(100), spent(5))
      .whenApplied(deleted(5), spent(8))
      .thenChanges(({ transactionCount, transactions }) => {
        expect(transactionCount).toBe(1);
        expect(transactions.get(idNumber(1))).toMatchObject({ kind: 'change', fields: { amount: units(8) } });
      });
  });
});

const before = { type: 'Expense', title: 'Coffee', amount: units(5), date: '2026-11-20', wallet: 'Cash' } as const;
const changed = (after: object, digit = 1): LedgerEvent => ({
  type: 'TransactionChanged',
  data: { transactionId: idNumber(digit), before, after: { ...before, ...after } },
});

describe('a transaction that is changed', () => {
  test('has its new fields, its place, and the time of the change', () => {
    givenRows(deposited(100), spent(5))
      .whenApplied(changed({ title: 'Tea' }), changed({ title: 'Cake', category: 'Shopping' }))
      .thenChanges(({ transactions }) => {
        expect(transactions.get(idNumber(1))).toEqual({
          kind: 'change',
          fields: {
            ...{ type: 'Expense', title: 'Cake', amount: units(5), category: 'Shopping', wallet: 'Cash' },
            ...{ date: '2026-11-20', receiptId: null, accountId: 'everyday', parts: null, changedAt: RECORDED_AT },
          },
        });
      });
  });

  test('moves in the statistics from one side and day to the other', () => {
    givenRows(deposited(100), spent(5))
      .whenApplied(
        changed({ type: 'Income', amount: units(7), date: '2025-01-01', category: 'Salary', wallet: undefined }),
      )
      .thenChanges(({ statistics, state, transactionCount }) => {
        expect(statistics.get('year 2026-01-01')).toMatchObject({ income: 0, expense: -units(5) });
        expect(statistics.get('year 2025-01-01')).toMatchObject({ income: units(7), expense: 0 });
        expect({ balance: state.balance, turnover: state.turnover, transactionCount }).toEqual({
          balance: units(107),
          turnover: units(7),
          transactionCount: 1,
        });
      });
  });

  test('is inserted with its new fields where it was not stored yet', () => {
    givenRows(deposited(100))
      .whenApplied(spent(5), changed({ title: 'Tea' }))
      .thenChanges(({ transactions }) => {
        expect(transactions.get(idNumber(1))).toMatchObject({ kind: 'insert', row: { title: 'Tea', revision: 1n } });
      });
  });

  test('can not be one that is deleted', () => {
    givenRows(deposited(100), spent(5))
      .whenApplied(deleted(5), changed({ title: 'Tea' }))
      .thenRefused('is deleted already');
  });
});

test.each([
  ['created', [], planned(50)],
  [
    'changed',
    [planned(50)],
    { type: 'GoalUpdated', data: { goalId: idNumber(5), title: 'x', finalAmount: units(60) } },
  ],
  ['saved for', [deposited(100), planned(50)], saved(10)],
  ['deleted', [planned(50)], { type: 'GoalDeleted', data: { goalId: idNumber(5), returnedAmount: units(0) } }],
] satisfies [string, LedgerEvent[], LedgerEvent][])(
  'a goal that is %s has the goals written again',
  (_, before, event) => {
    givenRows(...before)
      .whenApplied(event)
      .thenChanges(({ goalsChanged, transactions }) => {
        expect(goalsChanged).toBe(true);
        expect(transactions.size).toBe(0);
      });
  },
);

test('an event without rows of its own changes the state alone', () => {
  givenRows()
    .whenApplied(deposited(100), { type: 'PaymentConfirmed', data: { sessionId: 'cs_1' } })
    .thenChanges(({ state, goalsChanged, transactions, statistics }) => {
      expect(state).toMatchObject({ balance: units(100), payment: { status: 'paid' } });
      expect({ goalsChanged, rows: transactions.size + statistics.size }).toEqual({ goalsChanged: false, rows: 0 });
    });
});

test('a reset drops what came before it, and keeps the change-sets', () => {
  givenRows(deposited(100))
    .whenApplied(spent(5), planned(50), reset, earned(7))
    .thenChanges(({ cleared, erased, goalsChanged, transactionCount, transactions, statistics, state }) => {
      expect({ cleared, erased, goalsChanged, transactionCount }).toEqual({
        cleared: true,
        erased: false,
        goalsChanged: true,
        transactionCount: 1,
      });
      expect([...transactions.keys()]).toEqual([idNumber(2)]);
      expect(statistics.get('year 2026-01-01')).toMatchObject({ income: units(7), expense: 0 });
      expect(state.goals.size).toBe(0);
      expect([...state.history.changeSets.values()].map(({ last }) => last)).toEqual([1n, 2n, 3n, 4n]);
      expect(state.history.events.map(({ revision }) => revision)).toEqual([3n, 4n]);
    });
});

test('what it was given stays as it was', () => {
  const before = stored(deposited(100), spent(5));
  const copy = structuredClone(before);
  project(before, [recordedAt(deleted(5), 2)]);
  expect(before).toEqual(copy);
});
