import type { ServerResponse } from 'node:http';
import { CHANGE_SET } from '#contract/addresses.ts';
import { READ_MODEL_WAIT_MS } from '../commands/view-after.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import type { RequestLimits } from '../limits/limits.ts';
import { type DemoServices, findDemoUser, resetDemoUser } from './demo-user.ts';

/** Registers /demo/*. Any session may reset the demo user. */
export function demoRoutes(router: AppRouter, services: DemoServices & { limits: RequestLimits }): void {
  registerRoute(router, 'resetDemoUser', async ({ ctx }) => {
    await services.limits.take(ctx, 'reset', 'the demo user');
    const user = await findDemoUser(services);
    if (!user) throw new ProblemError('not_found');
    const { revision, changeSetId } = await resetDemoUser(services, user, closed(ctx.res));
    ctx.set(CHANGE_SET, changeSetId);
    await services.waiters.wait(user.ledgerId, revision, READ_MODEL_WAIT_MS);
    return {};
  });
}

/** Resolves once a response is sent or given up, at once where its client is gone already. Never rejects. */
function closed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed) resolve();
    else response.once('close', resolve);
  });
}
