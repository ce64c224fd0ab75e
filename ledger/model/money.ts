/** An amount of money in integer cents of its currency. Amounts have no other form except in JSON and on screens. */
export type Cents = number & { readonly unit: 'cents' };

/** The smallest amount of everything that must be at least 1 (product 2.1). */
export const ONE = 100 as Cents;
export const ZERO = 0 as Cents;
/** The smallest amount of a transfer and of a part (product 2.1). */
export const CENT = 1 as Cents;

/** The largest single amount: 999,999,999,999.99 (product 2.1). */
export const LARGEST_AMOUNT = 99_999_999_999_999 as Cents;

/**
 * Takes an amount as JSON has it (whole units, at most two decimals, e.g. 12.34) and gives it in cents. Gives null for
 * more decimals, NaN, infinities, and amounts beyond the largest one, of either sign.
 *
 * Up to the largest amount each decimal of two places has a double of its own, so nothing is rounded: a number that
 * does not convert back to the same double had more decimals.
 */
export function centsOf(amount: number): Cents | null {
  const cents = Math.round(amount * 100);
  if (!(Math.abs(cents) <= LARGEST_AMOUNT) || cents / 100 !== amount) return null;
  return (cents === 0 ? 0 : cents) as Cents;
}

/** The same for a number that was checked before. Throws RangeError where it is no amount. */
export function exactCents(amount: number): Cents {
  const cents = centsOf(amount);
  if (cents === null) throw new RangeError('This number is no amount of money.');
  return cents;
}

/** Takes cents and gives the amount as JSON has it: whole units with at most two decimals, as the nearest double. */
export function amountOf(cents: Cents): number {
  return cents / 100;
}

/** Takes cents and gives the amount as text: whole units with two decimals, `-1234.50`, exact whatever its size. */
export function decimalOf(cents: number | bigint): string {
  const digits = String(cents).replace('-', '').padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Adds amounts in cents, negative ones included. Gives null when the sum, or any sum on the way, leaves the safe
 * integers: beyond those, sums lose cents (product 4.10).
 */
export function sum(...parts: Cents[]): Cents | null {
  let total = 0;
  for (const part of parts) {
    total += part;
    if (!Number.isSafeInteger(total)) return null;
  }
  return total as Cents;
}

/** Gives the same amount with the opposite sign, in cents; never gives -0. */
export function negated(cents: Cents): Cents {
  return (cents === 0 ? 0 : -cents) as Cents;
}

/** Gives a sum as cents. Throws where it is no safe integer, which `decide` lets no event lead to (product 4.10). */
export function safe(cents: number | bigint): Cents {
  const sum = Number(cents);
  if (!Number.isSafeInteger(sum)) throw new Error('An event takes a sum beyond what can be counted to the cent.');
  return sum as Cents;
}
