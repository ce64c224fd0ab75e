import type pg from 'pg';
import { PAGE_ROWS } from '../../contract/limits.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { Semaphore } from '../../platform/semaphore.ts';
import type { AppRouter } from '../http/context.ts';
import { registerRoute } from '../http/register-route.ts';
import type { Limits } from '../limits/limits.ts';
import { historyPage } from './history.ts';
import { verify } from './verify.ts';

/** So many ledgers are verified at once in this process: each takes a while of its computing time. */
const AT_ONCE = 2;

/** Answers /ledger/*: what one's own ledger says, and the proof that the screens say the same. */
export function ledgerRoutes(router: AppRouter, services: { database: pg.Pool; log: EventLog; limits: Limits }): void {
  const semaphore = new Semaphore(AT_ONCE);

  registerRoute(router, 'getHistory', ({ session, input: { limit, before } }) =>
    historyPage(services, session, limit ?? PAGE_ROWS, before),
  );

  registerRoute(router, 'verifyLedger', async ({ ctx, session: { userId, ledgerId } }) => {
    await services.limits.take(ctx, 'verify', userId);
    return await semaphore.run(() => verify(services, ledgerId));
  });
}
