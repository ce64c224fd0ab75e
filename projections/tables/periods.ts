import { firstOf, PERIODS } from '#ledger/model/days.ts';

/** A cache, since entries of one day are many, and calendars are slow. */
const startsByDay = new Map<string, readonly string[]>();
const STARTS_CACHED_MAX = 10_000;

/** The first days of the periods of a day, in the order of `PERIODS`. */
export function startsOf(day: string): readonly string[] {
  const known = startsByDay.get(day);
  if (known) return known;
  if (startsByDay.size === STARTS_CACHED_MAX) startsByDay.clear();
  const starts = PERIODS.map((period) => firstOf(period, day));
  startsByDay.set(day, starts);
  return starts;
}
