import type pg from 'pg';
import { LOCKS } from './locks.ts';
import { transaction } from './postgres.ts';

/** One migration. Neither its name nor its SQL may change after a release. */
export type Migration = { name: string; sql: string };

/**
 * Applies the migrations that the database doesn't have yet, in order, in one transaction. Throws what Postgres throws.
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.migrations]);
    await client.query(
      `CREATE TABLE IF NOT EXISTS public.migrations
        (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    const { rows } = await client.query<{ name: string }>('SELECT name FROM public.migrations');
    const applied = new Set(rows.map(({ name }) => name));
    for (const { name, sql } of migrations) {
      if (applied.has(name)) continue;
      await client.query(sql);
      await client.query('INSERT INTO public.migrations (name) VALUES ($1)', [name]);
    }
  });
}
