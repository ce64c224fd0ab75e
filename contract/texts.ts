const figures = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** An amount in cents in words of the history: `− $4.20`. */
export const moneyText = (cents: number, currency: string) =>
  `${cents < 0 ? '− ' : ''}${currency}${figures.format(Math.abs(cents) / 100)}`;

/** A day (ISO date) in words of the history: `March 31, 2026`. */
export const dayText = (day: string) => days.format(new Date(day));
