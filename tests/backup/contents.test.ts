import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { openLogFile } from '#platform/log.ts';
import { migrateSchema } from '#platform/migrations.ts';
import { openPool } from '#platform/postgres.ts';
import { type DatabaseName, isDerivedSchema, KEPT_TABLES, LEFT_OUT } from '#tools/backup/contents.ts';
import { migrate as migrateEventStore } from '#tools/embedded/eventstore/storage/schema.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';

// The tables of a backup, held against the tables that there are.

/** Columns whose names look like secrets, and are none. */
const NO_SECRETS = ['bulk.plans.input_hash', 'imports.files.input_hash', 'imports.plans.input_hash'];
const DATABASES: DatabaseName[] = ['daybook', 'eventstore'];
let databases: Record<DatabaseName, TestDatabase>;
let clients: Record<DatabaseName, pg.Client>;
beforeAll(async () => {
  databases = { daybook: await createTestDatabase(), eventstore: await createTestDatabase() };
  const connected = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  };
  clients = {
    daybook: await connected(databases.daybook.url),
    eventstore: await connected(databases.eventstore.url),
  };
  const pool = openPool(databases.daybook.url, openLogFile('test'), 1);
  await migrateSchema(pool, migrations);
  await pool.end();
  await migrateEventStore(clients.eventstore);
});
afterAll(async () => {
  for (const name of DATABASES) {
    await clients[name].end();
    await databases[name].release();
  }
});

type Column = { table: string; column: string };

/** All columns of the tables of a database that are not derived. */
async function columnsIn(database: DatabaseName): Promise<Column[]> {
  const { rows } = await clients[database].query<{ schema: string; name: string; column: string }>(
    `SELECT n.nspname AS schema, c.relname AS name, a.attname AS column
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  return rows
    .filter(({ schema }) => !isDerivedSchema(schema))
    .map(({ schema, name, column }) => ({ table: schema === 'public' ? name : `${schema}.${name}`, column }));
}

const keptOf = (database: DatabaseName) => KEPT_TABLES.filter((table) => table.database === database);

describe.each(DATABASES)('%s', (database) => {
  test('each table is kept, or left out for a reason', async () => {
    const tables = new Set((await columnsIn(database)).map(({ table }) => table));
    const decided = [...keptOf(database).map(({ name }) => name), ...Object.keys(LEFT_OUT[database])];
    expect(decided.toSorted()).toEqual([...tables].toSorted());
  });

  test('each column that looks like a secret is encrypted, or left out', async () => {
    const kept = new Map(keptOf(database).map((table) => [table.name, table]));
    const open = (await columnsIn(database)).filter(({ table: name, column }) => {
      const table = kept.get(name);
      if (!table || !/hash|token|password|secret/.test(column)) return false;
      return !table.isSecret && !table.secrets?.columns.includes(column) && !table.leftOut?.includes(column);
    });
    expect(open.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
      database === 'daybook' ? NO_SECRETS : [],
    );
  });

  test('named columns exist, and what a row refers to comes before it', async () => {
    const columns = (await columnsIn(database)).map(({ table, column }) => `${table}.${column}`);
    const named = keptOf(database).flatMap(({ name, order, secrets, leftOut = [] }) =>
      [...leftOut, ...(secrets?.columns ?? []), ...(order ? [order] : [])].map((column) => `${name}.${column}`),
    );
    expect(columns).toEqual(expect.arrayContaining(named));
    const { rows } = await clients[database].query<{ name: string; refers: string }>(
      "SELECT conrelid::regclass AS name, confrelid::regclass AS refers FROM pg_constraint WHERE contype = 'f'",
    );
    const place = (name: string) => keptOf(database).findIndex((table) => table.name === name);
    for (const { name, refers } of rows.filter((row) => place(row.name) >= 0)) {
      expect(place(refers), `${name} refers to ${refers}`).toBeGreaterThanOrEqual(0);
      expect(place(refers), `${name} refers to ${refers}`).toBeLessThan(place(name));
    }
  });
});

test('the schemas of the read models are those that are derived', () => {
  expect(
    ['projections', 'projections_next', 'projections_old', 'projection_worker', 'public'].map(isDerivedSchema),
  ).toEqual([true, true, true, false, false]);
});
