import type pg from 'pg';
import { LedgerErased } from '../../event-log/errors.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { LOCKS } from '../../platform/locks.ts';
import { type Database, transaction } from '../../platform/postgres.ts';
import { LIVE } from '../../projections/tables/read-models.ts';

const MINUTE = 60_000;
/** How long an image is left alone that nothing refers to: its transaction may be on its way (product 2.6). */
const LEFT_ALONE = 60 * MINUTE;
/** The same where room is needed soon: several times longer than a request and its append ever take. */
const LEFT_ALONE_IN_NEED = 5 * MINUTE;
/** How often it is swept, in milliseconds. */
export const SWEPT_EVERY = 15 * MINUTE;

type Needed = { database: pg.Pool; log: EventLog; now(): Date };

/**
 * Deletes the images older than an hour that neither a transaction nor a profile refers to, and gives how many there
 * were. What the read model doesn't have yet is looked up in the log, so that no receipt is lost however far it is
 * behind. Does nothing while another process sweeps, or before there is a read model. Throws where the log can't be
 * asked.
 */
export async function sweep({ database, log, now }: Needed): Promise<number> {
  const before = new Date(now().getTime() - LEFT_ALONE);
  return await transaction(database, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      LOCKS.imageSweep,
    ]);
    return rows[0]?.mine ? await deleteUnreferred(client, log, before, null) : 0;
  });
}

/** Deletes those of one user that are older than five minutes, where room is needed soon. Gives and throws as `sweep` does. */
export async function sweepUser({ database, log, now }: Needed, userId: string): Promise<number> {
  const before = new Date(now().getTime() - LEFT_ALONE_IN_NEED);
  return await deleteUnreferred(database, log, before, userId);
}

async function deleteUnreferred(
  database: Database,
  log: EventLog,
  before: Date,
  userId: string | null,
): Promise<number> {
  const { rows } = await database.query<{ ready: boolean }>('SELECT to_regclass($1) IS NOT NULL AS ready', [
    `${LIVE}.transactions`,
  ]);
  if (!rows[0]?.ready) return 0;
  const unreferred = await database.query<{ ledgerId: string; revision: string; fileIds: string[] }>(
    `SELECT u.ledger_id AS "ledgerId", coalesce(a.revision, -1)::text AS revision, array_agg(i.file_id::text) AS "fileIds"
     FROM files.images i JOIN identity.users u USING (user_id)
       LEFT JOIN ${LIVE}.accounts a ON a.ledger_id = u.ledger_id::text
     WHERE i.stored_at < $1 AND ($2::uuid IS NULL OR i.user_id = $2)
       AND NOT EXISTS (SELECT FROM ${LIVE}.transactions t
         WHERE t.ledger_id = u.ledger_id::text AND t.receipt_id = i.file_id::text)
       AND u.avatar_id IS DISTINCT FROM i.file_id
     GROUP BY u.ledger_id, a.revision`,
    [before, userId],
  );
  const orphans: string[] = [];
  for (const { ledgerId, revision, fileIds } of unreferred.rows) {
    const later = await writtenAfter(log, ledgerId, BigInt(revision));
    orphans.push(...fileIds.filter((fileId) => !later.includes(fileId)));
  }
  // One that was stored again meanwhile is wanted.
  const swept = await database.query('DELETE FROM files.images WHERE file_id = ANY($1) AND stored_at < $2', [
    orphans,
    before,
  ]);
  return swept.rowCount ?? 0;
}

/** The text of what a ledger's events after a revision say, those included that this code can't read. */
async function writtenAfter(log: EventLog, ledgerId: string, revision: bigint): Promise<string> {
  const texts: string[] = [];
  try {
    for await (const { data } of log.readAfter(ledgerId, revision)) texts.push(JSON.stringify(data));
  } catch (error) {
    if (!(error instanceof LedgerErased)) throw error;
  }
  return texts.join('\n');
}
