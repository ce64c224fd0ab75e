import { describe, expect, test } from 'vitest';
import type { Command } from './commands.ts';
import { decide } from './decide.ts';
import { fold } from './evolve.ts';
import { type Cents, LARGEST_AMOUNT } from './money.ts';
import { EMPTY } from './state.ts';
import { deposited, earned, given, idNumber, planned, saved, spent, units } from './testing/scenario.ts';

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

describe('an initial deposit', () => {
  const deposit: Command = { type: 'MakeInitialDeposit', amount: units(250) };

  test('is made into an empty account', () => {
    given().when(deposit).thenRecorded(deposited(250));
  });

  test('is refused while there is a balance, so that a double click deposits once', () => {
    given(deposited(100)).when(deposit).thenRefused('deposit_not_empty');
  });

  test('is refused below zero, too', () => {
    given(spent(5, 1, 'Bank'))
      .when(deposit)
      .thenRefused('deposit_not_empty');
  });

  test('is possible again once everything is spent', () => {
    given(deposited(100), spent(100)).when(deposit).thenRecorded(deposited(250));
  });
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
      if (decision.outcome === 'events') state = fold(state, decision.events);
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
        if (decision.outcome === 'events') state = fold(state, decision.events);
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

describe('monthly figures', () => {
  const figures: Command = { type: 'SetMonthlyFigures', income: units(4850), expense: units(3120) };
  const set = { type: 'MonthlyFiguresSet', data: { income: units(4850), expense: units(3120) } } as const;

  test('are set', () => {
    given().when(figures).thenRecorded(set);
  });

  test('set to what they are change nothing', () => {
    given(set).when(figures).thenNothing();
  });
});

describe('the balance', () => {
  test('is adjusted from what it is', () => {
    given(deposited(100))
      .when({ type: 'AdjustBalance', to: units(120) })
      .thenRecorded({
        type: 'BalanceAdjusted',
        data: { from: units(100), to: units(120) },
      });
  });

  test('adjusted to what it is changes nothing', () => {
    given(deposited(100))
      .when({ type: 'AdjustBalance', to: units(100) })
      .thenNothing();
  });
});

describe('a goal', () => {
  const add = (amount: number): Command => ({
    type: 'AddMoneyToGoal',
    goalId: idNumber(5),
    amount: units(amount),
    today: '2026-11-21',
  });
  const update = (changes: Partial<Extract<Command, { type: 'UpdateGoal' }>>): Command => ({
    type: 'UpdateGoal',
    today: '2026-11-21',
    goalId: idNumber(5),
    title: 'Bicycle',
    finalAmount: units(300),
    ...changes,
  });

  test('takes money from the balance', () => {
    given(deposited(100), planned(300)).when(add(40)).thenRecorded(saved(40));
  });

  test('is refused more at once than its final amount', () => {
    given(deposited(1000), planned(300)).when(add(300.01)).thenRefused('more_than_goal');
  });

  test('is refused what the balance does not hold', () => {
    given(deposited(100), planned(300)).when(add(100.01)).thenRefused('not_enough_balance');
  });

  test('notes the day it is reached on', () => {
    given(deposited(1000), planned(300), saved(200))
      .when(add(100))
      .thenRecorded(saved(100, 5, '2026-11-21'));
  });

  test('keeps the day it was first reached on', () => {
    given(deposited(1000), planned(300), saved(300, 5, '2026-11-01'))
      .when(add(1))
      .thenRecorded(saved(1, 5, '2026-11-01'));
  });

  test('is out of reach again when its final amount grows', () => {
    given(deposited(1000), planned(300), saved(300, 5, '2026-11-01'))
      .when(update({ finalAmount: units(400) }))
      .thenRecorded({
        type: 'GoalUpdated',
        data: { goalId: idNumber(5), title: 'Bicycle', finalAmount: units(400) },
      });
  });

  test('updated to what it is changes nothing', () => {
    given(planned(300)).when(update({})).thenNothing();
  });

  test('deleted gives back what the ledger says is saved', () => {
    given(deposited(1000), planned(300), saved(120))
      .when({ type: 'DeleteGoal', goalId: idNumber(5) })
      .thenRecorded({
        type: 'GoalDeleted',
        data: { goalId: idNumber(5), returnedAmount: units(120) },
      });
  });

  test('that is not there is refused', () => {
    given().when(add(1)).thenRefused('goal_not_found');
    given().when(update({})).thenRefused('goal_not_found');
    given()
      .when({ type: 'DeleteGoal', goalId: idNumber(5) })
      .thenRefused('goal_not_found');
  });
});

describe('a payment', () => {
  const started = { type: 'CheckoutStarted', data: { sessionId: 'cs_1' } } as const;
  const paid = { type: 'PaymentConfirmed', data: { sessionId: 'cs_1' } } as const;

  test('begins with a checkout', () => {
    given().when({ type: 'StartCheckout', sessionId: 'cs_1' }).thenRecorded(started);
  });

  test('has one checkout open at a time', () => {
    given(started).when({ type: 'StartCheckout', sessionId: 'cs_2' }).thenNothing();
    given(started, { type: 'CheckoutExpired', data: { sessionId: 'cs_1' } })
      .when({ type: 'StartCheckout', sessionId: 'cs_2' })
      .thenRecorded({ type: 'CheckoutStarted', data: { sessionId: 'cs_2' } });
  });

  test('is confirmed once, whatever arrives again', () => {
    given(started).when({ type: 'ConfirmPayment', sessionId: 'cs_1' }).thenRecorded(paid);
    given(started, paid).when({ type: 'ConfirmPayment', sessionId: 'cs_1' }).thenNothing();
    given(started, paid).when({ type: 'ExpireCheckout', sessionId: 'cs_1' }).thenNothing();
    given(started, paid).when({ type: 'StartCheckout', sessionId: 'cs_2' }).thenRefused('already_paid');
  });

  test('expires with its own session only', () => {
    given(started)
      .when({ type: 'ExpireCheckout', sessionId: 'cs_1' })
      .thenRecorded({ type: 'CheckoutExpired', data: { sessionId: 'cs_1' } });
    given(started).when({ type: 'ExpireCheckout', sessionId: 'cs_0' }).thenNothing();
  });
});

test('a reset leaves an empty ledger', () => {
  const before = [deposited(100), planned(50), saved(10), spent(5)];
  expect(fold(EMPTY, [...before, { type: 'LedgerReset', data: {} }])).toEqual(EMPTY);
});
