import { messages } from '#contract/messages.ts';
import { transaction } from '#platform/postgres.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { requireOwner } from './proof.ts';
import { noteSecurity } from './security-log.ts';
import type { IdentityServices } from './services.ts';
import { createToken, revokeToken, tokensOf } from './tokens.ts';

/** Registers the calls that make, list and revoke tokens (product 5.17). */
export function tokenRoutes(router: AppRouter, { database, now }: IdentityServices): void {
  registerRoute(router, 'createToken', async ({ ctx, session, input: { name, scope, expiresAt, limits = null } }) => {
    requireOwner(session, now());
    const end = expiresAt === undefined ? null : new Date(expiresAt);
    if (end && end <= now()) throw new ProblemError('invalid', { expiresAt: messages.endPast });
    const { userId } = session;
    const made = await transaction(database, (client) =>
      createToken(client, { userId, name, scope, expiresAt: end, limits }, now()),
    );
    await noteSecurity(database, ctx, now(), { userId, kind: 'token-made', name });
    return made;
  });

  registerRoute(router, 'getTokens', async ({ session: { userId } }) => ({ tokens: await tokensOf(database, userId) }));

  registerRoute(router, 'revokeToken', async ({ ctx, session: { userId }, input: { tokenId } }) => {
    const name = await revokeToken(database, userId, tokenId);
    await noteSecurity(database, ctx, now(), { userId, kind: 'token-revoked', name });
    return {};
  });
}
