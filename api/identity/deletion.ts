import { LedgerErased, LogUnavailable } from '../../ledger/event-log/errors.ts';
import type { EventLog } from '../../ledger/event-log/event-log.ts';
import type { Database } from '../../platform/postgres.ts';
import { loadAccountView } from '../../projections/queries/account-view.ts';

type Needs = { database: Database; log: EventLog };

/**
 * Begins to delete an account: from here on nobody can log in to it and its email is free again. What is left is done by
 * `finishDeletion`, now or after a restart (product 5.6).
 */
export async function beginDeletion(database: Database, userId: string, now: Date): Promise<void> {
  await database.query(
    `WITH leaving AS (
       UPDATE identity.users SET deleted_at = $2, email = 'deleted:' || user_id WHERE user_id = $1 RETURNING user_id)
     DELETE FROM identity.sessions s USING leaving WHERE s.user_id = leaving.user_id`,
    [userId, now],
  );
}

/**
 * Goes on with deleting an account: erases the ledger, and once the worker has cleared its rows removes who it was, and
 * with that whatever refers to it. Gives whether all is gone. Each step may be done again.
 */
export async function finishDeletion({ database, log }: Needs, userId: string): Promise<boolean> {
  try {
    await log.erase(userId);
  } catch (error) {
    if (error instanceof LogUnavailable) return false;
    if (!(error instanceof LedgerErased)) throw error;
  }
  const { revision } = await loadAccountView(database, userId);
  if (revision !== -1n) return false;
  await database.query('DELETE FROM identity.users WHERE user_id = $1 AND deleted_at IS NOT NULL', [userId]);
  return true;
}

/** Goes on with every account that is on its way out. */
export async function finishDeletions(needs: Needs): Promise<undefined> {
  const { rows } = await needs.database.query<{ user_id: string }>(
    'SELECT user_id FROM identity.users WHERE deleted_at IS NOT NULL',
  );
  for (const { user_id } of rows) await finishDeletion(needs, user_id);
}
