import { TIME_ZONE } from '#contract/addresses.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { runBySize } from '../heavy/by-size.ts';
import type { AppRouter } from '../http/context.ts';
import { registerRoute } from '../http/register-route.ts';
import { today } from '../http/time-zone.ts';
import { CHANGED, CHANGED_SINCE, EXPLAINED } from './jobs.ts';
import { noteVisit } from './visits.ts';

/** Registers the calls of /ledger that explain figures. */
export function explainRoutes(router: AppRouter, services: CommandServices): void {
  const { database, now } = services;

  registerRoute(router, 'explain', ({ ctx, session: { ledgerId }, input }) =>
    runBySize(services, EXPLAINED, { ...input, ledgerId, now: now(), zone: ctx.get(TIME_ZONE) }),
  );

  registerRoute(router, 'whatChanged', ({ ctx, session: { ledgerId, currency }, input }) =>
    runBySize(services, CHANGED, { ...input, ledgerId, currency, now: now(), zone: ctx.get(TIME_ZONE) }),
  );

  registerRoute(router, 'sinceLastVisit', async ({ ctx, session: { userId, ledgerId } }) => {
    const { revision, state } = await loadLedgerView(database, ledgerId);
    const seen = await noteVisit(database, userId, revision, now());
    if (!seen || seen.revision < state.since || seen.revision >= revision) return { since: null };
    const month = `${today(ctx, new Date(seen.at)).slice(0, 7)}-01`;
    return await runBySize(services, CHANGED_SINCE, { ledgerId, seen, month });
  });
}
