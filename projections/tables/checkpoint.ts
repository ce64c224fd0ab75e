import type { Database } from '../../platform/postgres.ts';
import { createReadModels, LIVE, READ_MODEL_VERSION } from './read-models.ts';

/** The read models were built from another log than the one that is connected now. */
export class ForeignLog extends Error {
  override readonly name = 'ForeignLog';
}

/**
 * Makes sure that the read models stand, and are of this code's version and of this log; gives the position they have
 * reached, null before the first event. Models of another version are thrown away, to be built anew from the log.
 * Throws ForeignLog where they were built from another log: that is somebody's mistake, not ours to mend.
 */
export async function openReadModels(database: Database, logId: string): Promise<string | null> {
  const found = await database.query('SELECT to_regclass($1) AS checkpoint', [`${LIVE}.checkpoint`]);
  if (found.rows[0]?.checkpoint) {
    const { rows } = await database.query(`SELECT log_id, version, position FROM ${LIVE}.checkpoint`);
    const [checkpoint] = rows;
    if (checkpoint?.version === READ_MODEL_VERSION) {
      if (checkpoint.log_id === logId) return checkpoint.position;
      throw new ForeignLog(
        'The read models in this database were built from another event log. Connect the log they belong to, ' +
          `or drop the schema '${LIVE}' to have them built anew from this one.`,
      );
    }
  }
  await database.query(`DROP SCHEMA IF EXISTS ${LIVE} CASCADE`);
  await createReadModels(database, LIVE);
  await database.query(`INSERT INTO ${LIVE}.checkpoint (log_id, version) VALUES ($1, $2)`, [logId, READ_MODEL_VERSION]);
  return null;
}
