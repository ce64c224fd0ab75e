import type { Database } from '#platform/postgres.ts';
import { completeReadModels, createTables, LIVE } from './read-models.ts';
import { READ_MODEL_VERSION } from './version.ts';

/** The read models were built from another event log than the connected one. */
export class ForeignLog extends Error {
  override readonly name = 'ForeignLog';
}

/** The read models were built by a newer version. The message is one sentence that says what to do. */
export class NewerReadModels extends Error {
  override readonly name = 'NewerReadModels';
}

/**
 * The log that read models were built from, and the version of the code. All events up to `position` are applied (null:
 * none), and none after `reached`, which is never before it: ledgers take turns, so some are ahead.
 */
export type Checkpoint = { logId: string; version: string; position: string | null; reached: string | null };

/** Reads the checkpoint of the read models in a schema, or null if there are none. */
export async function readCheckpoint(database: Database, schema: string): Promise<Checkpoint | null> {
  const { rows: tables } = await database.query('SELECT to_regclass($1) AS checkpoint', [`${schema}.checkpoint`]);
  if (!tables[0]?.checkpoint) return null;
  // In older versions, `version` had another type, and there was no `reached`.
  const { rows } = await database.query<Checkpoint>(
    `SELECT log_id AS "logId", version::text AS version, position, to_jsonb(c) ->> 'reached' AS reached
     FROM ${schema}.checkpoint c`,
  );
  const [checkpoint] = rows;
  return checkpoint ? { ...checkpoint, reached: checkpoint.reached ?? checkpoint.position } : null;
}

/**
 * Creates the live read models of this log where there are none, and gives their checkpoint. Those of another version
 * stay live until a replay has replaced them (decision 8). Throws ForeignLog where they were built from another log,
 * and NewerReadModels where a newer version built them (decision 35): only a person can decide about either.
 */
export async function openReadModels(database: Database, logId: string): Promise<Checkpoint> {
  const checkpoint = (await readCheckpoint(database, LIVE)) ?? (await beginLive(database, logId));
  if (checkpoint.logId !== logId) {
    throw new ForeignLog(
      'The read models in this database were built from another event log. Connect the log they belong to, or have ' +
        'them built anew from this one with `npm run replay`.',
    );
  }
  if (await isNewer(database, checkpoint.version)) {
    throw new NewerReadModels(
      'The read models in this database were built by a newer version of Daybook: start that version, or have them ' +
        'built anew by this one with `npm run replay`.',
    );
  }
  await noteVersion(database);
  return checkpoint;
}

/** Whether read models of a version came after the first ones of this code's version. */
export async function isNewer(database: Database, version: string): Promise<boolean> {
  const { rows } = await database.query<{ newer: boolean }>(
    `SELECT theirs.place > ours.place AS newer FROM projection_worker.versions theirs, projection_worker.versions ours
     WHERE theirs.version = $1 AND ours.version = $2`,
    [version, READ_MODEL_VERSION],
  );
  return rows[0]?.newer === true;
}

/** Gives this code's version its place after those that came before it, unless it has one. */
async function noteVersion(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO projection_worker.versions (version) SELECT $1::text
     WHERE NOT EXISTS (SELECT FROM projection_worker.versions WHERE version = $1) ON CONFLICT DO NOTHING`,
    [READ_MODEL_VERSION],
  );
}

async function beginLive(database: Database, logId: string): Promise<Checkpoint> {
  const checkpoint = await beginReadModels(database, LIVE, logId);
  await completeReadModels(database, LIVE);
  return checkpoint;
}

/**
 * Creates empty read models in a schema, before the first event of a log, and lacking what
 * `completeReadModels` gives; drops what the schema held.
 */
export async function beginReadModels(database: Database, schema: string, logId: string): Promise<Checkpoint> {
  await database.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await createTables(database, schema);
  await noteVersion(database);
  await database.query(`INSERT INTO ${schema}.checkpoint (log_id, version) VALUES ($1, $2)`, [
    logId,
    READ_MODEL_VERSION,
  ]);
  return { logId, version: READ_MODEL_VERSION, position: null, reached: null };
}
