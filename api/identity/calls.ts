import { randomUUID } from 'node:crypto';
import { loadAccountView } from '../../projections/queries/account-view.ts';
import { answer } from '../http/answer.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { Services } from '../services.ts';
import { presentUser } from '../users/present.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { beginSession, endSession } from './sessions.ts';
import { addUser, userByEmail } from './users.ts';

/** Answers register, login, logout and get-current-user. */
export function identityCalls(router: AppRouter, { database, cookie, limits, now }: Services): void {
  answer(router, 'register', async ({ ctx, input: { email, password, fullName } }) => {
    await limits.take(ctx, 'register', email);
    const passwordHash = await hashPassword(password);
    const user = { userId: randomUUID(), email, passwordHash, fullName, registeredAt: now() };
    if (!(await addUser(database, user))) throw new ProblemError('email_taken');
    return {};
  });

  answer(router, 'login', async ({ ctx, input, session }) => {
    await limits.take(ctx, 'login', input.email);
    const user = await userByEmail(database, input.email);
    if (!user) throw new ProblemError('user_not_found');
    if (!(await isPassword(input.password, user.passwordHash))) throw new ProblemError('incorrect_password');
    await limits.forgive(ctx, 'login', input.email);
    if (session) await endSession(database, session.token);
    cookie.write(ctx, await beginSession(database, user.identity.userId, now()));
    return presentUser(user.identity, await loadAccountView(database, user.identity.userId));
  });

  answer(router, 'logout', async ({ ctx, session }) => {
    if (session) await endSession(database, session.token);
    cookie.clear(ctx);
    return {};
  });

  answer(router, 'getCurrentUser', async ({ session }) =>
    presentUser(session, await loadAccountView(database, session.userId)),
  );
}
