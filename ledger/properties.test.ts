import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DecodedEvent } from './events.ts';
import { evolve, fold } from './evolve.ts';
import { EMPTY, type LedgerState } from './history.ts';
import { anyCommands } from './testing/any-commands.ts';
import { carriedOut } from './testing/scenario.ts';

const signed = ({ type, amount }: { type: 'Expense' | 'Income'; amount: number }) =>
  type === 'Expense' ? -amount : amount;

/** The balance after events, computed without `evolve`. */
function balanceOf(events: readonly DecodedEvent[]): number {
  const effects = events.map(({ event }): number => {
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
      case 'MoneyTakenFromGoal':
        return event.data.amount;
      case 'GoalRestored':
        return -event.data.amount;
      case 'TransactionRestored':
        return signed(event.data);
      case 'TransactionChanged':
        return signed(event.data.after) - signed(event.data.before);
      case 'AccountOpened':
        return event.data.openingBalance ?? 0;
      case 'AccountRemoved':
        return -event.data.balance;
      case 'AccountRestored':
        return event.data.balance;
      default:
        return 0;
    }
  });
  return effects.reduce((total, effect) => total + effect, 0);
}

const sinceReset = (events: readonly DecodedEvent[]) =>
  events.slice(events.findLastIndex(({ event }) => event.type === 'LedgerReset') + 1);

test('for any commands, balance = deposits + income − expenses + adjustments − money in goals', () => {
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      const { events, state } = carriedOut(commands);
      expect(state.balance).toBe(balanceOf(sinceReset(events)));
      expect(state.balance).toBe([...state.accounts.values()].reduce((sum, { balance }) => sum + balance, 0));
      const amounts = [...state.transactions.values()].map(({ amount }) => amount);
      expect(state.turnover).toBe(amounts.reduce((total, amount) => total + amount, 0));
    }),
    { numRuns: 300 },
  );
});

test('a goal holds what was added to it, and has a day exactly while it is reached', () => {
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      const { events, state } = carriedOut(commands);
      for (const [goalId, goal] of state.goals) {
        let added = 0;
        for (const { event } of sinceReset(events)) {
          if (!('goalId' in event.data) || event.data.goalId !== goalId) continue;
          if (event.type === 'MoneyAddedToGoal' || event.type === 'GoalRestored') added += event.data.amount;
          if (event.type === 'MoneyTakenFromGoal') added -= event.data.amount;
          if (event.type === 'GoalDeleted') added -= event.data.returnedAmount;
        }
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
      const { events } = carriedOut(commands);
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
