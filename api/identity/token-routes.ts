import { messages } from '#contract/messages.ts';
import { accountKey } from '#ledger/ids.ts';
import { transaction } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { requireOwner } from './proof.ts';
import { noteSecurity } from './security-log.ts';
import type { IdentityServices } from './services.ts';
import { createToken, revokeToken, tokensOf } from './tokens.ts';

/** Registers the calls that make, list and revoke tokens (product 5.17). */
export function tokenRoutes(router: AppRouter, { database, now }: IdentityServices): void {
  registerRoute(router, 'createToken', async ({ ctx, session, input }) => {
    const { name, scope, expiresAt, limits = null } = input;
    requireOwner(session, now());
    const end = expiresAt === undefined ? null : new Date(expiresAt);
    if (end && end <= now()) throw new ProblemError('invalid', { expiresAt: messages.endPast });
    const { userId, ledgerId } = session;
    const accounts = input.accounts ? await accountKeys(ledgerId, input.accounts) : null;
    const made = await transaction(database, (client) =>
      createToken(client, { userId, name, scope, expiresAt: end, limits, accounts }, now()),
    );
    await noteSecurity(database, ctx, now(), { userId, kind: 'token-made', name });
    return made;
  });

  registerRoute(router, 'getTokens', async ({ session }) => ({ tokens: await tokensOf(database, session) }));

  registerRoute(router, 'revokeToken', async ({ ctx, session: { userId }, input: { tokenId } }) => {
    const name = await revokeToken(database, userId, tokenId);
    await noteSecurity(database, ctx, now(), { userId, kind: 'token-revoked', name });
    return {};
  });

  /** The keys of accounts of a ledger, each once. Throws the problem account_not_found for the id of another. */
  async function accountKeys(ledgerId: string, accountIds: readonly string[]): Promise<string[]> {
    const { state } = await loadLedgerView(database, ledgerId);
    const keys = new Set(accountIds.map((id) => accountKey(ledgerId, id)));
    if ([...keys].some((key) => !state.accounts.has(key))) throw new ProblemError('account_not_found');
    return [...keys];
  }
}
