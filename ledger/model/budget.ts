import { z } from 'zod';
import type { Carry } from './constants.ts';
import type { Cents } from './money.ts';
import { cents, day } from './values.ts';

// The plans of a user's budget (product 12). A month is its first seven characters: `2026-11`.

/** A month of the calendar. */
export const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .meta({ title: 'month, as `2026-11`' });

/** How much a category is to have (product 12.3): amounts in cents, `percent` with two decimals. */
export const target = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('monthly'), amount: cents }),
    z.strictObject({ kind: z.literal('refill'), amount: cents }),
    z.strictObject({ kind: z.literal('by'), amount: cents, date: day, repeat: z.literal('yearly').optional() }),
    z.strictObject({ kind: z.literal('share'), percent: z.number(), of: z.literal('last-income') }),
  ])
  .meta({
    title:
      '`kind`, with `amount` (`monthly`, `refill`), `amount`, `date`, `repeat`? (`by`) or `percent`, `of` (`share`)',
  });
export type Target = z.infer<typeof target>;

/** The amount that is planned for a category (`-` for none) in a month, by the cell's id. */
export type Plans = ReadonlyMap<string, Cents>;

/** The use of the money that is left, from a month on; of several settings the latest `place` counts. */
export type CarrySetting = { carry: Carry; place: number };

/** The settings of what carries over, by the ids of their cells. */
export type Carries = ReadonlyMap<string, CarrySetting>;

/** A category, `-` for none, in a month. */
export type Cell = { categoryId: string; month: string };

/** The id of a cell: `Groceries 2026-11`. */
export function cellId({ categoryId, month }: Cell): string {
  return `${categoryId} ${month}`;
}

/** The cell of an id. */
export function cellOf(id: string): Cell {
  return { categoryId: id.slice(0, -8), month: id.slice(-7) };
}
