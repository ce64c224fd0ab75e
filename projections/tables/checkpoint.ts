import type { Database } from '../../platform/postgres.ts';
import { createReadModels, LIVE } from './read-models.ts';
import { READ_MODEL_VERSION } from './version.ts';

/** The read models were built from another log than the one that is connected now. */
export class ForeignLog extends Error {
  override readonly name = 'ForeignLog';
}

/** How far read models have come: of which log, by code of which version, up to which position (null: the start). */
export type Checkpoint = { logId: string; version: string; position: string | null };

/** Reads how far the read models in a schema have come; null where there are none. */
export async function readCheckpoint(database: Database, schema: string): Promise<Checkpoint | null> {
  const { rows: tables } = await database.query('SELECT to_regclass($1) AS checkpoint', [`${schema}.checkpoint`]);
  if (!tables[0]?.checkpoint) return null;
  // As text, since what older code left behind may be of another type.
  const { rows } = await database.query<Checkpoint>(
    `SELECT log_id AS "logId", version::text AS version, position FROM ${schema}.checkpoint`,
  );
  return rows[0] ?? null;
}

/**
 * Makes sure that there are live read models of this log; gives how far they have come. They may be of another version:
 * then they serve until a replay has built those of today (decision 8). Throws ForeignLog where they were built
 * from another log: that is somebody's mistake, not ours to mend.
 */
export async function openReadModels(database: Database, logId: string): Promise<Checkpoint> {
  const checkpoint = (await readCheckpoint(database, LIVE)) ?? (await beginReadModels(database, LIVE, logId));
  if (checkpoint.logId === logId) return checkpoint;
  throw new ForeignLog(
    'The read models in this database were built from another event log. Connect the log they belong to, or have ' +
      'them built anew from this one with `npm run replay`.',
  );
}

/** Creates read models in a schema, in place of what may be there: empty, before the first event of a log. */
export async function beginReadModels(database: Database, schema: string, logId: string): Promise<Checkpoint> {
  await database.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await createReadModels(database, schema);
  await database.query(`INSERT INTO ${schema}.checkpoint (log_id, version) VALUES ($1, $2)`, [
    logId,
    READ_MODEL_VERSION,
  ]);
  return { logId, version: READ_MODEL_VERSION, position: null };
}
