import { z } from 'zod';
import { GOAL_CATEGORIES, GOAL_DESCRIPTION_MAX, GOAL_TITLE_MAX } from '../ledger/model/constants.ts';
import { choice, description, id, optional, positiveAmount, title } from './fields.ts';

/**
 * A savings goal (product 3.3). Amounts are in whole units; `date` is the ISO date on which the goal was reached, else
 * null.
 */
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

const goalIdField = { goalId: id };

const editable = {
  title: title(GOAL_TITLE_MAX),
  finalAmount: positiveAmount,
  category: optional(choice(GOAL_CATEGORIES)),
  description: description(GOAL_DESCRIPTION_MAX),
};

/** Body of create-goal (product 4.7). */
export const goalInput = z.strictObject(editable);

/** Body of update-goal. Clears an optional field that is omitted. */
export const goalUpdateInput = z.strictObject({ ...goalIdField, ...editable });

/** Body of add-money-to-goal: `currentAmount` is the amount to add (product 4.8). */
export const moneyToGoalInput = z.strictObject({ ...goalIdField, currentAmount: positiveAmount });

/**
 * Body of delete-goal. The API ignores `goalCurrentAmount` and returns the amount recorded in the ledger (product 4.9).
 */
export const goalDeletionInput = z.strictObject({ ...goalIdField, goalCurrentAmount: z.number().nullish() });

/** Response of get-goals, oldest first. */
export const goalsResponse = z.object({ goals: z.array(goal) });
