import type pg from 'pg';
import { DEFAULT_CURRENCY } from '../../ledger/model/constants.ts';
import { LOCKS } from '../../platform/locks.ts';
import { transaction } from '../../platform/postgres.ts';
import { loadAccountView } from '../../projections/queries/account-view.ts';
import { sweepUser } from '../files/sweep.ts';
import { type DemoServices, type DemoUser, findDemoUser, PROFILE, resetWithin, restoreProfile } from './demo-user.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How often the demo user is looked after. */
export const TENDED_EVERY_MS = MINUTE_MS;
/** How long a changed profile stays: with the minute until it is seen, and the one until it is looked at, 15 minutes. */
const PROFILE_STAYS_MS = 14 * MINUTE_MS;
/** How long after the last one the demo user is reset. */
const RESET_EVERY_MS = 24 * HOUR_MS;
/** Somebody uses the demo whose last entry is younger. */
const IN_USE_MS = 15 * MINUTE_MS;
/** So long the reset is put off for them at most. */
const PUT_OFF_MS = 3 * HOUR_MS;

/** What is known of the demo user, as Postgres has it. */
type Standing = { resetAt: Date; writtenAt: Date | null; profileChangedAt: Date | null };

/**
 * Keeps a public demo presentable: puts the profile back a quarter of an hour after somebody changed it, leaving the books
 * alone, and everything by a reset a day after the last one. That waits until nobody has written into the books for a
 * quarter of an hour, but no longer than three hours. Uploads that nothing refers to go after five minutes. To be
 * called every `TENDED_EVERY_MS`, by every process: whoever holds the lock does it. Throws where a store can't be asked; what is
 * due then is done the next time.
 */
export async function tendDemoUser(needs: DemoServices): Promise<undefined> {
  const user = await findDemoUser(needs);
  if (!user) return;
  await transaction(needs.database, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      LOCKS.demoReset,
    ]);
    if (rows[0]?.mine) await putBackWhatIsDue(client, needs, user);
  });
  await sweepUser(needs, user.userId);
}

async function putBackWhatIsDue(client: pg.PoolClient, needs: DemoServices, user: DemoUser): Promise<void> {
  const { userId, ledgerId } = user;
  const now = needs.now();
  const { revision } = await loadAccountView(needs.database, ledgerId);
  const standing = await noted(client, userId, revision, now);
  const age = (then: Date | null) => (then ? now.getTime() - then.getTime() : Number.POSITIVE_INFINITY);
  const due = age(standing.resetAt) - RESET_EVERY_MS;
  if (due >= 0 && (age(standing.writtenAt) >= IN_USE_MS || due >= PUT_OFF_MS)) {
    await resetWithin(client, needs, user);
  } else if (standing.profileChangedAt && age(standing.profileChangedAt) >= PROFILE_STAYS_MS) {
    await restoreProfile(client, userId);
    await client.query('UPDATE demo.upkeep SET profile_changed_at = NULL WHERE user_id = $1', [userId]);
  }
}

/** Notes what has changed since the demo user was last looked at, and gives what is known then. */
async function noted(client: pg.PoolClient, userId: string, revision: bigint, now: Date): Promise<Standing> {
  const { rows } = await client.query<Standing>(
    `INSERT INTO demo.upkeep AS k (user_id, reset_at, revision) VALUES ($1, $3, $2)
     ON CONFLICT (user_id) DO UPDATE SET
       revision = greatest(k.revision, $2),
       written_at = CASE WHEN $2 > k.revision THEN $3 ELSE k.written_at END
     RETURNING reset_at AS "resetAt", written_at AS "writtenAt"`,
    [userId, revision, now],
  );
  const changed = await client.query<{ at: Date | null }>(
    `UPDATE demo.upkeep k SET profile_changed_at = CASE
       WHEN (u.full_name, u.bio, u.date_of_birth, u.currency) = ($2, $3, $4::date, $5) AND u.avatar_id IS NULL THEN NULL
       ELSE coalesce(k.profile_changed_at, $6) END
     FROM identity.users u WHERE u.user_id = $1 AND k.user_id = $1 RETURNING k.profile_changed_at AS at`,
    [userId, PROFILE.fullName, PROFILE.bio, PROFILE.dateOfBirth, DEFAULT_CURRENCY, now],
  );
  return { ...rows[0], profileChangedAt: changed.rows[0]?.at ?? null } as Standing;
}
