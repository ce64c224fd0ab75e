import { digitsText, hasDecimals } from '#contract/texts.ts';

const compactFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });
const trimmedFormat = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
});

/** U+2212 MINUS SIGN, which is as wide as a plus, unlike a hyphen. */
export const MINUS = '−';

/** Sum of amounts in whole units, exact to the cent. */
export function sumOf(...amounts: number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}

/** Formats the absolute value of an amount in whole units, such as `$8,246.37`. */
export function formatMoney(amount: number, currency: string): string {
  return currency + digitsText(Math.abs(amount), currency);
}

/** A sign and its amount, between which no line breaks (U+00A0 NO-BREAK SPACE). */
export function signedText(sign: string, money: string): string {
  return `${sign}\u00a0${money}`;
}

/** Formats an amount in whole units with a minus if it is negative, such as `− $38.64`. */
export function formatSigned(amount: number, currency: string): string {
  const money = formatMoney(amount, currency);
  return amount < 0 ? signedText(MINUS, money) : money;
}

/** Formats an amount in whole units without symbol and without zero cents: `8,246.37`, `5,000`. */
export function formatNumber(amount: number): string {
  return trimmedFormat.format(amount);
}

/** Formats an amount in whole units for a label of an axis, such as `$12.5k`. */
export function compactMoney(amount: number, currency: string): string {
  const money = currency + compactFormat.format(Math.abs(amount)).replace('K', 'k');
  return amount < 0 ? signedText(MINUS, money) : money;
}

/** Formats amounts in whole units for labels of an axis: compact, or in full where two of them would be the same. */
export function axisLabel(ticks: readonly number[], currency: string): (tick: number) => string {
  const areUnlike = new Set(ticks.map((tick) => compactMoney(tick, currency))).size === ticks.length;
  if (areUnlike) return (tick) => compactMoney(tick, currency);
  const inFull = (tick: number) => currency + formatNumber(Math.abs(tick));
  return (tick) => (tick < 0 ? signedText(MINUS, inFull(tick)) : inFull(tick));
}

/** Splits a formatted amount, such as `$8,246` and `.37`, so that the cents can be styled; yen have none. */
export function moneyParts(amount: number, currency: string): { whole: string; cents: string } {
  const text = formatMoney(amount, currency);
  const point = hasDecimals(currency) ? text.length - 3 : text.length;
  return { whole: text.slice(0, point), cents: text.slice(point) };
}

/** Sign of a transaction of this type. Every type other than Expense counts as income (product 3.2). */
export function signOf(type: string): string {
  return type === 'Expense' ? MINUS : '+';
}
