import { messages } from '#contract/messages.ts';
import { tokenHash } from '#platform/secret-token.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { changeFactors, methodsOf, requireWayIn, signInOf } from './factors.ts';
import { addPasskey, creationOptions, removePasskey, renamePasskey, requireParty } from './passkeys.ts';
import { requireOwner } from './proof.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { noteSecurity, securityEventsOf } from './security-log.ts';
import type { IdentityServices } from './services.ts';
import { beginTicket, takeTicketOfSession } from './tickets.ts';
import { confirmTotp, removeTotp, startTotp } from './totp.ts';

/** Registers the calls that show the ways in of a user, and change its code generator and recovery codes. */
export function factorRoutes(router: AppRouter, services: IdentityServices): void {
  const { database, limits, now, secretKey } = services;

  registerRoute(router, 'getSecurityLog', async ({ session: { userId, isDemo } }) => ({
    // Everybody may log in as the demo user: its events are of other people.
    events: isDemo ? [] : await securityEventsOf(database, userId, now()),
  }));

  registerRoute(router, 'getSignIn', async ({ session: { userId } }) => await signInOf(database, userId));

  registerRoute(router, 'startTotp', async ({ session }) => {
    requireOwner(session, now());
    return await startTotp(database, secretKey, session);
  });

  registerRoute(router, 'confirmTotp', async ({ ctx, session, input: { totp: code } }) => {
    const { userId, isDemo } = session;
    if (isDemo) throw new ProblemError('not_for_demo');
    await limits.take(ctx, 'password', userId);
    const { recoveryCodes } = await changeFactors(database, session, async (client) => {
      if (!(await confirmTotp(client, secretKey, { userId, code, now: now() })))
        throw new ProblemError('invalid', { totp: messages.codeIncorrect });
    });
    await limits.forgive(ctx, 'password', userId);
    await noteSecurity(database, ctx, now(), { userId, kind: 'code-generator-added' });
    return { recoveryCodes };
  });

  registerRoute(router, 'removeTotp', async ({ ctx, session }) => {
    requireOwner(session, now());
    const { userId } = session;
    await changeFactors(database, session, (client) => removeTotp(client, userId));
    await noteSecurity(database, ctx, now(), { userId, kind: 'code-generator-removed' });
    return {};
  });

  registerRoute(router, 'makeRecoveryCodes', async ({ ctx, session }) => {
    requireOwner(session, now());
    const { userId } = session;
    if (methodsOf(await signInOf(database, userId)).length === 0) throw new ProblemError('no_second_factor');
    const recoveryCodes = await makeRecoveryCodes(database, userId);
    await noteSecurity(database, ctx, now(), { userId, kind: 'recovery-codes-made' });
    return { recoveryCodes };
  });
}

/** Registers the calls that change the passkeys of a user (product 5.3). */
export function passkeyRoutes(router: AppRouter, services: IdentityServices): void {
  const { database, now, party } = services;

  registerRoute(router, 'passkeyOptions', async ({ session }) => {
    requireOwner(session, now());
    const options = await creationOptions(database, requireParty(party), session);
    const hash = tokenHash(session.token);
    await takeTicketOfSession(database, 'add-passkey', hash, now());
    const { userId } = session;
    await beginTicket(database, 'add-passkey', { userId, sessionHash: hash, challenge: options.challenge }, now());
    return { options };
  });

  registerRoute(router, 'addPasskey', async ({ ctx, session, input: { name, response } }) => {
    requireOwner(session, now());
    const { userId } = session;
    const own = requireParty(party);
    const ticket = await takeTicketOfSession(database, 'add-passkey', tokenHash(session.token), now());
    const challenge = ticket?.challenge ?? null;
    const { value: passkey, recoveryCodes } = await changeFactors(database, session, (client) =>
      addPasskey(client, own, { userId, name, response, challenge, now: now() }),
    );
    await noteSecurity(database, ctx, now(), { userId, kind: 'passkey-added', name });
    return { passkey, recoveryCodes };
  });

  registerRoute(router, 'renamePasskey', async ({ session, input }) => {
    if (session.isDemo) throw new ProblemError('not_for_demo');
    await renamePasskey(database, { userId: session.userId, ...input });
    return {};
  });

  registerRoute(router, 'removePasskey', async ({ ctx, session, input: { passkeyId } }) => {
    requireOwner(session, now());
    const { userId } = session;
    const { value: name } = await changeFactors(database, session, async (client) => {
      const removed = await removePasskey(client, { userId, passkeyId });
      requireWayIn(services, await signInOf(client, userId));
      return removed;
    });
    await noteSecurity(database, ctx, now(), { userId, kind: 'passkey-removed', name });
    return {};
  });
}
