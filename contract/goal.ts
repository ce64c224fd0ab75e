import { z } from 'zod';
import { GOAL_CATEGORIES, GOAL_DESCRIPTION_MAX, GOAL_TITLE_MAX } from '../ledger/model/constants.ts';
import { choice, description, id, optional, positiveAmount, title } from './fields.ts';

/** A savings goal (product 3.3); `date` is the day it was reached, null until then. */
export const goal = z.object({
  _id: z.string(),
  title: z.string(),
  finalAmount: z.number(),
  currentAmount: z.number(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  date: z.string().nullable(),
});
export type Goal = z.infer<typeof goal>;

/** Names the goal that a call is about. */
const reference = { goalId: id };

const editable = {
  title: title(GOAL_TITLE_MAX),
  finalAmount: positiveAmount,
  category: optional(choice(GOAL_CATEGORIES)),
  description: description(GOAL_DESCRIPTION_MAX),
};

/** create-goal (product 4.7). */
export const goalInput = z.strictObject(editable);

/** update-goal: what is left out is unset. */
export const goalUpdateInput = z.strictObject({ ...reference, ...editable });

/** add-money-to-goal: `currentAmount` is the amount to add (product 4.8). */
export const moneyToGoalInput = z.strictObject({ ...reference, currentAmount: positiveAmount });

/** delete-goal: what comes back is what the ledger says is saved, whatever `goalCurrentAmount` says (product 4.9). */
export const goalDeletionInput = z.strictObject({ ...reference, goalCurrentAmount: z.number().nullish() });

/** get-goals, oldest first. */
export const goalsAnswer = z.object({ goals: z.array(goal) });
