import type { Database } from '#platform/postgres.ts';
import type { AppRouter } from '../http/context.ts';
import { registerRoute } from '../http/register-route.ts';
import type { RequestLimits } from '../limits/limits.ts';

type Needs = { database: Database; limits: RequestLimits; now(): Date };

/** Registers /feedback/*. */
export function feedbackRoutes(router: AppRouter, { database, limits, now }: Needs): void {
  registerRoute(router, 'createFeedback', async ({ ctx, session: { userId }, input: { rating, description } }) => {
    await limits.take(ctx, 'feedback', userId);
    await database.query(
      'INSERT INTO feedback.entries (user_id, rating, description, given_at) VALUES ($1, $2, $3, $4)',
      [userId, rating, description ?? null, now()],
    );
    return {};
  });
}
