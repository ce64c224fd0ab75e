import type { Entity } from '../model/entity-states.ts';
import { valuesIn } from '../model/fields.ts';
import { negated, safe, ZERO } from '../model/money.ts';
import type { Opposites, Saving } from '../model/opposites.ts';
import type { Draft } from '../model/state.ts';
import { reachedOn } from './commands.ts';
import type { GoalEvent } from './events.ts';

/** How an undo changes goals (product 4.14). */
export const undoGoal: Opposites<'goal', GoalEvent> = {
  // The money taken back from a goal since may be more than the money to save for it.
  whyNot: (change) => (change.does === 'restore' && (change.saved?.amount ?? ZERO) < 0 ? 'more_than_saved' : null),
  removed({ id: goalId, returnTo: accountId }, draft) {
    const returnedAmount = draft.goals.get(goalId)?.currentAmount ?? ZERO;
    return { type: 'GoalDeleted', data: { goalId, returnedAmount, accountId } };
  },
  restored({ id: goalId, target, saved, steps }, today) {
    const { amount, accountId } = saved ?? { amount: ZERO, accountId: undefined };
    const reached = reachedOn({ ...target, currentAmount: amount }, lastReachedOn(steps) ?? today);
    return { type: 'GoalRestored', data: { goalId, ...target, amount, accountId, ...reached } };
  },
  changed({ id: goalId, target, steps }, draft, today) {
    const goal = draft.goals.get(goalId);
    const fields = valuesIn('goal', target);
    const reached = goal && reachedOn({ ...goal, ...fields }, lastReachedOn(steps) ?? today);
    return { type: 'GoalUpdated', data: { goalId, ...fields, ...reached } };
  },
};

/** Why money can't be moved back from a goal: it was taken back since. Null if it can. */
export function whyNotSaved({ id: goalId, amount }: Saving, { goals }: Pick<Draft, 'goals'>): 'more_than_saved' | null {
  const { currentAmount = ZERO } = goals.get(goalId) ?? {};
  return currentAmount + amount < 0 ? 'more_than_saved' : null;
}

/** Moves money from an account to a goal, or back. Throws where the goal is not there. */
export function saved({ id: goalId, accountId, amount, steps }: Saving, draft: Draft, today: string): GoalEvent {
  const goal = draft.goals.get(goalId);
  if (!goal) throw new Error(`Goal ${goalId} is not there to move money.`);
  const after = { ...goal, currentAmount: safe(goal.currentAmount + amount) };
  const reached = reachedOn(after, lastReachedOn(steps) ?? today);
  return amount > 0
    ? { type: 'MoneyAddedToGoal', data: { goalId, amount, accountId, ...reached } }
    : { type: 'MoneyTakenFromGoal', data: { goalId, amount: negated(amount), accountId, ...reached } };
}

/** The day on which a goal was reached when it was last reached; undefined where it never was. */
function lastReachedOn(steps: Entity<'goal'>['steps']): string | undefined {
  return steps.findLast(({ said }) => said?.reachedOn !== undefined)?.said?.reachedOn;
}
