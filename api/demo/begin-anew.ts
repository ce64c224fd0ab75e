import { LOCKS } from '#platform/locks.ts';
import { transaction } from '#platform/postgres.ts';
import { READ_MODEL_WAIT_MS } from '../commands/view-after.ts';
import { type DemoServices, type DemoUser, resetWithin } from './demo-user.ts';

const MINUTE_MS = 60_000;
/** A demo that is younger stays as it is. */
const AGE_MS_MIN = 30 * MINUTE_MS;
/** Somebody may still look at a demo that was used within this time. */
const UNUSED_MS_MIN = 10 * MINUTE_MS;

/**
 * Resets the demo user for somebody who is about to log in, where the last reset is older than 30 minutes and nobody
 * has used the demo for 10 (product 1.5): what a visitor planted goes with the visitor. Throws like `resetDemoUser`.
 */
export async function beginAnewIfUnused(needs: DemoServices, user: DemoUser): Promise<void> {
  const reset = await transaction(needs.database, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.demoReset]);
    const { rows } = await client.query<{ resetAt: Date; usedAt: Date | null }>(
      `SELECT reset_at AS "resetAt",
          greatest(written_at, (SELECT max(seen_at) FROM identity.sessions WHERE user_id = $1)) AS "usedAt"
        FROM demo.upkeep WHERE user_id = $1`,
      [user.userId],
    );
    const [state] = rows;
    const age = (then: Date) => needs.now().getTime() - then.getTime();
    if (!state || age(state.resetAt) < AGE_MS_MIN) return null;
    if (state.usedAt && age(state.usedAt) < UNUSED_MS_MIN) return null;
    return await resetWithin(client, needs, user);
  });
  if (reset) await needs.waiters.wait(user.ledgerId, reset.revision, READ_MODEL_WAIT_MS);
}
