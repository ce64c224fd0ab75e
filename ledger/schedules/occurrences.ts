import { shifted } from '../model/days.ts';
import type { EarlierTerms } from '../model/entity-states.ts';
import type { ValuesOf } from '../model/fields.ts';
import type { ScheduleState } from '../model/state.ts';
import { type DueDay, isOccurrence, occurrencesBetween, SHIFT_DAYS_MAX } from './days.ts';
import { mergedOccurrences } from './merged.ts';

/** The values of a schedule for an occurrence, by its nominal day: the values of then, and today's for the rest. */
export type ScheduleTerms = Omit<EarlierTerms, 'until'>;

/** An occurrence of a schedule: its nominal day, the day that it falls on, and what holds for it. */
export type ScheduledOccurrence = DueDay & ScheduleTerms;

/**
 * The occurrences of a schedule whose day lies in `from`..`to` (ISO dates, both included), by day and then by nominal
 * day. Each takes time when it is asked for.
 */
export function occurrencesIn(
  schedule: Pick<ScheduleState, 'earlier' | keyof ScheduleTerms>,
  days: { from: string; to: string },
): Iterable<ScheduledOccurrence> {
  const stretches = stretchesOf(schedule).map((stretch) => occurrencesOfStretch(stretch, days));
  return stretches.length === 1
    ? (stretches[0] as (typeof stretches)[0])
    : mergedOccurrences(stretches, compareOccurrences);
}

function* occurrencesOfStretch(
  { since, until, ...terms }: ScheduleTerms & { since: string; until: string },
  { from, to }: { from: string; to: string },
): Generator<ScheduledOccurrence> {
  // A weekend may take what is due on the first day to before it.
  const near = since === '' ? from : shifted(since, -SHIFT_DAYS_MAX);
  for (const occurrence of occurrencesBetween(terms.rule, { from: near > from ? near : from, to })) {
    if (occurrence.nominal >= until) return;
    if (occurrence.nominal >= since) yield { ...occurrence, ...terms };
  }
}

/** Occurrences by day, then by nominal day. */
export function compareOccurrences(left: DueDay, right: DueDay): number {
  return compare(left.day, right.day) || compare(left.nominal, right.nominal);
}

/** The occurrence of a schedule on a nominal day, or null if that is none. */
export function occurrenceOn(
  schedule: Pick<ScheduleState, 'earlier' | keyof ScheduleTerms>,
  nominal: string,
): ScheduledOccurrence | null {
  const stretch = stretchesOf(schedule).find(({ until }) => nominal < until);
  if (!stretch) return null;
  const { since: _, until: __, ...terms } = stretch;
  const day = isOccurrence(terms.rule, nominal);
  return day === null ? null : { nominal, day, ...terms };
}

/** `since` comes before all days, and `until` after all of them, where there is no change. */
function stretchesOf({ earlier, title, amount, rule }: Pick<ScheduleState, 'earlier' | keyof ScheduleTerms>) {
  const stretches = [...earlier, { until: '9999-12-31', title, amount, rule }];
  return stretches.map((terms, index) => ({ ...terms, since: stretches[index - 1]?.until ?? '' }));
}

/**
 * The values that held before some days, once a schedule has other values from a day on: what it said until then, where
 * that is another title, amount or rule.
 */
export function earlierAfter(
  { earlier, ...before }: Pick<ScheduleState, 'earlier' | keyof ScheduleTerms>,
  on: string,
  isOther: boolean,
): EarlierTerms[] {
  const earlierTerms = earlier.filter(({ until }) => until < on);
  // Of several changes on a day, or by clocks that went back, what held first holds for the days before.
  const [first] = earlier.filter(({ until }) => until >= on);
  if (first) return [...earlierTerms, { ...first, until: on }];
  if (!isOther) return [...earlierTerms];
  const { title, amount, rule } = before as ValuesOf<'schedule'>;
  return [...earlierTerms, { until: on, title, amount, rule }];
}

const compare = (left: string, right: string) => (left < right ? -1 : Number(left > right));
