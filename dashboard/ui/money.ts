const figures = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const short = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' });

/** U+2212, which is as wide as a plus, unlike a hyphen. */
export const MINUS = '−';

/** An amount without its sign, e.g. `$8,246.37`. Takes whole units with at most two decimals. */
export function formatMoney(amount: number, currency: string): string {
  return currency + figures.format(Math.abs(amount));
}

/** An amount in a sentence, without its symbol and without cents where there are none: `8,246.37`, `5,000`. */
export function formatNumber(amount: number): string {
  return short.format(amount);
}

/** The parts of an amount for a large figure, where the cents are quieter: `$8,246` and `.37`. */
export function moneyParts(amount: number, currency: string): { whole: string; cents: string } {
  const text = formatMoney(amount, currency);
  const point = text.length - 3;
  return { whole: text.slice(0, point), cents: text.slice(point) };
}

/** The sign before a transaction's amount; whatever isn't an expense is income. */
export function signOf(type: string): string {
  return type === 'Expense' ? MINUS : '+';
}
