import type { Log } from '../../platform/log.ts';
import { migrate } from '../../platform/migrations.ts';
import { openPool } from '../../platform/postgres.ts';
import { migrations } from './migrations.ts';

/** Migrates the tables of the projections, on a connection of its own. Throws what connecting and migrating throw. */
export async function migrateTables(databaseUrl: string, log: Log): Promise<void> {
  const pool = openPool(databaseUrl, log, 1);
  await migrate(pool, migrations).finally(() => pool.end());
}
