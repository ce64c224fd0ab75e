import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import type { Services } from '../services.ts';
import { findDemoUser, resetDemoUser } from './demo-user.ts';

/** How long the answer waits for the read model, in milliseconds. */
const READ_MODEL_WAIT_MS = 2_000;

/** Answers /demo/*: whoever has a session may put the demo user back. */
export function demoRoutes(router: AppRouter, services: Services): void {
  registerRoute(router, 'resetDemoUser', async ({ ctx }) => {
    await services.limits.take(ctx, 'reset', 'the demo user');
    const user = await findDemoUser(services);
    if (!user) throw new ProblemError('not_found');
    const revision = await resetDemoUser(services, user);
    await services.waiters.wait(user.ledgerId, revision, READ_MODEL_WAIT_MS);
    return {};
  });
}
