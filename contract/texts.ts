/** Says that a command had nothing to do. Here, so that the first screen says it without all other messages. */
export const NO_CHANGES = 'No Changes Made';

const formatWith = (decimals: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
const cents = formatWith(2);
const whole = formatWith(0);

/** Whether amounts of a currency, named by its symbol, have decimals: a yen has no parts (product 2.8). */
export const hasDecimals = (currency: string) => currency !== '¥';

/** The digits of an amount in whole units that is not negative: `8,246.37`. */
export const digitsText = (amount: number, currency: string) => (hasDecimals(currency) ? cents : whole).format(amount);

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** An amount in cents in words of the history: `− $4.20`. */
export const moneyText = (cents: number, currency: string) =>
  `${cents < 0 ? '− ' : ''}${currency}${digitsText(Math.abs(cents) / 100, currency)}`;

const months = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A month (`2026-11`) as text: `November 2026`. */
export const monthText = (month: string) => months.format(new Date(`${month}-01`));

/** A day (ISO date) in words of the history: `March 31, 2026`. */
export const dayText = (day: string) => days.format(new Date(day));
