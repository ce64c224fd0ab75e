import type pg from 'pg';
import { LedgerErased } from '#event-log/errors.ts';
import type { EventLog } from '#event-log/event-log.ts';
import { LOCKS } from '#platform/locks.ts';
import { type Database, transaction } from '#platform/postgres.ts';
import { rowsRevision } from '#projections/queries/ledgers.ts';
import { isNamedReceipt } from '#projections/queries/receipts.ts';
import { readModelsExist } from '#projections/tables/read-models.ts';

const MINUTE_MS = 60_000;
/** Younger unreferenced images are spared: their transaction may not be appended yet (product 2.6). */
const MIN_AGE_MS = 60 * MINUTE_MS;
/** The same when a quota is exceeded: several times the longest request. */
const MIN_AGE_UNDER_QUOTA_MS = 5 * MINUTE_MS;
export const SWEEP_INTERVAL_MS = 15 * MINUTE_MS;

type Needs = { database: pg.Pool; log: EventLog; now(): Date };

/**
 * Deletes images older than an hour that no event and no profile references, and gives their number. Also checks the
 * log for references that the read model lacks. Does nothing while another process sweeps, or before read models exist.
 * Throws LogUnavailable.
 */
export async function sweep({ database, log, now }: Needs): Promise<number> {
  const before = new Date(now().getTime() - MIN_AGE_MS);
  return await transaction(database, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      LOCKS.imageSweep,
    ]);
    return rows[0]?.mine ? await deleteUnreferenced(client, log, before, null) : 0;
  });
}

/** Deletes one user's unreferenced images older than five minutes. Gives and throws as `sweep` does. */
export async function sweepUser({ database, log, now }: Needs, userId: string): Promise<number> {
  const before = new Date(now().getTime() - MIN_AGE_UNDER_QUOTA_MS);
  return await deleteUnreferenced(database, log, before, userId);
}

async function deleteUnreferenced(
  database: Database,
  log: EventLog,
  before: Date,
  userId: string | null,
): Promise<number> {
  if (!(await readModelsExist(database))) return 0;
  const unreferenced = await database.query<{ ledgerId: string; revision: string; fileIds: string[] }>(
    `SELECT u.ledger_id AS "ledgerId", ${rowsRevision('u.ledger_id::text')}::text AS revision,
       array_agg(i.file_id::text) AS "fileIds"
     FROM files.images i JOIN identity.users u USING (user_id)
     WHERE i.stored_at < $1 AND ($2::uuid IS NULL OR i.user_id = $2)
       AND NOT ${isNamedReceipt('u.ledger_id::text', 'i.file_id::text')}
       AND u.avatar_id IS DISTINCT FROM i.file_id
     GROUP BY u.ledger_id`,
    [before, userId],
  );
  const orphans: string[] = [];
  for (const { ledgerId, revision, fileIds } of unreferenced.rows) {
    const later = await eventDataAfter(log, ledgerId, BigInt(revision));
    orphans.push(...fileIds.filter((fileId) => !later.includes(fileId)));
  }
  // `stored_at` spares an image that was uploaded again meanwhile.
  const swept = await database.query('DELETE FROM files.images WHERE file_id = ANY($1) AND stored_at < $2', [
    orphans,
    before,
  ]);
  return swept.rowCount ?? 0;
}

/** The JSON of the events after a revision, including events that the codec can't decode. */
async function eventDataAfter(log: EventLog, ledgerId: string, revision: bigint): Promise<string> {
  const texts: string[] = [];
  try {
    for await (const { data } of log.readAfter(ledgerId, revision)) texts.push(JSON.stringify(data));
  } catch (error) {
    if (!(error instanceof LedgerErased)) throw error;
  }
  return texts.join('\n');
}
