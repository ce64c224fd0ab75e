import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** An empty database of a test file, and what drops it. */
export type TestDatabase = { url: string; drop(): Promise<void> };

/** Creates an empty database on the run's Postgres. */
export async function createDatabase(): Promise<TestDatabase> {
  const admin = process.env.TEST_POSTGRES_URL;
  if (!admin) throw new Error('TEST_POSTGRES_URL is not set: run the tests with `npm test` or `npx vitest`.');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await statement(admin, `CREATE DATABASE ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => statement(admin, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function statement(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
