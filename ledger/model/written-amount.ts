/** An amount as somebody wrote it, exact and whatever its size. `hasDecimals`: `12.00` has, `12` hasn't. */
export type WrittenAmount = { cents: bigint; hasDecimals: boolean };

const GROUPED = /^\d{1,3}(?:([,. ])\d{3})(?:\1\d{3})*(?:(?!\1)[,.]\d{1,2})?$/;
const PLAIN = /^\d+(?:[,.]\d{1,2})?$/;

/**
 * The amount of a number without sign, currency or arithmetic: `12`, `12.5`, `12,50`, `1,250`, `1.250,00`, `1 250.00`.
 * A comma or a point with exactly three digits behind it groups thousands; with one or two it begins decimals (product
 * 2.2). Gives null for any other text.
 */
export function writtenAmount(text: string): WrittenAmount | null {
  if (!PLAIN.test(text) && !(GROUPED.test(text) && !text.startsWith('0'))) return null;
  const [, decimals] = /[,.](\d{1,2})$/.exec(text) ?? [];
  const whole = (decimals === undefined ? text : text.slice(0, -decimals.length - 1)).replace(/\D/g, '');
  return { cents: BigInt(whole + (decimals ?? '').padEnd(2, '0')), hasDecimals: decimals !== undefined };
}
