import { z } from 'zod';
import { GOAL_CATEGORIES, GOAL_DESCRIPTION_MAX, GOAL_TITLE_MAX } from '#ledger/model/constants.ts';
import type { FieldName } from '#ledger/model/fields.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import {
  choice,
  description,
  entryDate,
  idField,
  knownQuery,
  optional,
  positiveAmount,
  smallAmount,
  title,
} from './fields.ts';
import { goal } from './goal.ts';
import { user } from './user.ts';

const goalIdField = { goalId: idField };

const editable = {
  title: title(GOAL_TITLE_MAX),
  finalAmount: positiveAmount,
  category: optional(choice(GOAL_CATEGORIES)),
  description: description(GOAL_DESCRIPTION_MAX),
  wantedBy: optional(entryDate),
} satisfies Record<FieldName<'goal'>, z.ZodType>;

/** Body of create-goal (product 4.7). */
export const goalInput = z.strictObject(editable);

/** Body of update-goal. Clears an optional field that is omitted. */
export const goalUpdateInput = z.strictObject({ ...goalIdField, ...editable });

/** Body of add-money-to-goal: `currentAmount` is the amount to add (product 4.8). */
export const moneyToGoalInput = z.strictObject({
  ...goalIdField,
  currentAmount: positiveAmount,
  accountId: optional(idField),
});

/** Body of take-back: the money returns to the account, to the first one where none is named (product 4.9). */
export const moneyFromGoalInput = z.strictObject({ ...goalIdField, amount: smallAmount, accountId: optional(idField) });

/**
 * Body of delete-goal: the money returns to the account, to the first one where none is named. The API ignores
 * `goalCurrentAmount` and returns the amount recorded in the ledger (product 4.9).
 */
export const goalDeletionInput = z.strictObject({
  ...goalIdField,
  goalCurrentAmount: z.number().nullish(),
  accountId: optional(idField),
});

/** Response of get-goals, oldest first. */
export const goalsResponse = z.object({ goals: z.array(goal) });

const userWithGoal = user.extend({ goal }).meta({ title: 'the user, with `goal` beside their fields' });

/** The calls of /goals. */
export const goalCalls = {
  getGoals: {
    ...addresses.getGoals,
    kind: 'query',
    summary: 'Returns all goals, oldest first.',
    session: true,
    query: knownQuery,
    data: goalsResponse,
    problems: [],
  },
  createGoal: {
    ...addresses.createGoal,
    kind: 'command',
    needs: 'view',
    summary: 'Creates a savings goal.',
    session: true,
    body: goalInput,
    data: userWithGoal,
    problems: [],
  },
  updateGoal: {
    ...addresses.updateGoal,
    kind: 'command',
    needs: 'view',
    summary: 'Replaces the fields of a goal; an omitted optional field is cleared.',
    session: true,
    body: goalUpdateInput,
    data: userWithGoal,
    problems: ['goal_not_found'],
  },
  addMoneyToGoal: {
    ...addresses.addMoneyToGoal,
    kind: 'command',
    needs: 'view',
    summary: 'Moves money from the balance to a goal; `currentAmount` is the amount to add.',
    session: true,
    body: moneyToGoalInput,
    data: userWithGoal,
    problems: [
      'account_not_found',
      'goal_not_found',
      'account_closed',
      'more_than_goal',
      'not_enough_balance',
      'amount_too_large',
    ],
  },
  takeBackFromGoal: {
    ...addresses.takeBackFromGoal,
    kind: 'command',
    needs: 'view',
    summary: 'Moves some of the money that is saved for a goal back to an account.',
    session: true,
    body: moneyFromGoalInput,
    data: userWithGoal,
    problems: ['account_not_found', 'goal_not_found', 'account_closed', 'more_than_saved', 'amount_too_large'],
  },
  deleteGoal: {
    ...addresses.deleteGoal,
    kind: 'command',
    needs: 'view',
    summary: 'Deletes a goal and returns its saved money to the balance.',
    session: true,
    body: goalDeletionInput,
    data: user,
    problems: ['account_not_found', 'goal_not_found', 'account_closed', 'amount_too_large'],
  },
} as const satisfies Record<string, Call>;
