import { totalsOf } from '#projections/queries/search.ts';
import { waitUntilCaughtUp } from '../commands/caught-up.ts';
import { commandIdOf, setHeaders } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { executedOf } from '../commands/execute-and-load.ts';
import { inputHash } from '../commands/input-hash.ts';
import { SMALL_EVENTS_MAX } from '../disk/disk-space.ts';
import type { AppRouter } from '../http/context.ts';
import { inTurn } from '../http/in-turn.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { makerOf, type Session } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { stateAt } from '../known/moment.ts';
import type { RequestLimits } from '../limits/limits.ts';
import { presentUser } from '../present/user.ts';
import { queryIn } from '../search/read.ts';
import type { SearchServices } from '../search/search.ts';
import { askedOf } from './asked.ts';
import { carryOutBulk } from './carry-out.ts';
import type { BulkToDo } from './do-bulk.ts';
import { BULK_PREVIEW_JOB } from './preview.ts';
import type { AskedBulk } from './selection.ts';

/** Registers the calls that change or delete many entries at once (product 4.18). */
export function bulkRoutes(
  router: AppRouter,
  services: CommandServices & SearchServices & { limits: RequestLimits },
): void {
  const { search, heavy, limits } = services;

  registerRoute(router, 'previewBulk', async ({ ctx, session, input }) => {
    const { ledgerId } = session;
    await waitUntilCaughtUp(services, ledgerId);
    const selection = askedOf(session, todayInZone(ctx, services.now()), input);
    const isLarge = (await sizeOf(session, selection)) > SMALL_EVENTS_MAX;
    if (isLarge) return await heavy.run(ledgerId, BULK_PREVIEW_JOB, selection);
    return await inTurn(ledgerId, () => BULK_PREVIEW_JOB.work(services, selection));
  });

  registerRoute(router, 'bulk', async ({ ctx, session, input }) => {
    const { ledgerId, userId } = session;
    const commandId = commandIdOf(ctx);
    const selection = askedOf(session, todayInZone(ctx, services.now()), input);
    const todo: BulkToDo = {
      ...selection,
      userId,
      commandId,
      inputHash: inputHash('bulk', input),
      recordedAt: services.now().toISOString(),
      ...makerOf(session, selection.today),
    };
    await waitUntilCaughtUp(services, ledgerId);
    const isLarge = session.head.seen === null && (await sizeOf(session, selection)) > SMALL_EVENTS_MAX;
    if (isLarge) await limits.take(ctx, 'bulk', userId);
    const executed = executedOf(await carryOutBulk(services, todo, isLarge), todo);
    setHeaders(ctx, executed);
    return presentUser(services, session, executed.view);
  });

  /** About how many entries a bulk selects; Infinity where counting takes too long. Throws like `selectionOf`. */
  async function sizeOf(
    session: Session,
    { ledgerId, today, calendar, select: { q, ids } }: AskedBulk,
  ): Promise<number> {
    if (q === undefined) return ids?.length ?? 0;
    const query = queryIn('q', q, await stateAt(services, session, null), { today, calendar });
    try {
      const totals = await search.run(ledgerId, (own) => totalsOf(own, ledgerId, query, null));
      if (!totals) throw new ProblemError('unavailable');
      return totals.count;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'query_too_slow') return Number.POSITIVE_INFINITY;
      throw error;
    }
  }
}
