import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { LedgerViews } from '#projections/ledger-views.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import type { RevisionWaiters } from '#projections/wait-for-revision.ts';
import { READ_MODEL_WAIT_MS } from '../commands/view-after.ts';
import type { AppRouter } from '../http/context.ts';
import type { PremiumFor } from '../http/premium.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { knownView } from '../known/moment.ts';
import type { RequestLimits } from '../limits/limits.ts';
import { presentUser } from '../present/user.ts';
import { hashPassword, withVerifiedPassword } from './passwords.ts';
import { dueRevision, type SessionCookie } from './session-cookie.ts';
import { beginSession, endSession } from './sessions.ts';
import { addUser, userByEmail } from './users.ts';

/** The dependencies of users and sessions. */
export type IdentityServices = {
  database: pg.Pool;
  waiters: RevisionWaiters;
  views: LedgerViews;
  cookie: SessionCookie;
  limits: RequestLimits;
  premium: PremiumFor;
  now(): Date;
};

/**
 * Registers register, login, logout and get-current-user. `beforeDemoLogin` is called before the demo user gets a
 * session.
 */
export function identityRoutes(
  router: AppRouter,
  services: IdentityServices,
  beforeDemoLogin: (user: { userId: string; ledgerId: string }) => Promise<void>,
): void {
  const { database, waiters, cookie, limits, now } = services;

  registerRoute(router, 'register', async ({ ctx, input: { email, password, fullName } }) => {
    await limits.take(ctx, 'register', email);
    const passwordHash = await hashPassword(password);
    const user = { userId: randomUUID(), email, passwordHash, fullName, registeredAt: now() };
    if (!(await addUser(database, user))) throw new ProblemError('email_taken');
    return {};
  });

  registerRoute(router, 'login', async ({ ctx, input, session }) => {
    await limits.take(ctx, 'login', input.email);
    const { identity, token } = await withVerifiedPassword(
      input.password,
      () => userByEmail(database, input.email),
      new ProblemError('incorrect_password'),
      async ({ identity, passwordHash }) => {
        await limits.forgive(ctx, 'login', input.email);
        if (identity.isDemo) await beforeDemoLogin(identity);
        const token = await beginSession(database, { userId: identity.userId, verifiedHash: passwordHash }, now(), {
          address: ctx.ip,
          agent: ctx.get('User-Agent') || null,
        });
        return token === null ? null : { identity, token };
      },
    );
    if (session) await endSession(database, session.token);
    cookie.write(ctx, token);
    const { ledgerId } = identity;
    await waiters.wait(ledgerId, dueRevision(services, ctx, ledgerId), READ_MODEL_WAIT_MS);
    return presentUser(services, identity, await loadLedgerView(database, ledgerId));
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
