import type { User } from '#contract/user.ts';
import { transaction } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { READ_MODEL_WAIT_MS } from '../commands/view-after.ts';
import type { Context } from '../http/context.ts';
import type { Identity, Session } from '../http/session.ts';
import { presentUser } from '../present/user.ts';
import { noteSecurity } from './security-log.ts';
import type { IdentityServices } from './services.ts';
import { dueRevision } from './session-cookie.ts';
import { beginSession, endSession } from './sessions.ts';
import { spendTicket } from './tickets.ts';

type SignedIn = {
  identity: Identity;
  /** The hash of the password that was verified; null for another proof. */
  verifiedHash: string | null;
  /** The ticket that is used up by it. */
  ticket: string | null;
  /** Whether it counts as a proof (product 5.3). */
  isProof: boolean;
};

/**
 * Completes a sign-in: begins a session in place of the browser's before, sets its cookie, and resets the count of
 * login tries. Gives the user, or null if the password has changed or the ticket has ended meanwhile.
 */
export async function signedIn(
  services: IdentityServices,
  ctx: Context,
  session: Session | null,
  { identity, verifiedHash, ticket, isProof }: SignedIn,
): Promise<User | null> {
  const { database, waiters, cookie, limits, now } = services;
  const { userId, ledgerId, email } = identity;
  await limits.forgive(ctx, 'login', email);
  const token = await transaction(database, async (client) => {
    // The row of the user is locked by changes of passwords and factors, which end its tickets.
    const place = { address: ctx.ip, agent: ctx.get('User-Agent') || null };
    const begun = await beginSession(client, { userId, verifiedHash, isProof }, now(), place);
    if (begun === null || ticket === null || (await spendTicket(client, ticket))) return begun;
    await endSession(client, begun);
    return null;
  });
  if (token === null) return null;
  if (!identity.isDemo) await noteSecurity(database, ctx, now(), { userId, kind: 'login' });
  if (session) await endSession(database, session.token);
  cookie.write(ctx, token);
  await waiters.wait(ledgerId, dueRevision(services, ctx, ledgerId), READ_MODEL_WAIT_MS);
  return presentUser(services, identity, await loadLedgerView(database, ledgerId));
}
