import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { type Goal, goalInput } from '../../contract/goal.ts';

/** What stands in the form's fields; the amount as read from what was typed. */
export type FormValues = { title: string; finalAmount?: number | undefined; category: string; description: string };

/** Their names, in their order on the screen. */
export const FIELDS = [
  'title',
  'finalAmount',
  'category',
  'description',
] as const satisfies readonly (keyof FormValues)[];

/** What the form sends. */
export type FormOutput = z.output<typeof goalInput>;

/** Checks the fields by the contract's schema. */
// Fields hold texts where the schema wants one of the given words: finding that out is what the resolver is for.
export const resolver = zodResolver(goalInput) as unknown as Resolver<FormValues, unknown, FormOutput>;

/** An empty form. */
export const BLANK: FormValues = { title: '', category: '', description: '' };

/** A form with a goal in it. */
export function formValuesOf({ title, finalAmount, category, description }: Goal): FormValues {
  return { title, finalAmount, category: category ?? '', description: description ?? '' };
}

/** Whether what the form would send is what the goal is already. */
export function isUnchanged(filled: FormOutput, goal: Goal): boolean {
  return FIELDS.every((field) => (filled[field] ?? null) === goal[field]);
}
