import { randomUUID } from 'node:crypto';
import type { SecondFactorAsked } from '#contract/sign-in-calls.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { knownView } from '../known/moment.ts';
import { presentUser } from '../present/user.ts';
import { methodsOf, signInOf } from './factors.ts';
import { assertionOptions, credentialsOf } from './passkeys.ts';
import { requireStrong } from './password-rules.ts';
import { hashPassword, withVerifiedPassword } from './passwords.ts';
import { noteSecurity } from './security-log.ts';
import type { IdentityServices } from './services.ts';
import { endSession } from './sessions.ts';
import { signedIn } from './signed-in.ts';
import { beginTicket } from './tickets.ts';
import { addUser, userByEmail } from './users.ts';

/** How a user with a second factor proves it after the password; null of a user without one. */
async function secondFactorFor(
  { database, party, now }: IdentityServices,
  userId: string,
): Promise<SecondFactorAsked | null> {
  const all = methodsOf(await signInOf(database, userId));
  // Who has a factor is asked for it, also at an address where no passkey can be used.
  if (all.length === 0) return null;
  const methods = all.filter((method) => party || method !== 'assertion');
  const options =
    party && methods.includes('assertion')
      ? await assertionOptions(party, await credentialsOf(database, userId))
      : null;
  const own = { userId, sessionHash: null, challenge: options?.challenge ?? null };
  const ticket = await beginTicket(database, 'second-factor', own, now());
  return { methods, ticket, ...(options && { options }) };
}

/**
 * Registers register, login, logout and get-current-user. `beforeDemoLogin` is called before the demo user gets a
 * session.
 */
export function identityRoutes(
  router: AppRouter,
  services: IdentityServices,
  beforeDemoLogin: (user: { userId: string; ledgerId: string }) => Promise<void>,
): void {
  const { database, cookie, limits, now } = services;

  registerRoute(router, 'register', async ({ ctx, input: { email, password, fullName } }) => {
    if (!services.localLogin) throw new ProblemError('local_login_off');
    await limits.take(ctx, 'register', email);
    await requireStrong(services.passwordRules, password, { fullName, email }, 'password');
    const passwordHash = await hashPassword(password);
    const user = { userId: randomUUID(), email, passwordHash, fullName, registeredAt: now() };
    if (!(await addUser(database, user))) throw new ProblemError('email_taken');
    return {};
  });

  registerRoute(router, 'login', async ({ ctx, input, session }) => {
    if (!services.localLogin) throw new ProblemError('local_login_off');
    await limits.take(ctx, 'login', input.email);
    let userId: string | null = null;
    return await withVerifiedPassword(
      input.password,
      async () => {
        const found = await userByEmail(database, input.email);
        userId = found.identity.isDemo ? null : found.identity.userId;
        return found;
      },
      new ProblemError('incorrect_password'),
      async ({ identity, passwordHash: verifiedHash }) => {
        if (identity.isDemo) await beforeDemoLogin(identity);
        const secondFactor = await secondFactorFor(services, identity.userId);
        return secondFactor
          ? { secondFactor }
          : await signedIn(services, ctx, session, { identity, verifiedHash, ticket: null, isProof: true });
      },
    ).catch(async (refused: unknown) => {
      const isWrong = refused instanceof ProblemError && refused.code === 'incorrect_password';
      if (isWrong && userId !== null) await noteSecurity(database, ctx, now(), { userId, kind: 'login-refused' });
      throw refused;
    });
  });

  registerRoute(router, 'logout', async ({ ctx, session }) => {
    if (session) await endSession(database, session.token);
    cookie.clear(ctx);
    return {};
  });

  registerRoute(router, 'getCurrentUser', async ({ session, input: { known } }) =>
    presentUser(services, session, await knownView(services, session, known)),
  );
}
