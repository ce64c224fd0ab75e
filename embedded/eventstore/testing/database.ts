import { randomUUID } from 'node:crypto';
import pg from 'pg';

export type TestDatabase = {
  readonly url: string;
  drop(): Promise<void>;
};

/** Creates an empty database with a random name on the server of `TEST_POSTGRES_URL`. Throws where that is not set. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_POSTGRES_URL;
  if (server === undefined) throw new Error('TEST_POSTGRES_URL has to name a Postgres server to test with');
  const name = `eventstore_${randomUUID().replaceAll('-', '')}`;
  await run(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => run(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Runs one statement on a new connection. */
export async function run(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
