import type pg from 'pg';
import { LedgerErased, LogUnavailable } from '../../event-log/errors.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { type Database, transaction } from '../../platform/postgres.ts';
import { loadAccountView } from '../../projections/queries/account-view.ts';

type Needs = { database: Database; log: EventLog };

/**
 * Begins to delete an account: from here on nobody can log in to it and its email is free again. What is left is done by
 * `finishDeletion`, now or after a restart (product 5.6). Does nothing and gives null where the hash that was verified
 * isn't the user's password any more.
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
    // A statement of its own, so that it sees the sessions of logins that the update waited for.
    await client.query('DELETE FROM identity.sessions WHERE user_id = $1', [userId]);
    return true;
  });
}

/**
 * Goes on with deleting an account: erases the ledger, and once the worker has cleared its rows removes who it was, and
 * with that whatever refers to it. Gives whether all is gone. Each step may be done again.
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
  const { revision } = await loadAccountView(database, ledgerId);
  if (revision !== -1n) return false;
  await database.query('DELETE FROM identity.users WHERE user_id = $1 AND deleted_at IS NOT NULL', [userId]);
  return true;
}

/** Goes on with every account that is on its way out. */
export async function finishDeletions(needs: Needs): Promise<undefined> {
  const { rows } = await needs.database.query<{ userId: string; ledgerId: string }>(
    'SELECT user_id AS "userId", ledger_id AS "ledgerId" FROM identity.users WHERE deleted_at IS NOT NULL',
  );
  for (const user of rows) await finishDeletion(needs, user);
}
