import { z } from 'zod';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { choice, entryDate, idField, knownQuery, optional } from './fields.ts';
import { occurrence } from './schedule-calls.ts';

/** The spending that a forecast may take off beside schedules. */
export const SPENDING = ['usual'] as const;

/**
 * Query of a forecast: of an account or of all together, up to a day, 90 days ahead where none is named; with
 * `spending` it takes off what is usually spent.
 */
export const forecastParameters = knownQuery.extend({
  account: optional(idField),
  until: optional(entryDate),
  spending: optional(choice(SPENDING)),
});

/**
 * A forecast: what each day from today on ends with, the first day of the least that is expected, the open occurrences,
 * by day, the first 1,000, and what is taken off a day from tomorrow on, null if nothing is.
 */
export const forecast = z.object({
  days: z.array(z.object({ date: z.string(), low: z.number(), expected: z.number(), high: z.number() })),
  lowest: z.object({ date: z.string(), amount: z.number() }),
  occurrences: z.array(occurrence),
  spending: z.object({ perDay: z.number(), weeks: z.int() }).nullable(),
});
export type Forecast = z.infer<typeof forecast>;

/** The call of forecasts (product 13.7). */
export const forecastCalls = {
  getForecast: {
    ...addresses.getForecast,
    kind: 'query',
    summary: 'Returns what an account, or all together, will hold if what comes again comes.',
    session: true,
    query: forecastParameters,
    data: forecast,
    problems: ['account_not_found'],
  },
} as const satisfies Record<string, Call>;
