import { utc } from '@date-fns/utc/utc';
import { addDays } from 'date-fns/addDays';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { formatISO } from 'date-fns/formatISO';
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth';
import { lastDayOfYear } from 'date-fns/lastDayOfYear';
import { startOfMonth } from 'date-fns/startOfMonth';
import { startOfYear } from 'date-fns/startOfYear';

type Days = { from: string; to: string };

/**
 * Gives the period before one: of a whole month the month before, of a whole year the year before, else as many days as it
 * has, up to the day before it. Days are ISO dates, both included (product 5.9).
 */
export function spanBefore({ from, to }: Days): Days {
  const last = addDays(from, -1, { in: utc });
  const isWhole = (start: typeof startOfMonth, end: typeof lastDayOfMonth) =>
    dayOf(start(from, { in: utc })) === from && dayOf(end(from, { in: utc })) === to;
  if (isWhole(startOfMonth, lastDayOfMonth)) return { from: dayOf(startOfMonth(last, { in: utc })), to: dayOf(last) };
  if (isWhole(startOfYear, lastDayOfYear)) return { from: dayOf(startOfYear(last, { in: utc })), to: dayOf(last) };
  const days = differenceInCalendarDays(to, from, { in: utc });
  return { from: dayOf(addDays(last, -days, { in: utc })), to: dayOf(last) };
}

function dayOf(date: Date): string {
  return formatISO(date, { representation: 'date' });
}
