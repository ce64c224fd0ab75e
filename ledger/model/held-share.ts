import { daysFrom } from './days.ts';

/** The days whose entries the books hold: from their first transaction, or null before it, to today. ISO dates. */
export type HeldDays = { since: string | null; today: string };

/** The share of the days from one to another that the books hold, above 0; 1 where they hold none of them. */
export function heldShare(first: string, last: string, { since, today }: HeldDays): number {
  const from = since === null || since < first ? first : since;
  const to = last < today ? last : today;
  return from > to ? 1 : (daysFrom(from, to) + 1) / (daysFrom(first, last) + 1);
}
