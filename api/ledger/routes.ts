import type pg from 'pg';
import { PAGE_ROWS } from '../../contract/limits.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { Semaphore } from '../../platform/semaphore.ts';
import type { AppRouter } from '../http/context.ts';
import { registerRoute } from '../http/register-route.ts';
import type { Limits } from '../limits/limits.ts';
import { historyPage } from './history.ts';
import { verify } from './verify.ts';

/** A verification uses much CPU time. */
const CONCURRENT_VERIFICATIONS = 2;

/** Registers /ledger/*: the history and the verification of the user's own ledger. */
export function ledgerRoutes(router: AppRouter, services: { database: pg.Pool; log: EventLog; limits: Limits }): void {
  const semaphore = new Semaphore(CONCURRENT_VERIFICATIONS);

  registerRoute(router, 'getHistory', ({ session, input: { limit, before } }) =>
    historyPage(services, session, limit ?? PAGE_ROWS, before),
  );

  registerRoute(router, 'verifyLedger', async ({ ctx, session: { userId, ledgerId } }) => {
    await services.limits.take(ctx, 'verify', userId);
    return await semaphore.run(() => verify(services, ledgerId));
  });
}
