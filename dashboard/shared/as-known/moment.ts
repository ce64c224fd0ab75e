import { queryOptions, useQuery } from '@tanstack/react-query';
import { endOfDay } from 'date-fns/endOfDay';
import { formatISO } from 'date-fns/formatISO';
import { firstOf, shifted } from '#ledger/model/days.ts';
import { useKnown } from '../../browser-state/known.ts';
import { fetchData } from '../../server/cache.ts';
import { localDateOf, localDayAndTimeOf, now, today } from '../../ui/day.ts';

/** Whether a moment is a revision, not an instant. */
const isRevision = (known: string) => /^\d+$/.test(known);

/** The ISO instant of a moment. For a revision, the time at which its event was recorded. */
export function instantQuery(known: string) {
  return queryOptions({
    queryKey: ['instant', known],
    queryFn: () => (isRevision(known) ? recordedAt(known) : known),
  });
}

async function recordedAt(revision: string): Promise<string> {
  const { entries } = await fetchData('getHistory', { limit: 1, before: String(BigInt(revision) + 1n) });
  return entries[0]?.recordedAt ?? now().toISOString();
}

/** Returns the ISO date that is today on screens: the day of the moment that they show, in the local time zone. */
export function useToday(): string {
  const known = useKnown();
  const instant = useQuery({ ...instantQuery(known ?? ''), enabled: false }).data;
  if (known === null || instant === undefined) return today();
  const then = localDateOf(new Date(instant));
  return then < today() ? then : today();
}

/** The last moment of a day (ISO date) in the local time zone, such as `2026-11-20T23:59:59.999+01:00`. */
export function endOf(day: string): string {
  return formatISO(endOfDay(`${day}T00:00:00`)).replace(/T\d\d:\d\d:\d\d/, '$&.999');
}

/** The last day (ISO date) of the month before a day's month. */
export function lastOfMonthBefore(day: string): string {
  return shifted(firstOf('month', day), -1);
}

/** The local day and time of an instant, such as `November 20, 2026 at 11:59 PM`; the text itself if it is none. */
export function formatInstant(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : localDayAndTimeOf(date);
}
