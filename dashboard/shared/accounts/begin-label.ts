import { formatDay, today } from '../../ui/day.ts';
import { formatSigned } from '../../ui/money.ts';

/** Button text for an account that begins a day (ISO date) with the balance of the bank, in whole units. */
export function beginLabel({ date, balance }: { date: string; balance: number }, currency: string): string {
  return `Begin with the bank's ${formatSigned(balance, currency)} on ${shortDayOf(date)} instead`;
}

/** A day as `November 3`, with its year unless it is this one. */
export function shortDayOf(date: string): string {
  const { month, day, year } = formatDay(date);
  return year === today().slice(0, 4) ? `${month} ${day}` : `${month} ${day}, ${year}`;
}
