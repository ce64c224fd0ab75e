import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** An empty database of a test, and what gives it back: then nobody is connected to it, and its URL leads nowhere. */
export type TestDatabase = {
  readonly url: string;
  release(): Promise<void>;
};

/**
 * The names of empty databases that this process has created and no test uses, by the server's URL. To empty a database
 * takes a fraction of the processor time of creating and dropping one, and no checkpoint, which slows down all others.
 */
const unused = new Map<string, string[]>();

/** Gives an empty database with a random name on the server of `TEST_POSTGRES_URL`. Throws where that is not set. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_POSTGRES_URL;
  if (server === undefined) throw new Error('TEST_POSTGRES_URL has to name a Postgres server: use `npx vitest`.');
  const name = unused.get(server)?.pop() ?? (await created(server));
  return {
    url: urlOf(server, name),
    release: async () => {
      const emptied = await empty(server, name);
      unused.set(server, [...(unused.get(server) ?? []), emptied]);
    },
  };
}

const randomName = () => `test_${randomBytes(8).toString('hex')}`;

async function created(server: string): Promise<string> {
  const name = randomName();
  await run(server, `CREATE DATABASE ${name}`);
  return name;
}

/**
 * Ends all connections to a database, and drops what is in it. Gives its new name, under which nobody finds it again.
 */
async function empty(server: string, name: string): Promise<string> {
  const renamed = randomName();
  await run(
    server,
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`,
    `ALTER DATABASE ${name} RENAME TO ${renamed}`,
    `ALTER DATABASE ${renamed} ALLOW_CONNECTIONS true`,
  );
  await run(
    urlOf(server, renamed),
    `DO $$
     DECLARE name text;
     BEGIN
       FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LOOP
         EXECUTE format('DROP SCHEMA %I CASCADE', name);
       END LOOP;
       CREATE SCHEMA public;
     END $$`,
  );
  return renamed;
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements, each in a transaction of its own, on a new connection. */
export async function run(databaseUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('notice', () => {});
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
