import { comparableText } from '#ledger/model/comparable-text.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { daysBetween, daysFrom, shifted } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import { isWithin, likeTitle } from './like-titles.ts';
import type { ListedOccurrence } from './listed.ts';

/** An entry that may be an occurrence: `accountId` is `everyday` or an id, amounts are cents. */
export type Candidate = {
  type: 'Expense' | 'Income' | 'Transfer';
  title: string | null;
  /** The parts of the title, of which each may be the title of an occurrence; absent where it is in one piece. */
  titles?: readonly string[];
  amount: Cents;
  date: string;
  accountId: string;
  toAccountId: string | null;
};

/** The wanted occurrence: an occurrence that is open. */
export type AwaitedOccurrence = Pick<
  ListedOccurrence,
  'day' | 'title' | 'names' | 'schedule' | 'amount' | 'low' | 'expected' | 'high'
>;

/** How far an entry is from an occurrence that it may be: less is better, of numbers that come first first. */
export type Apart = readonly number[];

/** How many days an entry may be dated before the day of an occurrence that asks, and after it. */
export const BEFORE_MAX_DAYS = 2;
export const AFTER_MAX_DAYS = 3;
/** How much an entry may differ from an exact amount, in cents. */
const OFF_MAX_CENTS = 1;

/** The days and amounts of the entries that may be an occurrence (product 13.4); days are included, amounts cents. */
export function limitsOf({ day, schedule, amount, low, high }: AwaitedOccurrence) {
  const off = 'exact' in amount ? OFF_MAX_CENTS : 0;
  return {
    from: schedule.post === 'ask' ? shifted(day, -BEFORE_MAX_DAYS) : day,
    to: shifted(day, AFTER_MAX_DAYS),
    low: low - off,
    high: high + off,
  };
}

/**
 * Why an entry may be an occurrence, in words for people: `1 day later, the same amount`, or null if it is none by its
 * type, account, day, amount, or because the titles have no word in common and none was matched before (product 13.4).
 */
export function whyLike(wanted: AwaitedOccurrence, entry: Candidate): string | null {
  const { day, schedule, title } = wanted;
  if (entry.type !== schedule.type || entry.accountId !== (schedule.accountId ?? EVERYDAY)) return null;
  if (entry.type === 'Transfer' && entry.toAccountId !== (schedule.toAccountId ?? EVERYDAY)) return null;
  const { from, to, low, high } = limitsOf(wanted);
  if (entry.date < from || entry.date > to || entry.amount < low || entry.amount > high) return null;
  const why = `${whenText(daysFrom(day, entry.date))}, ${amountText(wanted, entry.amount)}`;
  if (shareWord(title, entry.title ?? '')) return why;
  return isKnownName(wanted, entry) ? `${why}, matched by this name before` : null;
}

/**
 * How far an entry is from an occurrence that it may be: in days, then by its title, 0 for an equal one, in cents, and
 * by the words that only one of the titles has (product 13.4).
 */
export function apartOf(wanted: AwaitedOccurrence, entry: Candidate): Apart {
  const { day, title, expected } = wanted;
  const titles = titlesOf(entry);
  const equal = comparableText(title);
  const isEqual = titles.some((each) => comparableText(each) === equal) || isKnownName(wanted, entry);
  const words = wordsOf(title);
  const unshared = titles.map(wordsOf).map((other) => {
    const shared = [...other].filter((word) => words.has(word)).length;
    return words.size + other.size - 2 * shared;
  });
  return [daysBetween(day, entry.date), Number(!isEqual), Math.abs(entry.amount - expected), Math.min(...unshared)];
}

/** Below 0 where the first one is nearer. */
export function compareApart(one: Apart, other: Apart): number {
  const place = one.findIndex((number, index) => number !== other[index]);
  return (one[place] ?? 0) - (other[place] ?? 0);
}

function whenText(days: number): string {
  if (days === 0) return 'on its day';
  const count = Math.abs(days);
  return `${count} ${count === 1 ? 'day' : 'days'} ${days < 0 ? 'before' : 'later'}`;
}

function amountText({ amount }: AwaitedOccurrence, cents: Cents): string {
  if ('exact' in amount) return cents === amount.exact ? 'the same amount' : 'one cent off';
  if ('about' in amount) return cents === amount.about ? 'the same amount' : 'about the amount';
  return 'within its range';
}

const titlesOf = ({ titles, title }: Candidate) => titles ?? [title ?? ''];

/** Whether an entry has the name of one that the schedule was matched with, or all words of it, but for numbers. */
function isKnownName({ names }: AwaitedOccurrence, entry: Candidate): boolean {
  if (names.length === 0) return false;
  const likes = titlesOf(entry).map(likeTitle);
  return names.some((name) => likes.some((like) => like !== '' && isWithin(name, like)));
}

/** Whether two titles have a word in common. */
function shareWord(title: string, other: string): boolean {
  const words = wordsOf(title);
  return [...wordsOf(other)].some((word) => words.has(word));
}

const wordsOf = (title: string) => new Set(comparableText(title).match(/[\p{L}\p{N}]+/gu) ?? []);
