import type pg from 'pg';
import { LOCKS } from '#platform/locks.ts';
import { transaction } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { sweepUser } from '../files/sweep.ts';
import { hasProfile } from '../identity/users.ts';
import { type DemoServices, type DemoUser, findDemoUser, PROFILE, resetWithin, restoreProfile } from './demo-user.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const UPKEEP_INTERVAL_MS = MINUTE_MS;
/** A changed profile is restored after this: 15 minutes with the interval that detects it. */
const PROFILE_RESTORE_AFTER_MS = 14 * MINUTE_MS;
const RESET_INTERVAL_MS = 24 * HOUR_MS;
/** A due reset waits until the ledger has had no event for this long. */
const QUIET_MS = 15 * MINUTE_MS;
/** A due reset waits no longer than this. */
const RESET_DELAY_MAX_MS = 3 * HOUR_MS;

/** The row of `demo.upkeep`. */
type UpkeepState = { resetAt: Date; writtenAt: Date | null; profileChangedAt: Date | null };

/**
 * Restores the demo user's profile 15 minutes after a change, and resets the demo user a day after the last reset. A
 * due reset waits for 15 minutes without events, but no longer than three hours. Also deletes unreferenced uploads that
 * are older than five minutes. Every process calls it every `UPKEEP_INTERVAL_MS`; an advisory lock lets one of them
 * work. Throws when a store is unavailable; the next call catches up.
 */
export async function restoreDemoUserIfDue(needs: DemoServices): Promise<undefined> {
  const user = await findDemoUser(needs);
  if (!user) return;
  await transaction(needs.database, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      LOCKS.demoReset,
    ]);
    if (rows[0]?.mine) await restoreWhatIsDue(client, needs, user);
  });
  await sweepUser(needs, user.userId);
}

async function restoreWhatIsDue(client: pg.PoolClient, needs: DemoServices, user: DemoUser): Promise<void> {
  const { userId, ledgerId } = user;
  const now = needs.now();
  const { revision } = await loadLedgerView(needs.database, ledgerId);
  const state = await updateState(client, userId, revision, now);
  const age = (then: Date | null) => (then ? now.getTime() - then.getTime() : Number.POSITIVE_INFINITY);
  const due = age(state.resetAt) - RESET_INTERVAL_MS;
  if (due >= 0 && (age(state.writtenAt) >= QUIET_MS || due >= RESET_DELAY_MAX_MS)) {
    await resetWithin(client, needs, user);
  } else if (state.profileChangedAt && age(state.profileChangedAt) >= PROFILE_RESTORE_AFTER_MS) {
    await restoreProfile(client, userId);
    await client.query('UPDATE demo.upkeep SET profile_changed_at = NULL WHERE user_id = $1', [userId]);
  }
}

/** Stores when the ledger and the profile were first seen changed, and gives the row. */
async function updateState(client: pg.PoolClient, userId: string, revision: bigint, now: Date): Promise<UpkeepState> {
  const { rows } = await client.query<UpkeepState>(
    `INSERT INTO demo.upkeep AS k (user_id, reset_at, revision) VALUES ($1, $3, $2)
     ON CONFLICT (user_id) DO UPDATE SET
       revision = greatest(k.revision, $2),
       written_at = CASE WHEN $2 > k.revision THEN $3 ELSE k.written_at END
     RETURNING reset_at AS "resetAt", written_at AS "writtenAt"`,
    [userId, revision, now],
  );
  const { condition, values } = hasProfile(PROFILE, 3);
  const changed = await client.query<{ at: Date | null }>(
    `UPDATE demo.upkeep k SET profile_changed_at =
       CASE WHEN ${condition} THEN NULL ELSE coalesce(k.profile_changed_at, $2) END
     FROM identity.users u WHERE u.user_id = $1 AND k.user_id = $1 RETURNING k.profile_changed_at AS at`,
    [userId, now, ...values],
  );
  return { ...rows[0], profileChangedAt: changed.rows[0]?.at ?? null } as UpkeepState;
}
