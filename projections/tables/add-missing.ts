import type pg from 'pg';
import { LOCKS } from '../../platform/locks.ts';
import { type Database, transaction } from '../../platform/postgres.ts';
import { LIVE, NEXT, TABLES } from './read-models.ts';
import { columnOf, definition } from './table.ts';

/**
 * Adds the tables and the columns that read models of an older version lack, so that queries find them while the old ones
 * serve. They are empty, or have what `added` says, until a replay has rebuilt the read models (decision 8). One process does it
 * at a time. Throws what Postgres throws.
 */
export async function addMissing(pool: pg.Pool): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.migrations]);
    await addTo(client);
  });
}

async function addTo(database: Database): Promise<void> {
  const { rows } = await database.query<{ schema: string; table: string; columns: string[] }>(
    `SELECT table_schema AS schema, table_name AS table, array_agg(column_name::text) AS columns
     FROM information_schema.columns WHERE table_schema = ANY($1) GROUP BY 1, 2`,
    [[LIVE, NEXT]],
  );
  for (const schema of new Set(rows.map((row) => row.schema))) {
    for (const table of TABLES) {
      const there = rows.find((row) => row.schema === schema && row.table === table.name);
      if (!there) {
        await database.query(definition(table, schema));
        continue;
      }
      for (const [property, { type, constraint }] of Object.entries(table.columns)) {
        if (there.columns.includes(columnOf(property))) continue;
        await database.query(
          `ALTER TABLE ${schema}.${table.name} ADD COLUMN ${columnOf(property)} ${type}${constraint}`,
        );
      }
    }
  }
}
