import type { Known } from '../../contract/fields.ts';
import type { Figure } from '../../contract/figure.ts';
import { messages } from '../../contract/messages.ts';
import { type Database, readConsistently } from '../../platform/postgres.ts';
import { loadLedgerView } from '../../projections/queries/ledger-view.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { today } from '../http/time-zone.ts';
import { momentOf } from '../known/moment.ts';
import { explain } from './explain.ts';
import { noteVisit, sinceVisit } from './visits.ts';
import { type BooksAt, whatChanged } from './what-changed.ts';

/** Registers the calls of /ledger that explain figures. */
export function explainRoutes(router: AppRouter, services: CommandServices): void {
  const { database, now } = services;

  registerRoute(router, 'explain', ({ session: { ledgerId }, input: { figure, limit, before, known } }) =>
    readConsistently(database, async (client) => {
      const { isPaid, ...books } = await booksAt(client, ledgerId, known, 'known');
      requirePremium(figure, isPaid);
      const [date = '', revision = '0'] = before?.split('.') ?? [];
      const after = before === undefined ? null : { date, revision: BigInt(revision) };
      const explained = await explain(books, figure, { limit, after });
      return { ...explained, revision: books.revision < 0n ? null : Number(books.revision) };
    }),
  );

  registerRoute(router, 'whatChanged', ({ session: { ledgerId, currency }, input: { figure, from, to } }) =>
    readConsistently(database, async (client) => {
      const { isPaid, ...then } = await booksAt(client, ledgerId, from, 'from');
      const { isPaid: _, ...later } = await booksAt(client, ledgerId, to, 'to');
      if (then.revision > later.revision) throw new ProblemError('invalid', { from: messages.momentsInOrder });
      requirePremium(figure, isPaid);
      return await whatChanged(then, later, figure, currency);
    }),
  );

  registerRoute(router, 'sinceLastVisit', async ({ ctx, session: { userId, ledgerId } }) => {
    const { revision, state } = await loadLedgerView(database, ledgerId);
    const seen = await noteVisit(database, userId, revision, now());
    if (!seen || seen.revision < state.since || seen.revision >= revision) return { since: null };
    const month = `${today(ctx, new Date(seen.at)).slice(0, 7)}-01`;
    return { since: await sinceVisit(database, ledgerId, seen, month) };
  });

  /** The books at a moment that a call names in `field`, and whether Premium was paid for. */
  async function booksAt(
    client: Database,
    ledgerId: string,
    known: Known | undefined,
    field: string,
  ): Promise<BooksAt & { isPaid: boolean }> {
    const moment = await momentOf({ database: client, now }, ledgerId, known, field);
    const { revision, state } = moment ? moment : await loadLedgerView(client, ledgerId);
    return { database: client, ledgerId, state, moment, revision, isPaid: state.payment.status === 'paid' };
  }
}

/** Throws the problem premium_required for a figure of the statistics without Premium (product 1.2). */
function requirePremium({ kind }: Figure, isPaid: boolean): void {
  if (!isPaid && ['income', 'expense', 'category'].includes(kind)) throw new ProblemError('premium_required');
}
