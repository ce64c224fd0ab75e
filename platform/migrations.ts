import type pg from 'pg';
import { LOCKS } from './locks.ts';
import { type Database, transaction } from './postgres.ts';

/** One migration. Neither its name nor its SQL may change after a release. Its topic is its name up to the colon. */
export type Migration = { name: string; sql: string };

/** The database has data of a newer version. The message is one sentence that says what to do. */
export class NewerData extends Error {
  override readonly name = 'NewerData';
}

/**
 * Applies the migrations that the database doesn't have yet, in order, in one transaction. A migration that the
 * database has and this version doesn't know was applied by a newer version: then it changes nothing and throws
 * NewerData (decision 35). `others` are the names of migrations that another program applies to the same database. With
 * them, a migration whose topic is in neither list is ignored instead of taken for newer. Rejects as Postgres does.
 */
export async function migrateSchema(
  pool: pg.Pool,
  migrations: readonly Migration[],
  others?: readonly string[],
): Promise<void> {
  await transaction(pool, (client) => migrateWithin(client, migrations, others));
}

/** Like `migrateSchema`, within a transaction. */
export async function migrateWithin(
  client: Database,
  migrations: readonly Migration[],
  others?: readonly string[],
): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.migrations]);
  await client.query(
    `CREATE TABLE IF NOT EXISTS public.migrations
      (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows } = await client.query<{ name: string }>('SELECT name FROM public.migrations');
  const applied = new Set(rows.map(({ name }) => name));
  refuseNewer([...applied], [...migrations.map(({ name }) => name), ...(others ?? [])], others !== undefined);
  const lacking = migrations.filter(({ name }) => !applied.has(name));
  for (const { sql } of lacking) if (sql !== '') await client.query(sql);
  const names = lacking.map(({ name }) => name);
  await client.query('INSERT INTO public.migrations (name) SELECT unnest($1::text[])', [names]);
}

const topicOf = (name: string) => name.split(':', 1)[0];

function refuseNewer(applied: readonly string[], known: readonly string[], isPart: boolean): void {
  const names = new Set(known);
  const topics = new Set(known.map(topicOf));
  const newer = applied.find((name) => !names.has(name) && (!isPart || topics.has(topicOf(name))));
  if (newer === undefined) return;
  throw new NewerData(
    `This database was written by a newer version of Daybook, which has '${newer}': start that version, or restore ` +
      'a backup from before it.',
  );
}
