import { describe, test } from 'vitest';
import type { Command } from '../decide/commands.ts';
import { deposited, given, spent, units } from '../testing/scenario.ts';

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

describe('an account begins with what the bank had', () => {
  const bank = { date: '2025-11-03', balance: units(1_535) };
  const begin = (amount: number): Command => ({ type: 'BeginWith', bank, amount: units(amount) });

  test.each([-965.5, 20])('by %d more than it has begun with, also below 0, whatever it holds by now', (amount) => {
    given(deposited(2_500.5), spent(100))
      .when(begin(amount))
      .thenRecorded({ type: 'InitialDepositMade', data: { amount: units(amount), bank } });
  });

  test('nothing is recorded where it has begun with that', () => {
    given(deposited(1_535)).when(begin(0)).thenNothing();
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
