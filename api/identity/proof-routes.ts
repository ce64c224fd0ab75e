import { messages } from '#contract/messages.ts';
import { tokenHash } from '#platform/secret-token.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { isOwn } from './own-assertion.ts';
import { assertionOptions, credentialsOf, requireParty } from './passkeys.ts';
import { hashOfUser, withVerifiedPassword } from './passwords.ts';
import { noteProof } from './proof.ts';
import { noteSecurity } from './security-log.ts';
import type { IdentityServices } from './services.ts';
import { beginTicket, spendTicket, tryTicket } from './tickets.ts';

/** Registers the calls by which somebody proves to be still the user of the session (product 5.3). */
export function proofRoutes(router: AppRouter, services: IdentityServices): void {
  const { database, limits, now, party } = services;

  registerRoute(router, 'proveOptions', async ({ session }) => {
    const credentials = await credentialsOf(database, session.userId);
    if (credentials.length === 0) throw new ProblemError('passkeys_unavailable');
    const options = await assertionOptions(requireParty(party), credentials);
    const { userId } = session;
    const own = { userId, sessionHash: tokenHash(session.token), challenge: options.challenge };
    return { options, ticket: await beginTicket(database, 'prove', own, now()) };
  });

  registerRoute(router, 'prove', async ({ ctx, session, input: { password, ticket = '', assertion } }) => {
    const { userId, token, isDemo } = session;
    await limits.take(ctx, 'password', userId);
    const noted = async (refused: unknown) => {
      if (!isDemo) await noteSecurity(database, ctx, now(), { userId, kind: 'proof-refused' });
      throw refused;
    };
    if (password === undefined) {
      const refused = new ProblemError('invalid', { assertion: messages.passkeyNotVerified });
      const begun = await tryTicket(database, 'prove', ticket, now()).catch(() => null);
      const isOfSession =
        begun?.sessionHash?.equals(tokenHash(token)) === true && (await spendTicket(database, ticket));
      if (!begun || !isOfSession || !(await isOwn(services, ctx, { ...begun, assertion, isVerified: true })))
        await noted(refused);
    } else {
      await withVerifiedPassword(
        password,
        () => hashOfUser(database, userId),
        new ProblemError('invalid', { password: messages.passwordIncorrect }),
        async () => true,
      ).catch(noted);
    }
    await limits.forgive(ctx, 'password', userId);
    return { proofUntil: await noteProof(database, token, now()) };
  });
}
