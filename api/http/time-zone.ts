import { TIME_ZONE } from '../../contract/addresses.ts';
import type { Context } from './context.ts';

/** The caller's current ISO date, in the zone of the `Time-Zone` header, or UTC without a valid one (product 2.4). */
export function today(ctx: Context, now: Date): string {
  const parts = formatter(ctx.get(TIME_ZONE)).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** A cache, since creating a formatter costs more than a query. Holds only canonical zone names, about 600. */
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
