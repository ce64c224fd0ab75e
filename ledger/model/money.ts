/** An amount of money in integer cents, whatever its currency: the only form an amount has inside Daybook. */
export type Cents = number & { readonly unit: 'cents' };

/** The smallest amount of everything that must be at least 1 (product 2.1). */
export const ONE = 100 as Cents;
export const ZERO = 0 as Cents;

/** The largest single amount: 999,999,999,999.99 (product 2.1). */
export const LARGEST_AMOUNT = 99_999_999_999_999 as Cents;

/**
 * Takes an amount as JSON carries it (whole units, at most two decimals, e.g. 12.34) and gives it in cents.
 * Gives null for what isn't such an amount: more decimals, NaN, infinities, or beyond the largest amount either way.
 *
 * Up to the largest amount a decimal of two places and its double determine each other, so nothing is rounded:
 * what doesn't come back as the same double had more decimals.
 */
export function centsOf(amount: number): Cents | null {
  const cents = Math.round(amount * 100);
  if (!(Math.abs(cents) <= LARGEST_AMOUNT) || cents / 100 !== amount) return null;
  return (cents === 0 ? 0 : cents) as Cents;
}

/** The same for an amount that is known to be one: throws a RangeError where it isn't. */
export function exactCents(amount: number): Cents {
  const cents = centsOf(amount);
  if (cents === null) throw new RangeError('This number is no amount of money.');
  return cents;
}

/** Takes cents and gives the amount as JSON carries it: whole units with at most two decimals, the nearest double. */
export function amountOf(cents: Cents): number {
  return cents / 100;
}

/**
 * Adds amounts in cents, negative ones included. Gives null when the sum, or any sum on the way, leaves the safe
 * integers: beyond those a figure would silently lose its last cents (product 4.10).
 */
export function sum(...parts: Cents[]): Cents | null {
  let total = 0;
  for (const part of parts) {
    total += part;
    if (!Number.isSafeInteger(total)) return null;
  }
  return total as Cents;
}

/** Gives the same amount with the opposite sign, in cents; zero stays a plain zero. */
export function negated(cents: Cents): Cents {
  return (cents === 0 ? 0 : -cents) as Cents;
}
