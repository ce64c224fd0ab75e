import { LedgerErased } from '../../ledger/event-log/errors.ts';
import type { EventLog } from '../../ledger/event-log/event-log.ts';
import { LOCKS } from '../../platform/locks.ts';
import { transaction } from '../../platform/postgres.ts';
import { LIVE } from '../../projections/tables/read-models.ts';
import type { Services } from '../services.ts';

const MINUTE = 60_000;
/** How long an image is left alone that nothing refers to: its transaction may be on its way (design section 8). */
const LEFT_ALONE = 60 * MINUTE;
/** How often it is swept, in milliseconds. */
export const SWEPT_EVERY = 15 * MINUTE;

type Needed = Pick<Services, 'database' | 'log' | 'now'>;

/**
 * Deletes the images older than an hour that neither a transaction nor a profile refers to, and gives how many there
 * were. What the read model doesn't have yet is looked up in the log, so that no receipt is lost however far it is
 * behind. Does nothing while another process sweeps, or before there is a read model. Throws where the log can't be
 * asked.
 */
export async function sweep({ database, log, now }: Needed): Promise<number> {
  const before = new Date(now().getTime() - LEFT_ALONE);
  return await transaction(database, async (client) => {
    const { rows } = await client.query<{ ready: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AND to_regclass($2) IS NOT NULL AS ready',
      [LOCKS.imageSweep, `${LIVE}.transactions`],
    );
    if (!rows[0]?.ready) return 0;
    const unreferred = await client.query<{ userId: string; revision: string; fileIds: string[] }>(
      `SELECT i.user_id AS "userId", coalesce(a.revision, -1)::text AS revision, array_agg(i.file_id::text) AS "fileIds"
       FROM files.images i LEFT JOIN ${LIVE}.accounts a ON a.user_id = i.user_id::text
       WHERE i.stored_at < $1
         AND NOT EXISTS (SELECT FROM ${LIVE}.transactions t
           WHERE t.user_id = i.user_id::text AND t.receipt_id = i.file_id::text)
         AND NOT EXISTS (SELECT FROM identity.users u WHERE u.user_id = i.user_id AND u.avatar_id = i.file_id)
       GROUP BY i.user_id, a.revision`,
      [before],
    );
    const orphans: string[] = [];
    for (const { userId, revision, fileIds } of unreferred.rows) {
      const later = await writtenAfter(log, userId, BigInt(revision));
      orphans.push(...fileIds.filter((fileId) => !later.includes(fileId)));
    }
    // One that was stored again meanwhile is wanted.
    const swept = await client.query('DELETE FROM files.images WHERE file_id = ANY($1) AND stored_at < $2', [
      orphans,
      before,
    ]);
    return swept.rowCount ?? 0;
  });
}

/** The text of what a ledger's events after a revision say, those included that this code can't read. */
async function writtenAfter(log: EventLog, userId: string, revision: bigint): Promise<string> {
  const texts: string[] = [];
  try {
    for await (const { data } of log.readAfter(userId, revision)) texts.push(JSON.stringify(data));
  } catch (error) {
    if (!(error instanceof LedgerErased)) throw error;
  }
  return texts.join('\n');
}
