import { describe, expect, test } from 'vitest';
import type { Command } from '../decide/commands.ts';
import { decide, needsOf } from '../decide/decide.ts';
import { fold } from '../evolve.ts';
import { EMPTY } from '../history.ts';
import { type Cents, LARGEST_AMOUNT } from '../model/money.ts';
import { deposited, earned, given, idNumber, recordedAll, spent, units } from '../testing/scenario.ts';

const expense = (amount: number, wallet: 'Cash' | 'Bank' = 'Cash'): Command => ({
  type: 'RecordExpense',
  transactionId: idNumber(1),
  title: 'Coffee',
  amount: units(amount),
  date: '2026-11-20',
  wallet,
});

const income = (amount: Cents): Command => ({
  type: 'RecordIncome',
  transactionId: idNumber(9),
  title: 'Salary',
  amount,
  category: 'Salary',
  date: '2026-11-20',
});

describe('an expense', () => {
  test('in cash may take all of the balance', () => {
    given(deposited(100)).when(expense(100)).thenRecorded(spent(100));
  });

  test('in cash may not exceed the balance by a cent', () => {
    given(deposited(100)).when(expense(100.01)).thenRefused('not_enough_balance');
  });

  test('in another wallet may take the balance below zero', () => {
    given(deposited(100))
      .when(expense(100.01, 'Bank'))
      .thenRecorded(spent(100.01, 1, 'Bank'));
  });
});

describe('an income', () => {
  test('is recorded', () => {
    given()
      .when({ ...income(units(10)), transactionId: idNumber(2) } as Command)
      .thenRecorded(earned(10));
  });

  test('is refused once the sums would leave the safe integers', () => {
    let state = EMPTY;
    let refused = false;
    for (let times = 0; times < 200 && !refused; times += 1) {
      const decision = decide(income(LARGEST_AMOUNT), state);
      refused = decision.outcome === 'rejected' && decision.reason === 'amount_too_large';
      if (decision.outcome === 'events') state = fold(state, recordedAll(decision.events));
      expect(Number.isSafeInteger(state.balance)).toBe(true);
    }
    expect(refused).toBe(true);
  });

  test('is refused by the turnover even where expenses keep the balance small', () => {
    let state = EMPTY;
    const reasons = new Set<string>();
    for (let times = 0; times < 100; times += 1) {
      for (const command of [income(LARGEST_AMOUNT), { ...expense(0, 'Bank'), amount: LARGEST_AMOUNT } as Command]) {
        const decision = decide(command, state);
        if (decision.outcome === 'events') state = fold(state, recordedAll(decision.events));
        if (decision.outcome === 'rejected') reasons.add(decision.reason);
      }
    }
    expect([...reasons]).toEqual(['amount_too_large']);
    expect(Number.isSafeInteger(state.turnover)).toBe(true);
  });
});

describe('deleting a transaction', () => {
  const remove = (digit: number): Command => ({ type: 'DeleteTransaction', transactionId: idNumber(digit) });

  test('says what it undoes', () => {
    given(deposited(100), spent(30))
      .when(remove(1))
      .thenRecorded({
        type: 'TransactionDeleted',
        data: { transactionId: idNumber(1), type: 'Expense', amount: units(30), date: '2026-11-20' },
      });
  });

  test('of an income is possible whatever the balance becomes', () => {
    given(earned(100), spent(80))
      .when(remove(2))
      .thenRecorded({
        type: 'TransactionDeleted',
        data: { transactionId: idNumber(2), type: 'Income', amount: units(100), date: '2026-11-20' },
      });
  });

  test('is refused where it is not there, or not any more', () => {
    given().when(remove(1)).thenRefused('transaction_not_found');
  });
});

test('deleting a transaction needs that transaction loaded, recording one needs none', () => {
  expect(needsOf({ type: 'DeleteTransaction', transactionId: idNumber(3) })).toEqual({ transactionIds: [idNumber(3)] });
  expect(needsOf(expense(5))).toEqual({});
});

describe('an adjusting entry', () => {
  const adjust = (difference: number): Command => ({
    type: 'AdjustBooks',
    transactionId: idNumber(1),
    date: '2026-03-31',
    difference: units(difference),
  });
  const entry = {
    transactionId: idNumber(1),
    title: 'Adjusting entry',
    category: 'Other',
    date: '2026-03-31',
  } as const;

  test('is an income of what is missing', () => {
    const data = { ...entry, category: 'Other income', amount: units(0.01), accountId: undefined };
    given().when(adjust(0.01)).thenRecorded({ type: 'IncomeRecorded', data });
  });

  test('is an expense by Bank of what is too much, which no balance limits', () => {
    const data = { ...entry, amount: units(4.2), wallet: 'Bank', accountId: undefined } as const;
    given().when(adjust(-4.2)).thenRecorded({ type: 'ExpenseRecorded', data });
  });

  test('is none where nothing is missing', () => {
    given().when(adjust(0)).thenNothing();
  });
});
