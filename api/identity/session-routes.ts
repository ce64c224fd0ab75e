import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { noteSecurity } from './security-log.ts';
import type { IdentityServices } from './services.ts';
import { endOtherSessions, endSessionById, sessionsOf } from './sessions.ts';

/** Registers the calls that show and end the sessions of a user (product 5.2). */
export function sessionRoutes(router: AppRouter, { database, cookie, now }: IdentityServices): void {
  registerRoute(router, 'getSessions', async ({ session }) => {
    const sessions = await sessionsOf(database, session, now());
    // Everybody may log in as the demo user: its other sessions are of other people.
    return { sessions: session.isDemo ? sessions.filter(({ current }) => current) : sessions };
  });

  registerRoute(router, 'endSession', async ({ ctx, session, input: { sessionId } }) => {
    const ended = await endSessionById(database, session, sessionId, session.isDemo);
    if (ended === null) throw new ProblemError('session_not_found');
    if (ended === 'own') cookie.clear(ctx);
    return {};
  });

  registerRoute(router, 'endOtherSessions', async ({ ctx, session }) => {
    if (session.isDemo) throw new ProblemError('not_for_demo');
    const { userId } = session;
    await endOtherSessions(database, userId, session.token);
    await noteSecurity(database, ctx, now(), { userId, kind: 'sessions-ended' });
    return {};
  });
}
