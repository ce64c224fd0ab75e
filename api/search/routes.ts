import type { Known } from '#contract/fields.ts';
import type { Cut } from '#ledger/model/cut.ts';
import { amountOf, safe } from '#ledger/model/money.ts';
import type { Query } from '#ledger/search/query.ts';
import type { PagePlace } from '#projections/queries/page.ts';
import { type FoundRow, findEntries, totalsOf } from '#projections/queries/search.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { calendarOf, cutOf, type Session } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { momentOf, stateAt } from '../known/moment.ts';
import { queryIn } from './read.ts';
import type { SearchServices } from './search.ts';
import { removeView, saveView, viewsOf } from './views.ts';

type Needs = Pick<CommandServices, 'database' | 'views' | 'now'> & SearchServices;

/** Registers the calls of search: totals and views (product 5.15). */
export function searchRoutes(router: AppRouter, services: Needs): void {
  const { database, search } = services;

  registerRoute(router, 'find', async ({ ctx, session, input: { q, known } }) => {
    const { ledgerId } = session;
    const searchOfCall = await searchAsked(services, ctx, session, q, known);
    const totals = await search.run(ledgerId, (own) =>
      totalsOf(own, ledgerId, searchOfCall.query, searchOfCall.asOf, cutOf(session)),
    );
    if (!totals) throw new ProblemError('unavailable');
    const { count, revision } = totals;
    return {
      count,
      in: amountOf(totals.in),
      out: amountOf(totals.out),
      net: amountOf(safe(totals.in - totals.out)),
      revision: searchOfCall.asOf === null ? revision : presentRevision(searchOfCall.asOf),
    };
  });

  registerRoute(router, 'getViews', async ({ session: { userId } }) => ({ views: await viewsOf(database, userId) }));

  registerRoute(router, 'saveView', async ({ ctx, session, input: { name, q } }) => {
    await searchAsked(services, ctx, session, q, undefined);
    const { userId } = session;
    const view = await saveView(database, userId, name, q);
    return { view, views: await viewsOf(database, userId) };
  });

  registerRoute(router, 'removeView', async ({ session: { userId }, input: { viewId } }) => {
    await removeView(database, userId, viewId);
    return { views: await viewsOf(database, userId) };
  });
}

const presentRevision = (revision: bigint) => (revision < 0n ? null : Number(revision));

/** A query with the revision as of which it is asked; null for now. */
export type Asked = { query: Query; asOf: bigint | null };

/**
 * Reads a query as it stands at the moment that a call names. Throws the problem invalid, and what `momentOf` throws.
 */
export async function searchAsked(
  services: Needs,
  ctx: Context,
  session: Session,
  text: string,
  known: Known | undefined,
): Promise<Asked> {
  const { now } = services;
  const calendar = calendarOf(session);
  const moment = await momentOf(services, session.ledgerId, known);
  if (moment) {
    const then = todayInZone(ctx, moment.at === null ? now() : new Date(moment.at));
    const state = await stateAt(services, session, moment);
    return { query: queryIn('q', text, state, { today: then, calendar }), asOf: moment.revision };
  }
  const state = await stateAt(services, session, null);
  return { query: queryIn('q', text, state, { today: todayInZone(ctx, now()), calendar }), asOf: null };
}

/**
 * A page of what a query finds, newest first; of an account where it is named, and of the accounts of a cut. Throws the
 * problems query_too_slow and unavailable.
 */
export async function pageFound(
  { search }: SearchServices,
  ledgerId: string,
  { query, asOf }: Asked,
  page: { limit: number; after: PagePlace | null; account: string | null; cut: Cut },
): Promise<FoundRow[]> {
  const rows = await search.run(ledgerId, (own) => findEntries(own, ledgerId, query, { ...page, asOf }));
  if (!rows) throw new ProblemError('unavailable');
  return rows;
}
