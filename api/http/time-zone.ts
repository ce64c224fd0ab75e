import { TIME_ZONE } from '#contract/addresses.ts';
import { type Day, dayOf } from '#ledger/model/days.ts';
import type { Context } from './context.ts';

/** The caller's current ISO date, in the zone of the `Time-Zone` header, or UTC without a valid one (product 2.4). */
export function todayInZone(ctx: Context, now: Date): Day {
  return todayIn(ctx.get(TIME_ZONE), now);
}

/** The ISO date at an instant in a zone, or in UTC where there is no such zone. Throws before the year 1000. */
export function todayIn(zone: string, now: Date): Day {
  const parts = formatter(zone).formatToParts(now);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return dayOf(`${part('year')}-${part('month')}-${part('day')}`);
}

/** The instant at which a day (ISO date) begins in the caller's zone, or UTC without a valid one. */
export function startOfDay(ctx: Context, day: string): Date {
  return startOfDayIn(ctx.get(TIME_ZONE), day);
}

/** The instant at which a day (ISO date) begins in a zone, or in UTC where there is no such zone. */
export function startOfDayIn(zone: string, day: string): Date {
  const { timeZone } = formatter(zone).resolvedOptions();
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offset at midnight in UTC may be another than at midnight there, where the clocks are changed in between.
  return new Date(midnight - offsetMs(timeZone, midnight - offsetMs(timeZone, midnight)));
}

/**
 * The zone that a request names, by its canonical name: a browser may call it by another, such as `Asia/Kolkata` for
 * `Asia/Calcutta`. Null if the request names no zone, or one that does not exist.
 */
export function requestedZone(ctx: Context): string | null {
  return knownFormatter(ctx.get(TIME_ZONE))?.resolvedOptions().timeZone ?? null;
}

/** The offset of a zone from UTC at an instant in ms, positive to the east. */
function offsetMs(timeZone: string, instantMs: number): number {
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(offsets(timeZone).format(instantMs)) ?? [];
  const amount = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -amount : amount;
}

function offsets(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
}

/** A cache by the names of zones, since creating a formatter costs more than a query. */
const formatters = new Map<string, Intl.DateTimeFormat>();
/** There are about 600 names, but each in any mixture of small and capital letters. */
const FORMATTERS_MAX = 1_000;

function formatter(timeZone: string): Intl.DateTimeFormat {
  return knownFormatter(timeZone) ?? UTC;
}

/** The formatter of a zone, or null if there is no zone of this name. */
function knownFormatter(timeZone: string): Intl.DateTimeFormat | null {
  const kept = formatters.get(timeZone);
  if (kept) return kept;
  if (timeZone === '') return null;
  try {
    const made = formatterOf(timeZone);
    if (formatters.size >= FORMATTERS_MAX) formatters.clear();
    formatters.set(timeZone, made);
    return made;
  } catch {
    return null;
  }
}

const formatterOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });

const UTC = formatterOf('UTC');
