import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from './decide.ts';
import type { LedgerEvent } from './events.ts';
import { evolve, fold } from './evolve.ts';
import { EMPTY, type LedgerState } from './model/state.ts';
import { anyCommands } from './testing/any-commands.ts';

/** Decides commands one after another and gives their events. */
function history(commands: Parameters<typeof decide>[0][]): LedgerEvent[] {
  const events: LedgerEvent[] = [];
  let state = EMPTY;
  for (const command of commands) {
    const decision = decide(command, state);
    if (decision.outcome !== 'events') continue;
    events.push(...decision.events);
    state = fold(state, decision.events);
  }
  return events;
}

/** The balance after events, computed without `evolve`. */
function balanceOf(events: readonly LedgerEvent[]): number {
  const effects = events.map((event): number => {
    switch (event.type) {
      case 'InitialDepositMade':
      case 'IncomeRecorded':
        return event.data.amount;
      case 'ExpenseRecorded':
      case 'MoneyAddedToGoal':
        return -event.data.amount;
      case 'BalanceAdjusted':
        return event.data.to - event.data.from;
      case 'GoalDeleted':
        return event.data.returnedAmount;
      case 'TransactionDeleted':
        return event.data.type === 'Expense' ? event.data.amount : -event.data.amount;
      default:
        return 0;
    }
  });
  return effects.reduce((total, effect) => total + effect, 0);
}

const sinceReset = (events: readonly LedgerEvent[]) =>
  events.slice(events.findLastIndex(({ type }) => type === 'LedgerReset') + 1);

test('for any commands, balance = deposits + income − expenses + adjustments − money in goals', () => {
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      const events = history(commands);
      const state = fold(EMPTY, events);
      expect(state.balance).toBe(balanceOf(sinceReset(events)));
      const amounts = [...state.transactions.values()].map(({ amount }) => amount);
      expect(state.turnover).toBe(amounts.reduce((total, amount) => total + amount, 0));
    }),
    { numRuns: 300 },
  );
});

test('a goal holds what was added to it, and has a day exactly while it is reached', () => {
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      for (const [goalId, goal] of fold(EMPTY, history(commands)).goals) {
        const added = sinceReset(history(commands)).reduce(
          (total, event) =>
            event.type === 'MoneyAddedToGoal' && event.data.goalId === goalId ? total + event.data.amount : total,
          0,
        );
        expect(goal.currentAmount).toBe(added);
        expect(goal.reachedOn !== undefined).toBe(goal.currentAmount >= goal.finalAmount);
      }
    }),
    { numRuns: 300 },
  );
});

test('folding at once and one by one are the same, and neither changes what it was given', () => {
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      const events = history(commands);
      const states: LedgerState[] = [EMPTY];
      for (const event of events) {
        const before = states.at(-1) ?? EMPTY;
        const copy = structuredClone(before);
        states.push(evolve(before, event));
        expect(before).toEqual(copy);
      }
      expect(fold(EMPTY, events)).toEqual(states.at(-1));
    }),
    { numRuns: 100 },
  );
});
