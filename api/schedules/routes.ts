import { OCCURRENCES_MAX } from '#contract/limits.ts';
import { occurrencesOf } from '#ledger/schedules/days.ts';
import type { AppRouter } from '../http/context.ts';
import { registerRoute } from '../http/register-route.ts';

/** Registers the calls of schedules (product 13). */
export function scheduleRoutes(router: AppRouter): void {
  registerRoute(router, 'getOccurrences', async ({ input: { rule, from, to } }) => ({
    days: occurrencesOf(rule, { from, to }, OCCURRENCES_MAX),
  }));
}
