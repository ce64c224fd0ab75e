import { TIME_ZONE } from '../../contract/addresses.ts';
import type { Context } from './context.ts';

/** The day it is for the caller, `2026-11-20`: in the zone their `Time-Zone` header names, else in UTC (product 2.4). */
export function today(ctx: Context, now: Date): string {
  const parts = formatter(ctx.get(TIME_ZONE)).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Making a formatter costs more than a query. There are some six hundred zones; a caller's other names are kept nowhere. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    const made = new Intl.DateTimeFormat('en-CA', { ...options, timeZone: timeZone || 'UTC' });
    if (made.resolvedOptions().timeZone === timeZone || timeZone === '') formatters.set(timeZone, made);
    return made;
  } catch {
    return formatter('');
  }
}
