import { z } from 'zod';
import { MARKS } from './constants.ts';
import type { Cents } from './money.ts';
import { cents, day, id } from './values.ts';

// Schedules (product 13). A nominal day names an occurrence of a schedule for ever.

/** The amount that an occurrence moves, in cents: an exact amount, about one, or one in a range. */
export const span = z
  .union([
    z.strictObject({ exact: cents }),
    z.strictObject({ about: cents }),
    z.strictObject({ from: cents, to: cents }),
  ])
  .meta({ title: '`exact`, `about`, or `from` and `to`: integer cents' });
export type Span = z.infer<typeof span>;

/** The mark of an occurrence: `entry` is the transaction or transfer that it was posted as, or matched with. */
export const mark = z
  .strictObject({ as: z.enum(MARKS), entry: id.optional(), byItself: z.literal(true).optional() })
  .meta({ title: '`as`, `entry`?, `byItself`?' });
export type Mark = z.infer<typeof mark>;

/** An occurrence, by its schedule and its nominal day. */
export type OccurrenceRef = { scheduleId: string; nominal: string };

export const nominal = day.describe('its nominal day, which names it');

/** `about` spans 7.5 % on each side. */
const ABOUT_PER_MILLE = 75;

/** The least, the expected and the most of a span, in cents: rounded half away from zero (product 13.2). */
export function boundsOf(amount: Span): { low: Cents; expected: Cents; high: Cents } {
  if ('exact' in amount) return { low: amount.exact, expected: amount.exact, high: amount.exact };
  if ('about' in amount) {
    const { about } = amount;
    return { low: part(about, 1_000 - ABOUT_PER_MILLE), expected: about, high: part(about, 1_000 + ABOUT_PER_MILLE) };
  }
  const { from, to } = amount;
  return { low: from, expected: Number((BigInt(from) + BigInt(to) + 1n) / 2n) as Cents, high: to };
}

/** A number of thousandths of an amount above 0. */
function part(amount: Cents, perMille: number): Cents {
  return Number((BigInt(amount) * BigInt(perMille) + 500n) / 1_000n) as Cents;
}
