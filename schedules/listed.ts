import { LAST_DAY } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import { boundsOf, type Mark, type Span } from '#ledger/model/schedule.ts';
import type { ScheduleState } from '#ledger/model/state.ts';
import type { Occurrence } from '#ledger/schedules/days.ts';
import { occurrenceOn, occurrencesIn, type ScheduledOccurrence } from '#ledger/schedules/occurrences.ts';

/** Schedules by their ids, and what became of their occurrences; skipped are also those whose entry is gone. */
export type Scheduled = {
  schedules: ReadonlyMap<string, ScheduleState>;
  /** By schedule, then by nominal day; open ones are not among them. */
  marks: ReadonlyMap<string, Marks>;
};

/** What became of the occurrences of a schedule, by their nominal days. */
export type Marks = ReadonlyMap<string, Mark | 'skipped'>;

export type Status = 'upcoming' | 'due' | 'missed' | 'posted' | 'matched' | 'skipped';

/** An occurrence as it stands: amounts in cents, `entry` what it was posted as, or matched with. */
export type ListedOccurrence = {
  scheduleId: string;
  nominal: string;
  day: string;
  title: string;
  schedule: ScheduleState;
  amount: Span;
  low: Cents;
  expected: Cents;
  high: Cents;
  status: Status;
  entry: string | null;
};

/** Before every day on which a schedule may begin, and after every other. */
const FIRST = '0001-01-01';
/** Most occurrences of a schedule that are looked at. */
const OCCURRENCES_OF_SCHEDULE_MAX = 20_000;

/**
 * The occurrences of schedules whose day lies in `from`..`to` (ISO dates, both included), by day; `from` is null for
 * the day of the oldest missed one, or today where none is. Statuses go by `today`, the caller's (product 13.3).
 */
export function listOccurrences(
  { schedules, marks }: Scheduled,
  { from, to, today }: { from: string | null; to: string; today: string },
): ListedOccurrence[] {
  const listed = [...schedules].flatMap(([scheduleId, schedule]) => {
    const days = { from: from ?? FIRST, to };
    const own = occurrencesIn(schedule, days, OCCURRENCES_OF_SCHEDULE_MAX);
    const marksOf = marks.get(scheduleId) ?? NO_MARKS;
    return [...own, ...formerIn(schedule, marksOf, own, days)].map((occurrence) => {
      const { nominal, day, title, amount } = occurrence;
      return {
        ...{ scheduleId, nominal, day, title, schedule, amount, ...boundsOf(amount) },
        ...statusOf(marksOf.get(nominal) ?? null, day, today),
      };
    });
  });
  listed.sort((left, right) => compare(left.day, right.day) || compare(left.nominal, right.nominal));
  if (from !== null) return listed;
  const first = listed.find(({ status }) => status === 'missed')?.day ?? today;
  return listed.filter(({ day }) => day >= first);
}

const NO_MARKS: Marks = new Map();

/**
 * What was posted or matched on nominal days that a change of the rule took away since: it stays, on its nominal day,
 * with today's title and amount.
 */
function formerIn(
  schedule: ScheduleState,
  marks: Marks,
  own: readonly Occurrence[],
  { from, to }: { from: string; to: string },
): ScheduledOccurrence[] {
  const nominals = new Set(own.map(({ nominal }) => nominal));
  const { title, amount, rule } = schedule;
  return [...marks].flatMap(([nominal, mark]) => {
    const isFormer = entryOf(mark) !== null && nominal >= from && nominal <= to && !nominals.has(nominal);
    return isFormer && occurrenceOn(schedule, nominal) === null ? [{ nominal, day: nominal, title, amount, rule }] : [];
  });
}

/** The entry that an occurrence became; null where it is skipped. */
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

/** How far before its nominal day an occurrence may fall, and after it. */
export const SHIFT_MAX_DAYS = 2;

/** The first occurrence of a schedule that is upcoming or due; null where none is left. */
export function nextOf(schedule: ScheduleState, marks: Marks, today: string): Occurrence | null {
  const near = shifted(today, -SHIFT_MAX_DAYS);
  const marked = [...marks.keys()].filter((nominal) => nominal >= near).length;
  const ahead = occurrencesIn(schedule, { from: today, to: LAST_DAY }, marked + 1);
  return ahead.find(({ nominal }) => !marks.has(nominal)) ?? null;
}

/** The newest occurrence of a schedule that was posted or matched, with its entry; null where none was. */
export function lastOf(schedule: ScheduleState, marks: Marks): (Occurrence & { entry: string }) | null {
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
