import type { Client } from 'pg';

/**
 * The steps to the schema of today, in order; a database remembers how many it has taken. Streams are found by a digest
 * of their name, since an index entry can't hold names of any length.
 */
const STEPS = [
  `CREATE TABLE events (
     position bigint PRIMARY KEY,
     stream bytea NOT NULL,
     revision bigint NOT NULL,
     id uuid NOT NULL,
     type bytea NOT NULL,
     data bytea NOT NULL,
     metadata bytea NOT NULL,
     json boolean NOT NULL,
     created bigint NOT NULL
   );
   CREATE UNIQUE INDEX events_of_stream ON events (sha256(stream), revision);`,
  // What a scavenge goes by: metadata and tombstones; and what it leaves of a stream that loses its newest event.
  `CREATE INDEX events_with_marks ON events (position)
     WHERE substr(stream, 1, 2) = '$$' OR revision = 9223372036854775807;
   CREATE TABLE stream_ends (stream bytea NOT NULL, last bigint NOT NULL);
   CREATE UNIQUE INDEX stream_ends_of_stream ON stream_ends (sha256(stream));`,
];

/**
 * Brings the database to the schema of today. Called by the one writer, which holds the lock.
 * @throws if the database was written by a newer version
 */
export async function migrate(client: Client): Promise<void> {
  await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
  const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
  const version = rows[0]?.version ?? 0;
  if (version > STEPS.length) {
    throw new Error(
      `the event store's database has schema version ${version}, newer than this program's ${STEPS.length}`,
    );
  }
  for (let step = version; step < STEPS.length; step++) {
    await client.query(
      `BEGIN; ${STEPS[step]} DELETE FROM schema_version; INSERT INTO schema_version VALUES (${step + 1}); COMMIT;`,
    );
  }
}
