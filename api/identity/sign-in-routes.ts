import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { factorRoutes, passkeyRoutes } from './factor-routes.ts';
import { oidcRoutes } from './oidc-routes.ts';
import { isOwn } from './own-assertion.ts';
import { assertionOptions, ownerByAssertion, requireParty } from './passkeys.ts';
import { proofRoutes } from './proof-routes.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { noteSecurity } from './security-log.ts';
import type { IdentityServices } from './services.ts';
import { sessionRoutes } from './session-routes.ts';
import { signedIn } from './signed-in.ts';
import { beginTicket, spendTicket, tryTicket } from './tickets.ts';
import { tokenRoutes } from './token-routes.ts';
import { spendTotp } from './totp.ts';
import { userById } from './users.ts';

/** Registers sessions, tokens, and the ways in beside the password (product 5.2, 5.3, 5.17). */
export function signInRoutes(router: AppRouter, services: IdentityServices): void {
  sessionRoutes(router, services);
  tokenRoutes(router, services);
  loginRoutes(router, services);
  factorRoutes(router, services);
  passkeyRoutes(router, services);
  oidcRoutes(router, services);
  proofRoutes(router, services);
}

function loginRoutes(router: AppRouter, services: IdentityServices): void {
  const { database, limits, now, secretKey, party } = services;

  registerRoute(router, 'getWaysIn', async () => ({
    password: services.localLogin,
    passkey: party !== null,
    oidc: services.oidc ? { name: services.oidc.settings.name } : (false as const),
  }));

  registerRoute(router, 'secondFactor', async ({ ctx, session, input }) => {
    const { totp, recoveryCode, assertion } = input;
    await limits.takeOfAddress(ctx, 'login');
    const { userId, challenge } = await tryTicket(database, 'second-factor', input.ticket, now());
    if (userId === null) throw new ProblemError('ticket_expired');
    const isRight =
      totp !== undefined
        ? await spendTotp(database, secretKey, { userId, code: totp, now: now() })
        : recoveryCode !== undefined
          ? await spendRecoveryCode(database, userId, recoveryCode)
          : await isOwn(services, ctx, { assertion, userId, challenge, isVerified: false });
    if (!isRight) {
      await noteSecurity(database, ctx, now(), { userId, kind: 'code-refused' });
      throw new ProblemError('incorrect_code');
    }
    if (recoveryCode !== undefined) await noteSecurity(database, ctx, now(), { userId, kind: 'recovery-code-used' });
    const identity = await userById(database, userId);
    const user = await signedIn(services, ctx, session, {
      identity,
      verifiedHash: null,
      ticket: input.ticket,
      isProof: true,
    });
    if (user === null) throw new ProblemError('ticket_expired');
    return user;
  });

  registerRoute(router, 'passkeyLoginOptions', async ({ ctx }) => {
    const options = await assertionOptions(requireParty(party), null);
    await limits.takeOfAddress(ctx, 'login');
    const { challenge } = options;
    const own = { userId: null, sessionHash: null, challenge };
    return { options, ticket: await beginTicket(database, 'passkey-login', own, now()) };
  });

  registerRoute(router, 'passkeyLogin', async ({ ctx, session, input: { ticket, assertion } }) => {
    const own = requireParty(party);
    await limits.takeOfAddress(ctx, 'login');
    const refused = new ProblemError('passkey_refused');
    const begun = await tryTicket(database, 'passkey-login', ticket, now()).catch(() => null);
    // Each challenge counts once.
    if (!begun || !(await spendTicket(database, ticket))) throw refused;
    const proof = { assertion, challenge: begun.challenge, userId: null, isVerified: true };
    const userId = await ownerByAssertion(database, own, proof, { now: now(), address: ctx.ip });
    if (userId === null) throw refused;
    const identity = await userById(database, userId);
    const user = await signedIn(services, ctx, session, { identity, verifiedHash: null, ticket: null, isProof: true });
    if (user === null) throw refused;
    return user;
  });
}
