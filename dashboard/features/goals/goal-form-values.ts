import { zodResolver } from '@hookform/resolvers/zod';
import type { DefaultValues } from 'react-hook-form';
import { z } from 'zod';
import type { Goal } from '#contract/goal.ts';
import { goalInput, moneyFromGoalInput, moneyToGoalInput } from '#contract/goal-calls.ts';
import { messages } from '#contract/messages.ts';
import { field } from '../../ui/form-schema.ts';

const { category, description, wantedBy } = goalInput.shape;
const schema = goalInput.extend({
  category: field(z.string(), category),
  description: field(z.string(), description),
  wantedBy: field(z.string(), wantedBy),
});

/** Validates the form. */
export const resolver = zodResolver(schema);

/** Values of the form fields. `finalAmount` is parsed by `parseAmount`. */
export type GoalFormValues = z.input<typeof schema>;

/** Field names in the order of the screen, which is the focus order for validation errors. */
export const GOAL_FIELDS = [
  'title',
  'finalAmount',
  'category',
  'wantedBy',
  'description',
] as const satisfies readonly (keyof GoalFormValues)[];

/** Validated values, as create-goal and update-goal take them. */
export type GoalFormOutput = z.output<typeof schema>;

export const EMPTY_FORM: DefaultValues<GoalFormValues> = { title: '', category: '', wantedBy: '', description: '' };

/** Form values of an existing goal. */
export function goalFormValues({ title, finalAmount, category, wantedBy = '', description }: Goal): GoalFormValues {
  return { title, finalAmount, category: category ?? '', wantedBy, description: description ?? '' };
}

/** Whether the validated values equal the goal. */
export function isUnchanged(output: GoalFormOutput, goal: Goal): boolean {
  return GOAL_FIELDS.every((field) => (output[field] ?? null) === (goal[field] ?? null));
}

/** Schema of the form that takes money back. Refuses more than is saved. */
export function takeBackSchema({ currentAmount }: Pick<Goal, 'currentAmount'>) {
  return moneyFromGoalInput
    .pick({ amount: true })
    .refine(({ amount }) => amount <= currentAmount, { error: messages.moreThanSaved, path: ['amount'] });
}

/**
 * Schema of the add-money form. Refuses an amount above the goal's final amount or above the known balance, in whole
 * units.
 */
export function addMoneySchema({ finalAmount }: Pick<Goal, 'finalAmount'>, balance: number) {
  return moneyToGoalInput
    .pick({ currentAmount: true })
    .refine(({ currentAmount }) => currentAmount <= finalAmount, {
      error: messages.moreThanGoal,
      path: ['currentAmount'],
      abort: true,
    })
    .refine(({ currentAmount }) => currentAmount <= balance, {
      error: messages.notEnoughBalance,
      path: ['currentAmount'],
    });
}
