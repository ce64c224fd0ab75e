import { z } from 'zod';
import { GOAL_CATEGORIES, GOAL_DESCRIPTION_MAX, GOAL_TITLE_MAX } from '../ledger/model/constants.ts';
import { amount, choice, id, line, lines, optional } from './fields.ts';
import { messages } from './messages.ts';

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

const wish = {
  title: line(messages.titleRequired, GOAL_TITLE_MAX, messages.titleTooLong(GOAL_TITLE_MAX)),
  finalAmount: amount(messages.amountRequired, messages.amountTooSmall),
  category: optional(choice(GOAL_CATEGORIES)),
  description: optional(lines(GOAL_DESCRIPTION_MAX, messages.textTooLong(GOAL_DESCRIPTION_MAX))),
};

/** create-goal (product 4.7). */
export const goalInput = z.strictObject(wish);

/** update-goal: what is left out is unset. */
export const goalUpdateInput = z.strictObject({ goalId: id, ...wish });

/** add-money-to-goal: `currentAmount` is the amount to add (product 4.8). */
export const moneyToGoalInput = z.strictObject({
  goalId: id,
  currentAmount: amount(messages.amountRequired, messages.amountTooSmall),
});

/** delete-goal: what comes back is what the ledger says is saved, whatever `goalCurrentAmount` says (product 4.9). */
export const goalDeletionInput = z.strictObject({ goalId: id, goalCurrentAmount: z.number().nullish() });

/** get-goals, oldest first. */
export const goalsAnswer = z.object({ goals: z.array(goal) });
