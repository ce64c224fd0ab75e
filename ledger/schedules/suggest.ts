import { comparableText } from '#ledger/model/comparable-text.ts';
import { LAST_DAY, type Wallet } from '#ledger/model/constants.ts';
import { daysBetween, monthsLater, shifted } from '#ledger/model/days.ts';
import type { ScheduleRule } from '#ledger/model/schedule-rule.ts';
import { isWithin, likeTitle, titleWithoutNumbers } from './like-titles.ts';
import { intervalOf, OCCURRENCES_MIN, rhythmOf } from './rhythm.ts';

type EntryType = 'Expense' | 'Income' | 'Transfer';

/** An entry of the past: its amount in cents, its date an ISO date, a title perhaps only of a transaction. */
export type SuggestedFrom = {
  id: string;
  type: EntryType;
  title: string | null;
  amount: number;
  date: string;
  accountId: string;
  /** Of a transfer, the account in which it arrives. */
  toAccountId?: string | undefined;
  categoryId?: string | undefined;
  wallet?: Wallet | undefined;
};

/** A schedule that goes on, with the least and the most of its amount in cents. */
export type KnownSchedule = Pick<SuggestedFrom, 'type' | 'accountId' | 'toAccountId'> & {
  title: string;
  low: number;
  high: number;
  rule: ScheduleRule;
};

/** A proposed schedule, with amounts in cents, and the entries that say so, the oldest first. */
export type Suggestion = {
  schedule: {
    title: string;
    type: EntryType;
    amount: { exact: number } | { about: number };
    accountId: string;
    toAccountId?: string;
    categoryId?: string;
    wallet?: Wallet;
    rule: ScheduleRule;
    post: 'ask';
  };
  entries: string[];
};

/** Most suggestions. */
export const SUGGESTIONS_MAX = 50;
/** How far amounts that are alike differ from the middle one at most, as a part of it. */
const AMOUNT_PART = 0.2;
/** How many times longer or shorter the intervals of a schedule are at most that is one already. */
const INTERVAL_TIMES_MAX = 1.5;
/** How many intervals after the newest entry nothing goes on. */
const INTERVALS_MAX = 2;
const YEAR_DAYS = 365;
const UNTITLED_TRANSFER = 'Transfer';

/**
 * The payments that came at least three times at near-equal intervals with like titles and amounts, or twice a month
 * apart, and not more often than each week, go on to `today` (an ISO date), and are none of `known`, nor have an entry
 * of `scheduled`, the ids of entries that are occurrences. The largest sums of a year come first, at most 50. The order
 * of entries changes nothing.
 */
export function suggestionsFrom(
  entries: readonly SuggestedFrom[],
  { today, known, scheduled }: { today: string; known: readonly KnownSchedule[]; scheduled: ReadonlySet<string> },
): Suggestion[] {
  const likeTitles = new Map<string, string>();
  const titleOf = ({ title }: { title: string | null }) => {
    const text = title ?? '';
    const like = likeTitles.get(text) ?? likeTitle(text);
    likeTitles.set(text, like);
    return like;
  };
  const inOrder = entries.toSorted((a, b) => compared(a.date, b.date) || compared(a.id, b.id));
  const groups = Map.groupBy(inOrder, (entry) => `${sideOf(entry)} ${titleOf(entry)}`);
  const knownBySide = Map.groupBy(known, sideOf);
  const found = [...groups.values()].flatMap(seriesIn).filter((series) => {
    const { entries, amount } = series;
    const [first] = entries;
    if (!first || shifted(series.newest, Math.ceil(INTERVALS_MAX * series.intervalDays)) < today) return false;
    if (series.rule.start > LAST_DAY || entries.some(({ id }) => scheduled.has(id))) return false;
    const title = titleOf(first);
    return !knownBySide.get(sideOf(first))?.some((schedule) => {
      return isBetween(amount, schedule) && isAsOften(series, schedule) && isWithin(titleOf(schedule), title);
    });
  });
  return found
    .sort((a, b) => b.yearly - a.yearly || compared(a.newest, b.newest) || compared(a.id, b.id))
    .slice(0, SUGGESTIONS_MAX)
    .map(suggested);
}

/** Entries that came in a rhythm. `amount` is the expected amount, `yearly` their sum in a year, in cents. */
type Series = {
  id: string;
  entries: SuggestedFrom[];
  newest: string;
  rule: ScheduleRule;
  intervalDays: number;
  amount: number;
  yearly: number;
};

/** The series among entries of like titles, which are in order: by like amounts, and of what is left by equal ones. */
function seriesIn(group: readonly SuggestedFrom[]): Series[] {
  if (group.length === PAIR) return pairOf(group);
  if (group.length < OCCURRENCES_MIN || isOftenerThanWeekly(group)) return [];
  const byLike = byLikeAmounts(group).flatMap(seriesOf);
  const used = new Set(byLike.flatMap(({ entries }) => entries));
  const left = group.filter((entry) => !used.has(entry));
  const byEqual = [...Map.groupBy(left, ({ amount }) => amount).values()].flatMap(seriesOf);
  return [...byLike, ...byEqual];
}

/** So few entries are a series only a month apart. */
const PAIR = 2;
/** How far the days of the month of a pair, and its amounts, differ at most. */
const PAIR_DAYS_MAX = 2;
const PAIR_AMOUNT_PART = 0.15;
const MONTH_DAYS = 365.2425 / 12;
/** Words of what is paid each month, in comparable text: of a pair with other amounts one has to be there. */
const MONTHLY_WORDS = new RegExp(
  `\\b(${[
    'rent',
    'salary',
    'wage',
    'payroll',
    'pension',
    'insurance',
    'electric',
    'power',
    'gas',
    'energy',
    'water',
    'internet',
    'broadband',
    'mobile',
    'phone',
    'loan',
    'mortgage',
    'subscription',
    'membership',
    'miete',
    'gehalt',
    'lohn',
    'rente',
    'versicherung',
    'strom',
    'stadtwerke',
    'abschlag',
    'beitrag',
    'loyer',
    'salaire',
    'assurance',
    'abonnement',
    'alquiler',
    'nomina',
    'salario',
    'seguro',
    'affitto',
    'stipendio',
    'assicurazione',
    'huur',
    'salaris',
    'verzekering',
    'energie',
    'najem',
    'vyplata',
    'pojisteni',
    'czynsz',
    'wynagrodzenie',
    'ubezpieczenie',
  ].join('|')})`,
);
/** Categories of what is paid each month, by the ids of the specification's. */
const MONTHLY_CATEGORIES = ['Bills & Fees', 'Electricity', 'Salary'];

/** Two entries a month apart, on about the same day of it, with the same amount, or a like one of a monthly bill. */
function pairOf(group: readonly SuggestedFrom[]): Series[] {
  const [before, newest] = group;
  if (!before || !newest) return [];
  const expected = monthsLater(before.date, 1);
  const off = Math.abs(newest.amount - before.amount);
  const isBill =
    MONTHLY_WORDS.test(comparableText(newest.title ?? '')) || MONTHLY_CATEGORIES.includes(newest.categoryId ?? '');
  const isAlike = off === 0 || (isBill && off <= PAIR_AMOUNT_PART * before.amount);
  if (!isAlike || daysBetween(expected, newest.date) > PAIR_DAYS_MAX) return [];
  const start = monthsLater(newest.date, 1);
  const day = Number(newest.date.slice(8));
  const rule: ScheduleRule = {
    every: 1,
    unit: 'month',
    start,
    ...(Number(start.slice(8)) !== day && { days: [day] }),
  };
  const amount = newest.amount;
  const yearly = (amount * YEAR_DAYS) / MONTH_DAYS;
  return [{ id: newest.id, entries: [...group], newest: newest.date, rule, intervalDays: MONTH_DAYS, amount, yearly }];
}

/** Fewer entries don't tell how often somebody is paid. */
const OFTEN_MIN = 5;
const WEEK_DAYS = 7;

/** Whether entries, which are in order, come more often than each week: so are no bills paid. */
function isOftenerThanWeekly(entries: readonly SuggestedFrom[]): boolean {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last || entries.length < OFTEN_MIN) return false;
  return daysBetween(first.date, last.date) / (entries.length - 1) < WEEK_DAYS - 1;
}

/** No payment is due each 108 days: a longer interval that is none of weeks, months or years is a coincidence. */
const COUNTED_DAYS_MAX = 31;

/** The series that entries make, one a day; none, or one. Of amounts that changed it has the newest that are alike. */
function seriesOf(entries: readonly SuggestedFrom[]): Series[] {
  const byDay = entries.filter(({ date }, index) => entries[index - 1]?.date !== date);
  const rhythm = byDay.length < OCCURRENCES_MIN ? null : rhythmOf(byDay.map(({ date }) => date));
  if (!rhythm) return [];
  const inRhythm = byDay.slice(-rhythm.count);
  const newest = inRhythm.at(-1);
  if (!newest) return [];
  if (!areAlike(inRhythm)) return seriesOf(newestAlike(inRhythm));
  const amount = expectedOf(inRhythm);
  const { rule, intervalDays } = rhythm;
  if (rule.unit === 'day' && rule.every > COUNTED_DAYS_MAX) return [];
  const yearly = (amount * YEAR_DAYS) / intervalDays;
  return [{ id: newest.id, entries: inRhythm, newest: newest.date, rule, intervalDays, amount, yearly }];
}

/** Entries by amounts that are alike: all of them, or those between which no amount is a fifth larger than the last. */
function byLikeAmounts(entries: readonly SuggestedFrom[]): SuggestedFrom[][] {
  if (areAlike(entries)) return [[...entries]];
  const clusterOf = new Map<SuggestedFrom, number>();
  let [cluster, last] = [0, 0];
  for (const entry of entries.toSorted((a, b) => a.amount - b.amount)) {
    if (entry.amount > last * (1 + AMOUNT_PART)) cluster += 1;
    last = entry.amount;
    clusterOf.set(entry, cluster);
  }
  return [...Map.groupBy(entries, (entry) => clusterOf.get(entry)).values()];
}

function areAlike(entries: readonly SuggestedFrom[]): boolean {
  const middle = middleOf(entries);
  return entries.every((entry) => isAlike(entry, middle));
}

/**
 * The most of the newest entries whose amounts are alike, of those that changed; none if amounts come and go, so
 * that more than a third as many were like them before.
 */
function newestAlike(entries: readonly SuggestedFrom[]): readonly SuggestedFrom[] {
  for (let count = entries.length - 1; count >= OCCURRENCES_MIN; count -= 1) {
    const newest = entries.slice(-count);
    if (!areAlike(newest)) continue;
    const middle = middleOf(newest);
    const before = entries.slice(0, -count).filter((entry) => isAlike(entry, middle)).length;
    return before > count / 3 ? [] : newest;
  }
  return [];
}

const isAlike = ({ amount }: SuggestedFrom, middle: number) => Math.abs(amount - middle) <= AMOUNT_PART * middle;

/** The amount of the newest ones where they agree, else the middle one. */
function expectedOf(entries: readonly SuggestedFrom[]): number {
  return isExact(entries) ? (entries.at(-1)?.amount ?? 0) : middleOf(entries);
}

const isExact = (entries: readonly SuggestedFrom[]) =>
  new Set(entries.slice(-OCCURRENCES_MIN).map(({ amount }) => amount)).size === 1;
const middleOf = (entries: readonly SuggestedFrom[]) =>
  entries.map(({ amount }) => amount).sort((a, b) => a - b)[entries.length >> 1] ?? 0;
const isBetween = (amount: number, { low, high }: KnownSchedule) =>
  amount >= low * (1 - AMOUNT_PART) && amount <= high * (1 + AMOUNT_PART);
const isAsOften = ({ intervalDays }: Series, { rule }: KnownSchedule) => {
  const times = intervalDays / intervalOf(rule);
  return times <= INTERVAL_TIMES_MAX && times >= 1 / INTERVAL_TIMES_MAX;
};

function suggested({ entries, amount, rule }: Series): Suggestion {
  const newest = entries.at(-1) as SuggestedFrom;
  const { type, accountId, toAccountId, categoryId, wallet } = newest;
  return {
    schedule: {
      title: titleOfAll(entries) ?? UNTITLED_TRANSFER,
      type,
      amount: isExact(entries) ? { exact: amount } : { about: amount },
      accountId,
      ...(toAccountId !== undefined && { toAccountId }),
      ...(categoryId !== undefined && { categoryId }),
      ...(wallet !== undefined && { wallet }),
      rule,
      post: 'ask',
    },
    entries: entries.map(({ id }) => id),
  };
}

/** The newest title, without dates and numbers where titles differ, or null if there is none. */
function titleOfAll(entries: readonly SuggestedFrom[]): string | null {
  const newest = entries.at(-1)?.title ?? null;
  return newest === null || entries.every(({ title }) => title === newest) ? newest : titleWithoutNumbers(newest);
}

/** The type of an entry and the accounts that it moves. */
const sideOf = ({ type, accountId, toAccountId = '' }: Pick<SuggestedFrom, 'type' | 'accountId' | 'toAccountId'>) =>
  `${type} ${accountId} ${toAccountId}`;
const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
