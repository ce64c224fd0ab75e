import type { Occurrence } from '#contract/schedule-calls.ts';
import type { WeekStart } from '#ledger/model/constants.ts';
import { firstOf, shifted } from '#ledger/model/days.ts';
import { formatDay } from '../../ui/day.ts';

/** The occurrences of a week, by day, under its name and its days; those that were missed are a group of their own. */
export type Week = { id: string; name: string; days: string; occurrences: Occurrence[] };

const MISSED = 'missed';
const WEEK_DAYS = 7;

/** Groups open occurrences, which are by day, by weeks that begin on `weekStart`; missed ones stand first. */
export function weeksOf(occurrences: readonly Occurrence[], today: string, weekStart?: WeekStart): Week[] {
  const weekOf = (day: string) => firstOf('week', day, weekStart);
  const groups = Map.groupBy(occurrences, ({ status, day }) => (status === MISSED ? MISSED : weekOf(day)));
  const weeks = [...groups].map(([id, members]) => ({
    id,
    ...namesOf(id, today, weekOf(today)),
    occurrences: members,
  }));
  return weeks.toSorted((a, b) => Number(b.id === MISSED) - Number(a.id === MISSED));
}

function namesOf(id: string, today: string, thisWeek: string): Pick<Week, 'name' | 'days'> {
  if (id === MISSED) return { name: 'Missed', days: '' };
  const days = daysWords(id < today ? today : id, shifted(id, WEEK_DAYS - 1), today);
  if (id === thisWeek) return { name: 'This week', days };
  if (id === shifted(thisWeek, WEEK_DAYS)) return { name: 'Next week', days };
  return { name: days, days: '' };
}

/** `December 7 to 13`, `November 30 to December 6`, with the year if it is not today's. */
function daysWords(from: string, to: string, today: string): string {
  const [first, last] = [formatDay(from), formatDay(to)];
  const year = last.year === today.slice(0, 4) ? '' : `, ${last.year}`;
  if (from === to) return `${first.month} ${first.day}${year}`;
  return `${first.month} ${first.day} to ${first.month === last.month ? '' : `${last.month} `}${last.day}${year}`;
}
