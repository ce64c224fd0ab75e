import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DecodedEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { EMPTY, type LedgerState } from './history.ts';
import type { Cents } from './model/money.ts';
import type { Movement } from './model/movement.ts';
import { MOVING_EVENTS, movementsOf, movementsWithReturns } from './movements.ts';
import { anyCommands } from './testing/any-commands.ts';
import { carriedOut } from './testing/scenario.ts';

const isMoving = ({ event }: DecodedEvent) => MOVING_EVENTS.includes(event.type);

/** The balances of a state's accounts less their transactions and transfers, by account, in cents. */
function restsOf({ accounts, transactions, transfers }: LedgerState): Record<string, number> {
  const rests: Record<string, number> = {};
  const add = (account = 'everyday', amount = 0) => {
    rests[account] = (rests[account] ?? 0) + amount;
  };
  for (const [id, { balance }] of accounts) add(id, balance);
  for (const { type, amount, accountId } of transactions.values())
    add(accountId, type === 'Expense' ? amount : -amount);
  for (const { from, to, amount } of transfers.values()) {
    add(from, amount);
    add(to, -amount);
  }
  return notZero(rests);
}

function sumsBy(movements: readonly Movement[], key: (movement: Movement) => string | null): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const movement of movements) {
    const id = key(movement);
    if (id !== null) sums[id] = (sums[id] ?? 0) + movement.amount;
  }
  return notZero(sums);
}

const notZero = (sums: Record<string, number>) =>
  Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));

/** Expects that movements are what accounts and goals hold beside transactions and transfers. */
function expectHeld(movements: readonly Movement[], state: LedgerState): void {
  expect(sumsBy(movements, ({ account }) => account)).toEqual(restsOf(state));
  const isThere = ({ goalId }: Movement) => goalId !== null && state.goals.has(goalId);
  expect(sumsBy(movements, (movement) => (isThere(movement) ? movement.goalId : null))).toEqual(
    notZero(Object.fromEntries([...state.goals].map(([id, { currentAmount }]) => [id, -currentAmount]))),
  );
  const ofGone = movements.filter((movement) => movement.goalId !== null && !isThere(movement));
  expect(ofGone.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
}

describe('movements', () => {
  test('after each event of random commands they are what accounts and goals hold beside transactions and transfers', () => {
    let undos = 0;
    let kept = 0;
    fc.assert(
      fc.property(anyCommands(), (commands) => {
        const { events } = carriedOut(commands);
        let state = EMPTY;
        let since: DecodedEvent[] = [];
        for (const recorded of events) {
          state = evolve(state, recorded);
          since = recorded.event.type === 'LedgerReset' ? [] : [...since, recorded];
          const movements = movementsOf(since.filter(isMoving));
          expectHeld(movements, state);
          expectHeld(movementsWithReturns(since.filter(isMoving)), state);
          if (recorded.event.type === 'ChangeSetUndone') undos += 1;
          kept = Math.max(kept, movements.length);
        }
      }),
      { numRuns: 500 },
    );
    expect(undos).toBeGreaterThan(150);
    expect(kept).toBeGreaterThan(0);
  });

  test('of a goal that was deleted are left out, or are there with its return', () => {
    const goalId = '00000000-0000-4000-a000-000000000001';
    const { events } = carriedOut([
      { type: 'MakeInitialDeposit', amount: 50_000 as Cents },
      { type: 'CreateGoal', goalId, title: 'Kiln', finalAmount: 30_000 as Cents },
      { type: 'AddMoneyToGoal', goalId, amount: 10_000 as Cents, today: '2026-11-20' },
      { type: 'DeleteGoal', goalId },
    ]);
    const amounts = (movements: readonly Movement[]) => movements.map(({ amount }) => amount);
    expect(amounts(movementsOf(events))).toEqual([50_000]);
    expect(amounts(movementsWithReturns(events))).toEqual([50_000, -10_000, 10_000]);
  });

  test('undone they are left out together with their undo, and redone they are there again as they were first', () => {
    fc.assert(
      fc.property(anyCommands(), (commands) => {
        const plain = commands.filter(({ type }) => type !== 'UndoChangeSet' && type !== 'ResetLedger');
        const before = carriedOut(plain);
        const last = [...before.state.history.changeSets].findLast(([, { kind }]) => kind !== 'payment');
        if (!last) return;
        const undo = (changeSetId: string) =>
          ({ type: 'UndoChangeSet', changeSetId, resolve: {}, today: '2026-11-20' }) as const;
        const undone = carriedOut([...plain, undo(last[0])]);
        const redone = carriedOut([...plain, undo(last[0]), undo(`command ${plain.length}`)]);
        const own = movementsOf(undone.events).filter(({ changeSetId }) => changeSetId === last[0]);
        expect(own).toEqual([]);
        const returns = movementsWithReturns(undone.events);
        expect(returns.filter(({ changeSetId }) => changeSetId === last[0])).toEqual([]);
        const comparable = ({ events }: { events: DecodedEvent[] }) =>
          movementsOf(events).map(({ revision, account, amount, title }) => ({
            // The rest of a goal came with the event that deleted it last.
            revision: title === 'Goal deleted' ? null : revision,
            account,
            amount,
          }));
        expect(comparable(redone)).toEqual(comparable(before));
      }),
      { numRuns: 300 },
    );
  });
});
