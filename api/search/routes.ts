import type { Known } from '#contract/fields.ts';
import { amountOf, safe } from '#ledger/model/money.ts';
import type { Place } from '#projections/queries/page.ts';
import { type FoundRow, findEntries, loadSearchedLedger, totalsOf } from '#projections/queries/search.ts';
import type { Query } from '#search/query.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { today } from '../http/time-zone.ts';
import { momentOf } from '../known/moment.ts';
import { queryIn } from './read.ts';
import type { SearchServices } from './search.ts';
import { removeView, saveView, viewsOf } from './views.ts';

type Needs = Pick<CommandServices, 'database' | 'now'> & SearchServices;

/** Registers the calls of search: totals and views (product 5.15). */
export function searchRoutes(router: AppRouter, services: Needs): void {
  const { database, search } = services;

  registerRoute(router, 'find', async ({ ctx, session: { ledgerId }, input: { q, known } }) => {
    const asked = await askedOf(services, ctx, ledgerId, q, known);
    const totals = await search.run(ledgerId, (own) => totalsOf(own, ledgerId, asked.query, asked.asOf));
    return {
      count: totals.count,
      in: amountOf(totals.in),
      out: amountOf(totals.out),
      net: amountOf(safe(totals.in - totals.out)),
      revision: asked.revision < 0n ? null : Number(asked.revision),
    };
  });

  registerRoute(router, 'getViews', async ({ session: { userId } }) => ({ views: await viewsOf(database, userId) }));

  registerRoute(router, 'saveView', async ({ ctx, session: { userId, ledgerId }, input: { name, q } }) => {
    await askedOf(services, ctx, ledgerId, q, undefined);
    const view = await saveView(database, userId, name, q);
    return { view, views: await viewsOf(database, userId) };
  });

  registerRoute(router, 'removeView', async ({ session: { userId }, input: { viewId } }) => {
    await removeView(database, userId, viewId);
    return { views: await viewsOf(database, userId) };
  });
}

/** A query with the moment as of which it is asked: `asOf` is null for now, `revision` what the ledger has by then. */
export type Asked = { query: Query; asOf: bigint | null; revision: bigint };

/**
 * Reads a query as it stands at the moment that a call names. Throws the problems invalid and unavailable, and what
 * `momentOf` throws.
 */
export async function askedOf(
  services: Needs,
  ctx: Context,
  ledgerId: string,
  text: string,
  known: Known | undefined,
): Promise<Asked> {
  const { database, now } = services;
  const moment = await momentOf(services, ledgerId, known);
  if (moment) {
    const then = today(ctx, moment.at === null ? now() : new Date(moment.at));
    const query = queryIn('q', text, moment.state.accounts, then);
    return { query, asOf: moment.revision, revision: moment.revision };
  }
  const ledger = await loadSearchedLedger(database, ledgerId);
  if (!ledger) throw new ProblemError('unavailable');
  return { query: queryIn('q', text, ledger.accounts, today(ctx, now())), asOf: null, revision: ledger.revision };
}

/** A page of what a query finds, newest first; of an account where it is named. Throws the problem query_too_slow. */
export async function pageFound(
  { search }: SearchServices,
  ledgerId: string,
  { query, asOf }: Asked,
  page: { limit: number; after: Place | null; account: string | null },
): Promise<FoundRow[]> {
  return await search.run(ledgerId, (own) => findEntries(own, ledgerId, query, { ...page, asOf }));
}
