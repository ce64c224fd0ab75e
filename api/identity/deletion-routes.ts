import { messages } from '#contract/messages.ts';
import type { EventLog } from '#event-log/event-log.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { beginDeletion, finishDeletion } from './deletion.ts';
import { withProofOrPassword } from './proof.ts';
import type { IdentityServices } from './services.ts';

/**
 * Registers delete-account. The login is unusable from the response on; the rest is deleted when the worker has
 * caught up.
 */
export function deletionRoutes(router: AppRouter, services: IdentityServices & { log: EventLog }): void {
  const { database, cookie, limits, now } = services;
  registerRoute(router, 'deleteAccount', async ({ ctx, session, input: { password } }) => {
    const { userId, isDemo } = session;
    if (isDemo) throw new ProblemError('not_for_demo');
    await limits.take(ctx, 'password', userId);
    await withProofOrPassword(
      services,
      session,
      { given: password, required: { password: messages.passwordRequired } },
      new ProblemError('invalid', { password: messages.passwordIncorrect }),
      ({ passwordHash }) => beginDeletion(database, userId, passwordHash, now()),
    );
    await finishDeletion(services, session);
    cookie.clear(ctx);
    return {};
  });
}
