import { describe, test } from 'vitest';
import type { Command } from '../decide/commands.ts';
import type { LedgerEvent } from '../events.ts';
import { deposited, given, idNumber, planned, saved, units } from '../testing/scenario.ts';

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

  const takeBack = (amount: number): Command => ({
    type: 'TakeBackFromGoal',
    goalId: idNumber(5),
    amount: units(amount),
    today: '2026-11-21',
  });
  const taken = (amount: number, reachedOn?: string): LedgerEvent => ({
    type: 'MoneyTakenFromGoal',
    data: { goalId: idNumber(5), amount: units(amount), ...(reachedOn && { reachedOn }) },
  });

  test('gives back some of what is saved, and no more', () => {
    given(deposited(1000), planned(300), saved(200)).when(takeBack(80)).thenRecorded(taken(80));
    given(deposited(1000), planned(300), saved(200)).when(takeBack(200)).thenRecorded(taken(200));
    given(deposited(1000), planned(300), saved(200)).when(takeBack(200.01)).thenRefused('more_than_saved');
  });

  test('stays reached while it holds its final amount', () => {
    const reached = [deposited(1000), planned(300), saved(250), saved(100, 5, '2026-11-01')];
    given(...reached)
      .when(takeBack(50))
      .thenRecorded(taken(50, '2026-11-01'));
    given(...reached)
      .when(takeBack(50.01))
      .thenRecorded(taken(50.01));
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
