import { FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import { boundsOf, type Mark, type Span } from '#ledger/model/schedule.ts';
import type { ScheduleState } from '#ledger/model/state.ts';
import { type DueDay, SHIFT_DAYS_MAX } from '#ledger/schedules/days.ts';
import { mergedOccurrences } from '#ledger/schedules/merged.ts';
import {
  compareOccurrences,
  occurrenceOn,
  occurrencesIn,
  type ScheduledOccurrence,
} from '#ledger/schedules/occurrences.ts';
import { likeTitle } from './like-titles.ts';

/** Schedules by their ids, and what became of their occurrences; skipped are also those whose entry is gone. */
export type Scheduled = {
  schedules: ReadonlyMap<string, ScheduleState>;
  /** By schedule, then by nominal day; open ones are not among them. */
  marks: ReadonlyMap<string, Marks>;
  /**
   * By schedule the titles of the entries that it was matched with, the newest first; absent where no entries are
   * compared.
   */
  names?: ReadonlyMap<string, readonly string[]>;
};

/** The marks of the occurrences of a schedule, by their nominal days. */
export type Marks = ReadonlyMap<string, Mark | 'skipped'>;

export type Status = 'upcoming' | 'due' | 'missed' | 'posted' | 'matched' | 'skipped';

/** An occurrence as it stands: amounts in cents, `entry` what it was posted as, or matched with. */
export type ListedOccurrence = {
  scheduleId: string;
  nominal: string;
  day: string;
  title: string;
  /** The titles of the entries that the schedule was matched with, as `likeTitle` gives them. */
  names: readonly string[];
  schedule: ScheduleState;
  amount: Span;
  low: Cents;
  expected: Cents;
  high: Cents;
  status: Status;
  entry: string | null;
};

/** Before every day on which an occurrence may fall: a weekend may be shifted to before the first day. */
const FIRST = shifted(FIRST_DAY, -SHIFT_DAYS_MAX);

/** The days of a list: `from` is null for the day of the oldest missed occurrence, or today where none is. */
type ListedDays = { from: string | null; to: string; today: string };

/**
 * The occurrences of schedules whose day lies in `from`..`to` (ISO dates, both included), by day, at most `countMax`.
 * Statuses go by `today`, the caller's (product 13.3).
 */
export function listOccurrences(scheduled: Scheduled, days: ListedDays, countMax: number): ListedOccurrence[] {
  const listed: ListedOccurrence[] = [];
  for (const occurrence of occurrencesByDay(scheduled, days)) {
    if (listed.length >= countMax) break;
    listed.push(occurrence);
  }
  return listed;
}

/** The occurrences that `listOccurrences` gives, one by one: each takes time when it is asked for. */
export function* occurrencesByDay(
  { schedules, marks, names }: Scheduled,
  { from, to, today }: ListedDays,
): Generator<ListedOccurrence> {
  const days = { from: from ?? FIRST, to };
  const sources = [...schedules].map(([scheduleId, schedule]) =>
    occurrencesOfSchedule(
      { scheduleId, names: likeNames(names?.get(scheduleId) ?? []), schedule },
      marks.get(scheduleId) ?? NO_MARKS,
      { ...days, today },
    ),
  );
  const listed = mergedOccurrences(sources, compareOccurrences);
  yield* from === null ? fromFirstMissed(listed, today) : listed;
}

/** Most names that are remembered of a schedule, the last ones. */
const NAMES_MAX = 10;

/** Titles without their numbers, each once; none if nothing is left. */
function likeNames(titles: readonly string[]): string[] {
  const names = new Set(titles.map(likeTitle));
  names.delete('');
  return [...names].slice(0, NAMES_MAX);
}

/** Occurrences from the day of the first missed one on, or from today where none is. */
function* fromFirstMissed(occurrences: Iterable<ListedOccurrence>, today: string): Generator<ListedOccurrence> {
  let isReached = false;
  let ofDay: ListedOccurrence[] = [];
  for (const occurrence of occurrences) {
    if (ofDay[0] && ofDay[0].day !== occurrence.day) ofDay = [];
    if (!isReached) ofDay.push(occurrence);
    if (isReached) yield occurrence;
    else if (occurrence.status === 'missed' || occurrence.day >= today) {
      isReached = true;
      yield* ofDay;
    }
  }
}

const NO_MARKS: Marks = new Map();

function* occurrencesOfSchedule(
  ofSchedule: Pick<ListedOccurrence, 'scheduleId' | 'names' | 'schedule'>,
  marks: Marks,
  days: { from: string; to: string; today: string },
): Generator<ListedOccurrence> {
  const { schedule } = ofSchedule;
  const own = occurrencesIn(schedule, days);
  const former = formerIn(schedule, marks, days);
  for (const occurrence of former.length === 0 ? own : mergedOccurrences([own, former], compareOccurrences)) {
    const { nominal, day, title, amount } = occurrence;
    yield {
      ...ofSchedule,
      nominal,
      day,
      title,
      amount,
      ...boundsOf(amount),
      ...statusOf(marks.get(nominal) ?? null, day, days.today),
    };
  }
}

/**
 * The occurrences that were posted or matched on nominal days that a change of the rule took away since: they stay, on
 * their nominal days, with today's title and amount.
 */
function formerIn(
  schedule: ScheduleState,
  marks: Marks,
  { from, to }: { from: string; to: string },
): ScheduledOccurrence[] {
  const { title, amount, rule } = schedule;
  const closed = [...marks].flatMap(([nominal, mark]) =>
    entryOf(mark) !== null && nominal >= from && nominal <= to ? [nominal] : [],
  );
  const nominals = nominalsAmong(schedule, closed);
  return closed
    .filter((nominal) => !nominals.has(nominal))
    .sort(compare)
    .map((nominal) => ({ nominal, day: nominal, title, amount, rule }));
}

/** Those of some nominal days on which a schedule has an occurrence. Takes time for the days from first to last. */
function nominalsAmong(schedule: ScheduleState, wanted: readonly string[]): Set<string> {
  if (wanted.length === 0) return new Set();
  const [first, last] = wanted.reduce(
    ([least, most], nominal) => [nominal < least ? nominal : least, nominal > most ? nominal : most],
    [wanted[0] as string, wanted[0] as string],
  );
  const near = { from: shifted(first, -SHIFT_DAYS_MAX), to: shifted(last, SHIFT_DAYS_MAX) };
  return new Set(Array.from(occurrencesIn(schedule, near), ({ nominal }) => nominal));
}

/** The entry that an occurrence became, or null if it is skipped. */
function entryOf(mark: Mark | 'skipped'): string | null {
  return mark === 'skipped' || mark.as === 'skipped' ? null : (mark.entry ?? null);
}

function statusOf(
  mark: Mark | 'skipped' | null,
  day: string,
  today: string,
): Pick<ListedOccurrence, 'status' | 'entry'> {
  if (mark === 'skipped' || mark?.as === 'skipped') return { status: 'skipped', entry: null };
  if (mark) return { status: mark.as, entry: mark.entry ?? null };
  return { status: day > today ? 'upcoming' : day === today ? 'due' : 'missed', entry: null };
}

/** Whether an occurrence is still to become an entry. */
export function isOpen({ status }: Pick<ListedOccurrence, 'status'>): boolean {
  return status === 'upcoming' || status === 'due' || status === 'missed';
}

const compare = (left: string, right: string) => (left < right ? -1 : Number(left > right));

/** The first occurrence of a schedule that is upcoming or due, or null if none is left. */
export function nextOf(schedule: ScheduleState, marks: Marks, today: string): DueDay | null {
  for (const occurrence of occurrencesIn(schedule, { from: today, to: LAST_DAY })) {
    if (!marks.has(occurrence.nominal)) return occurrence;
  }
  return null;
}

/** The newest occurrence of a schedule that was posted or matched, with its entry, or null if none was. */
export function lastListed(schedule: ScheduleState, marks: Marks): (DueDay & { entry: string }) | null {
  const closed = [...marks].flatMap(([nominal, mark]) => {
    const entry = entryOf(mark);
    return entry === null ? [] : [{ nominal, entry }];
  });
  const last = closed.reduce<(typeof closed)[0] | null>(
    (newest, each) => (newest && newest.nominal > each.nominal ? newest : each),
    null,
  );
  return last && { ...last, day: occurrenceOn(schedule, last.nominal)?.day ?? last.nominal };
}
