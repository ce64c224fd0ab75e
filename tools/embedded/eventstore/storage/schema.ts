import type { Client } from 'pg';

/**
 * The migrations, in order; `schema_version` has how many a database has run. Streams are indexed by a digest of their
 * name, since an index entry can't hold long names.
 */
const MIGRATIONS = [
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
  // For scavenges: an index of metadata and tombstones; and the last revision of streams that lost their newest event.
  `CREATE INDEX events_with_marks ON events (position)
     WHERE substr(stream, 1, 2) = '$$' OR revision = 9223372036854775807;
   CREATE TABLE stream_ends (stream bytea NOT NULL, last bigint NOT NULL);
   CREATE UNIQUE INDEX stream_ends_of_stream ON stream_ends (sha256(stream));`,
  // Metadata that several events of an append have, by the position of the last of these; 0 where an event has its own.
  `CREATE TABLE shared_metadata (last bigint PRIMARY KEY, metadata bytea NOT NULL);
   ALTER TABLE events ADD COLUMN metadata_of bigint NOT NULL DEFAULT 0;`,
];

/** The newest version of the schema. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** A newer version of the event store has written to the database. */
export class NewerSchema extends Error {
  override name = 'NewerSchema';
}

/**
 * Runs the missing migrations up to a version, by default the newest. The caller holds the writer's lock, or nobody
 * else has the database. Throws NewerSchema, and changes nothing, where the database has a newer schema.
 */
export async function migrate(client: Client, upTo = SCHEMA_VERSION): Promise<void> {
  await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
  const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
  const version = rows[0]?.version ?? 0;
  if (version > SCHEMA_VERSION) {
    throw new NewerSchema(`its events have storage version ${version}, and this version knows up to ${SCHEMA_VERSION}`);
  }
  for (let index = version; index < upTo; index++) {
    await client.query(
      `BEGIN; ${MIGRATIONS[index]}
      DELETE FROM schema_version; INSERT INTO schema_version VALUES (${index + 1}); COMMIT;`,
    );
  }
}
