/** How many days, weeks and months keep a backup each: the newest of it. */
export type Keep = { days: number; weeks: number; months: number };

const DAY_MS = 24 * 60 * 60 * 1000;

/** The name of a scheduled backup by its moment in UTC, to the second. */
export const scheduledName = (moment: Date): string =>
  `daybook-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z.zip`;

/** The moment in the name of a scheduled backup; null for any other name. */
export function momentIn(name: string): Date | null {
  const [, day, hours, minutes, seconds] = /^daybook-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.zip$/.exec(name) ?? [];
  const moment = new Date(`${day}T${hours}:${minutes}:${seconds}.000Z`);
  return Number.isNaN(moment.getTime()) || scheduledName(moment) !== name ? null : moment;
}

const dayOf = (moment: Date) => Math.floor(moment.getTime() / DAY_MS);

/** Days, weeks from Monday on, and months are UTC's. */
const PERIODS: Record<keyof Keep, (moment: Date) => number> = {
  days: dayOf,
  // 1970 began on a Thursday.
  weeks: (moment) => Math.floor((dayOf(moment) + 3) / 7),
  months: (moment) => moment.getUTCFullYear() * 12 + moment.getUTCMonth(),
};

/**
 * The backups that are no longer kept, oldest first. Kept are the newest of all, and the newest of each of the last
 * days, weeks and months that have a backup. So a machine that was off for a year loses nothing by that.
 */
export function superfluous(moments: readonly Date[], keep: Keep): Date[] {
  const newestFirst = moments.toSorted((a, b) => b.getTime() - a.getTime());
  const keptBackups = new Set(newestFirst.slice(0, 1));
  for (const [unit, periodOf] of Object.entries(PERIODS)) {
    const newest = new Map<number, Date>();
    for (const moment of newestFirst) if (!newest.has(periodOf(moment))) newest.set(periodOf(moment), moment);
    for (const moment of [...newest.values()].slice(0, keep[unit as keyof Keep])) keptBackups.add(moment);
  }
  return newestFirst.filter((moment) => !keptBackups.has(moment)).reverse();
}
