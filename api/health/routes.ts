import { BASE_PATH } from '#contract/addresses.ts';
import type { EventLog } from '#event-log/event-log.ts';
import type { Database } from '#platform/postgres.ts';
import { allStalled } from '#projections/storage/stalled.ts';
import { LIVE } from '#projections/tables/read-models.ts';
import type { AppRouter } from '../http/context.ts';

/**
 * Registers the health checks. Liveness: the process answers. Readiness: both stores answer; its body counts the users
 * with a stalled projection. Both exist under the API's base path and, for external probes, at the root.
 */
export function healthRoutes(router: AppRouter, { database, log }: { database: Database; log: EventLog }): void {
  router.get([`${BASE_PATH}/health/live`, '/health/live'], (ctx) => {
    ctx.body = { data: { status: 'live' } };
  });
  router.get([`${BASE_PATH}/health/ready`, '/health/ready'], async (ctx) => {
    const [stalled] = await Promise.all([allStalled(database, LIVE), log.identity()]);
    ctx.body = { data: { status: 'ready', stalledUsers: stalled.length } };
  });
}
