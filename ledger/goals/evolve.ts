import type { Evolvers } from '../model/event-schema.ts';
import { negated, safe, ZERO } from '../model/money.ts';
import { addToBalance, type Draft, type GoalState, insertByPlace } from '../model/state.ts';
import type { goalEvents } from './events.ts';

/** What these events do to the state. */
export const evolveGoals: Evolvers<typeof goalEvents> = {
  GoalCreated(draft, { goalId, ...fields }, { revision }) {
    draft.goals.set(goalId, { ...fields, currentAmount: ZERO, place: Number(revision) });
  },
  GoalUpdated(draft, { goalId, ...fields }) {
    const { currentAmount, place } = goalOf(draft, goalId);
    draft.goals.set(goalId, { ...fields, currentAmount, place });
  },
  MoneyAddedToGoal(draft, { goalId, amount, accountId, reachedOn }) {
    const goal = goalOf(draft, goalId);
    draft.goals.set(goalId, { ...goal, currentAmount: safe(goal.currentAmount + amount), reachedOn });
    addToBalance(draft, accountId, negated(amount));
  },
  MoneyTakenFromGoal(draft, { goalId, amount, accountId, reachedOn }) {
    const goal = goalOf(draft, goalId);
    draft.goals.set(goalId, { ...goal, currentAmount: safe(goal.currentAmount - amount), reachedOn });
    addToBalance(draft, accountId, amount);
  },
  GoalDeleted(draft, { goalId, returnedAmount, accountId }) {
    draft.goals.delete(goalId);
    addToBalance(draft, accountId, returnedAmount);
  },
  GoalRestored(draft, { goalId, amount, accountId, ...fields }) {
    insertByPlace(draft.goals, goalId, { ...fields, currentAmount: amount });
    addToBalance(draft, accountId, negated(amount));
  },
};

function goalOf(draft: Draft, goalId: string): GoalState {
  const goal = draft.goals.get(goalId);
  if (!goal) throw new Error(`An event names goal ${goalId}, which no event before it created.`);
  return goal;
}
