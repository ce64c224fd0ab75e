import type { Occurrence, Schedule } from '#contract/schedule-calls.ts';
import { formatDay } from '../../ui/day.ts';
import { formatMoney, signOf, sumOf } from '../../ui/money.ts';

/** The expected amount of an occurrence for an account, or for all accounts ('', for which a transfer is 0), signed. */
export function signedOf({ type, account, expected }: Occurrence, seenFrom: string): number {
  if (type === 'Transfer') return seenFrom === '' ? 0 : account === seenFrom ? -expected : expected;
  return type === 'Expense' ? -expected : expected;
}

/** The sign of an occurrence as seen from an account, or from all together (''), where a transfer has none. */
export function signSeen({ type, account }: Occurrence, seenFrom: string): string {
  if (type !== 'Transfer') return signOf(type);
  return seenFrom === '' ? '' : signOf(account === seenFrom ? 'Expense' : 'Income');
}

/** The sums of incomes and expenses, as magnitudes. */
export function sumsOf(occurrences: readonly Occurrence[], seenFrom: string): { income: number; expense: number } {
  const amounts = occurrences.map((occurrence) => signedOf(occurrence, seenFrom));
  return {
    income: sumOf(...amounts.filter((amount) => amount > 0)),
    expense: -sumOf(...amounts.filter((amount) => amount < 0)),
  };
}

/** The title, the amount and the rule of a schedule for a nominal day (ISO date). */
export function termsOn({ before, title, amount, rule }: Schedule, nominal: string): ScheduleTerms {
  return before !== null && nominal < before.until ? before : { title, amount, rule };
}
type ScheduleTerms = Pick<Schedule, 'title' | 'amount' | 'rule'>;

/** Whether an occurrence may have any amount from one to another, both of which its schedule names. */
export function isRange({ nominal, low, high }: Occurrence, schedule: Schedule | undefined): boolean {
  return schedule !== undefined && 'from' in termsOn(schedule, nominal).amount && low < high;
}

/** The amount of an occurrence without its sign: what is expected, or of a range both ends. */
export function expectedText(occurrence: Occurrence, schedule: Schedule | undefined, currency: string): string {
  const { low, expected, high } = occurrence;
  return isRange(occurrence, schedule)
    ? `${formatMoney(low, currency)} to ${formatMoney(high, currency)}`
    : formatMoney(expected, currency);
}

/** The marks of an occurrence in its margin: `missed`, `due`, `about`, `by itself`. */
export function occurrenceMarks(occurrence: Occurrence, schedule: Schedule | undefined): string[] {
  const { status, low, high } = occurrence;
  return [
    ...(status === 'missed' || status === 'due' ? [status] : []),
    ...(low < high && !isRange(occurrence, schedule) ? ['about'] : []),
    ...(schedule?.post === 'by-itself' ? ['automatic'] : []),
  ];
}

/** Whether an occurrence is still to be answered. */
export const isOpenOccurrence = ({ status }: Occurrence): boolean =>
  status === 'upcoming' || status === 'due' || status === 'missed';

/** The day of an occurrence, beside today (ISO dates): `Today`, `Fri 27`, and of one that was missed `Nov 24`. */
export function dayWords(day: string, today: string): string {
  if (day === today) return 'Today';
  const { shortWeekday, month, day: number } = formatDay(day);
  return day < today ? `${month.slice(0, 3)} ${number}` : `${shortWeekday} ${number}`;
}
