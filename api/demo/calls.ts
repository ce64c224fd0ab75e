import { answer } from '../http/answer.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { Services } from '../services.ts';
import { demoUserId, resetDemoUser } from './demo-user.ts';

/** How long the answer waits for the read model, in milliseconds. */
const PATIENCE = 2_000;

/** Answers /demo/*: whoever has a session may put the demo user back. */
export function demoCalls(router: AppRouter, services: Services): void {
  answer(router, 'resetDemoUser', async ({ ctx }) => {
    await services.limits.take(ctx, 'reset', 'the demo user');
    const userId = await demoUserId(services);
    if (!userId) throw new ProblemError('not_found');
    const revision = await resetDemoUser(services, userId);
    await services.waiters.wait(userId, revision, PATIENCE);
    return {};
  });
}
