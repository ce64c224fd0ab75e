import { comparableText } from '#ledger/model/comparable-text.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { daysFrom, shifted } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { ListedOccurrence } from './listed.ts';

/** An entry that may be an occurrence: `accountId` is `everyday` or an id, amounts are cents. */
export type Candidate = {
  type: 'Expense' | 'Income' | 'Transfer';
  title: string | null;
  amount: Cents;
  date: string;
  accountId: string;
  toAccountId: string | null;
};

/** What is looked for: an occurrence that is open. */
export type Wanted = Pick<ListedOccurrence, 'day' | 'title' | 'schedule' | 'amount' | 'low' | 'high'>;

/** How many days an entry may be dated before the day of an occurrence that asks, and after it. */
export const BEFORE_MAX_DAYS = 2;
export const AFTER_MAX_DAYS = 3;
/** How much an entry may differ from an exact amount, in cents. */
const OFF_MAX_CENTS = 1;

/** The days and amounts of the entries that may be an occurrence (product 13.4); days are included, amounts cents. */
export function limitsOf({ day, schedule, amount, low, high }: Wanted) {
  const off = 'exact' in amount ? OFF_MAX_CENTS : 0;
  return {
    from: schedule.post === 'ask' ? shifted(day, -BEFORE_MAX_DAYS) : day,
    to: shifted(day, AFTER_MAX_DAYS),
    low: low - off,
    high: high + off,
  };
}

/**
 * Why an entry may be an occurrence, in words for people: `1 day later, the same amount`; null where it is none by its
 * type, account, day, amount, or because the titles have no word in common (product 13.4).
 */
export function whyLike(wanted: Wanted, entry: Candidate): string | null {
  const { day, schedule, title } = wanted;
  const { from, to, low, high } = limitsOf(wanted);
  if (entry.type !== schedule.type || entry.accountId !== (schedule.accountId ?? EVERYDAY)) return null;
  if (entry.type === 'Transfer' && entry.toAccountId !== (schedule.toAccountId ?? EVERYDAY)) return null;
  if (entry.date < from || entry.date > to || entry.amount < low || entry.amount > high) return null;
  if (!shareWord(title, entry.title ?? '')) return null;
  return `${whenText(daysFrom(day, entry.date))}, ${amountText(wanted, entry.amount)}`;
}

function whenText(days: number): string {
  if (days === 0) return 'on its day';
  const count = Math.abs(days);
  return `${count} ${count === 1 ? 'day' : 'days'} ${days < 0 ? 'before' : 'later'}`;
}

function amountText({ amount }: Wanted, cents: Cents): string {
  if ('exact' in amount) return cents === amount.exact ? 'the same amount' : 'one cent off';
  if ('about' in amount) return cents === amount.about ? 'the same amount' : 'about the amount';
  return 'within its range';
}

/** Whether two titles have a word in common. */
function shareWord(title: string, other: string): boolean {
  const words = wordsOf(title);
  return [...wordsOf(other)].some((word) => words.has(word));
}

const wordsOf = (title: string) => new Set(comparableText(title).match(/[\p{L}\p{N}]+/gu) ?? []);
