import type { Evolvers } from '../model/event-schema.ts';
import { negated, ZERO } from '../model/money.ts';
import { addToBalance, type Draft, type GoalState, safe } from '../model/state.ts';
import type { goalEvents } from './events.ts';

/** What these events do to the state. */
export const evolveGoals: Evolvers<typeof goalEvents> = {
  GoalCreated(draft, { goalId, ...fields }) {
    draft.goals.set(goalId, { ...fields, currentAmount: ZERO });
  },
  GoalUpdated(draft, { goalId, ...fields }) {
    draft.goals.set(goalId, { ...fields, currentAmount: goalOf(draft, goalId).currentAmount });
  },
  MoneyAddedToGoal(draft, { goalId, amount, reachedOn }) {
    const goal = goalOf(draft, goalId);
    draft.goals.set(goalId, { ...goal, currentAmount: safe(goal.currentAmount + amount), reachedOn });
    addToBalance(draft, negated(amount));
  },
  GoalDeleted(draft, { goalId, returnedAmount }) {
    draft.goals.delete(goalId);
    addToBalance(draft, returnedAmount);
  },
};

function goalOf(draft: Draft, goalId: string): GoalState {
  const goal = draft.goals.get(goalId);
  if (!goal) throw new Error(`An event names goal ${goalId}, which no event before it created.`);
  return goal;
}
