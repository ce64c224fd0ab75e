import { type Deciders, happened, NOTHING, rejected } from '../model/command-rule.ts';
import { isSame } from '../model/entity-states.ts';
import type { ValuesOf } from '../model/fields.ts';
import { type Cents, safe, sum } from '../model/money.ts';
import { accountOf, type GoalState, whyNotPosted } from '../model/state.ts';
import { type GoalEvent, goalEvents } from './events.ts';

type GoalFields = { goalId: string } & ValuesOf<'goal'>;

/** `today` is the day of the caller, on which a goal may be reached. */
export type GoalCommand =
  | ({ type: 'CreateGoal' } & GoalFields)
  | ({ type: 'UpdateGoal'; today: string } & GoalFields)
  | { type: 'AddMoneyToGoal'; goalId: string; amount: Cents; accountId?: string | undefined; today: string }
  | { type: 'TakeBackFromGoal'; goalId: string; amount: Cents; accountId?: string | undefined; today: string }
  | { type: 'DeleteGoal'; goalId: string; accountId?: string | undefined };

const accounts = ({ accountId }: { accountId?: string | undefined }) => [accountId];

/** The rules of goals (product 4.7, product 4.8, product 4.9). */
export const goalCommands: Deciders<GoalCommand, GoalEvent> = {
  CreateGoal: {
    decide: ({ type: _, ...data }) => happened({ type: 'GoalCreated', data }),
  },
  UpdateGoal: {
    decide({ type: _, today, goalId, ...fields }, { goals }) {
      const goal = goals.get(goalId);
      if (!goal) return rejected('goal_not_found');
      if (isSame('goal', goal, fields)) return NOTHING;
      const reached = reachedOn({ ...goal, ...fields }, today);
      return happened({ type: 'GoalUpdated', data: { goalId, ...fields, ...reached } });
    },
  },
  AddMoneyToGoal: {
    accounts,
    decide({ goalId, amount, accountId, today }, state) {
      const goal = state.goals.get(goalId);
      if (!goal) return rejected('goal_not_found');
      const { isOpen, balance } = accountOf(state, accountId);
      if (!isOpen) return rejected('account_closed');
      if (amount > goal.finalAmount) return rejected('more_than_goal');
      if (amount > balance) return rejected('not_enough_balance');
      const currentAmount = sum(goal.currentAmount, amount);
      if (currentAmount === null) return rejected('amount_too_large');
      const reached = reachedOn({ ...goal, currentAmount }, today);
      return happened({ type: 'MoneyAddedToGoal', data: { goalId, amount, accountId, ...reached } });
    },
  },
  TakeBackFromGoal: {
    accounts,
    decide({ goalId, amount, accountId, today }, state) {
      const goal = state.goals.get(goalId);
      if (!goal) return rejected('goal_not_found');
      if (amount > goal.currentAmount) return rejected('more_than_saved');
      const reached = reachedOn({ ...goal, currentAmount: safe(goal.currentAmount - amount) }, today);
      const data = { goalId, amount, accountId, ...reached };
      const reason = whyNotPosted(state, goalEvents.MoneyTakenFromGoal.postings(data, {}));
      return reason ? rejected(reason) : happened({ type: 'MoneyTakenFromGoal', data });
    },
  },
  DeleteGoal: {
    accounts,
    decide({ goalId, accountId }, state) {
      const goal = state.goals.get(goalId);
      if (!goal) return rejected('goal_not_found');
      const data = { goalId, returnedAmount: goal.currentAmount, accountId };
      const reason = whyNotPosted(state, goalEvents.GoalDeleted.postings(data, {}));
      return reason ? rejected(reason) : happened({ type: 'GoalDeleted', data });
    },
  },
};

/**
 * The day a goal was reached: the day it has, today if it is reached now, none below the final amount (product 3.3).
 */
export function reachedOn(goal: Omit<GoalState, 'place'>, today: string): { reachedOn?: string } {
  return goal.currentAmount >= goal.finalAmount ? { reachedOn: goal.reachedOn ?? today } : {};
}
