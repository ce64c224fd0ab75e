import { readableEvents } from '#ledger/log/readable-events.ts';
import type { Log } from '#platform/log.ts';
import { migrateSchema } from '#platform/migrations.ts';
import { openPool } from '#platform/postgres.ts';
import { addMissing } from './add-missing.ts';
import { migrations } from './migrations.ts';

/**
 * Migrates the tables of the projections, and gives read models of an older version what they lack, on a connection of
 * its own. Throws NewerData where a newer version has written to the database, and what connecting and migrating throw.
 */
export async function migrateTables(databaseUrl: string, log: Log): Promise<void> {
  const pool = openPool(databaseUrl, log, 1);
  try {
    await migrateSchema(pool, migrations, readableEvents);
    await addMissing(pool);
  } finally {
    await pool.end();
  }
}
