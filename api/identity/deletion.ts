import type pg from 'pg';
import { LedgerErased, LogUnavailable } from '#event-log/errors.ts';
import type { EventLog } from '#event-log/event-log.ts';
import { type Database, transaction } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';

type Needs = { database: Database; log: EventLog };

/**
 * Marks a user as deleted: ends its sessions, disables login and frees the email. `finishDeletion` does the rest,
 * now or after a restart (product 5.6). Gives null and changes nothing when `verifiedHash` isn't the user's hash any
 * more.
 */
export async function beginDeletion(
  pool: pg.Pool,
  userId: string,
  verifiedHash: string,
  now: Date,
): Promise<true | null> {
  return await transaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE identity.users SET deleted_at = $3, email = 'deleted:' || user_id
       WHERE user_id = $1 AND password_hash = $2 AND deleted_at IS NULL`,
      [userId, verifiedHash, now],
    );
    if (rowCount === 0) return null;
    // A separate statement sees the sessions of logins that the update waited for.
    await client.query('DELETE FROM identity.sessions WHERE user_id = $1', [userId]);
    // The identity may become another user before this one is gone.
    await client.query('DELETE FROM identity.oidc_identities WHERE user_id = $1', [userId]);
    return true;
  });
}

/**
 * Continues the deletion of a user: tombstones the ledger's stream and, when the worker has deleted its rows,
 * deletes the user, which cascades. Gives whether everything is deleted. Idempotent.
 */
export async function finishDeletion(
  { database, log }: Needs,
  { userId, ledgerId }: { userId: string; ledgerId: string },
): Promise<boolean> {
  try {
    await log.erase(ledgerId);
  } catch (error) {
    if (error instanceof LogUnavailable) return false;
    if (!(error instanceof LedgerErased)) throw error;
  }
  const { revision } = await loadLedgerView(database, ledgerId);
  if (revision !== -1n) return false;
  await database.query('DELETE FROM identity.users WHERE user_id = $1 AND deleted_at IS NOT NULL', [userId]);
  return true;
}

/** Continues every pending deletion. */
export async function finishDeletions(needs: Needs): Promise<undefined> {
  const { rows } = await needs.database.query<{ userId: string; ledgerId: string }>(
    'SELECT user_id AS "userId", ledger_id AS "ledgerId" FROM identity.users WHERE deleted_at IS NOT NULL',
  );
  for (const user of rows) await finishDeletion(needs, user);
}
