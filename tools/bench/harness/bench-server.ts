import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { Caller } from '#tests/support/caller.ts';
import { Daybook } from '#tests/support/daybook.ts';
import { SUPERUSER_SECRET } from '../../embedded/postgres/password.ts';
import { readSecret } from '../../embedded/postgres/secret.ts';
import { startReference } from '../reference/program.ts';

/** The Daybook to measure: `npm start` on a new data folder. */
export type BenchServer = {
  daybook: Daybook;
  /** Its origin over IPv4, which the references use as well. */
  origin: string;
  databaseUrl: string;
  eventStoreUrl: string;
  /** The references' database on the same Postgres. */
  pool: pg.Pool;
  referenceUrl: string;
  newUser(): Promise<Caller>;
  close(): Promise<void>;
};

/** Starts a Daybook without effective rate limits. */
export async function openBenchServer(): Promise<BenchServer> {
  process.env.RATE_LIMIT_FACTOR = '1000000';
  const daybook = await Daybook.prepare();
  await daybook.start();
  const { databaseUrl, eventStoreUrl } = JSON.parse(await readFile(join(daybook.folder, 'services.json'), 'utf8'));
  // Daybook's role may not create databases.
  const referenceUrl = new URL(databaseUrl);
  referenceUrl.username = 'postgres';
  referenceUrl.password = (await readSecret(daybook.folder, SUPERUSER_SECRET)) ?? '';
  referenceUrl.pathname = '/postgres';
  const superuser = new pg.Client({ connectionString: referenceUrl.href });
  await superuser.connect();
  await superuser.query('CREATE DATABASE reference');
  await superuser.end();
  referenceUrl.pathname = '/reference';
  const pool = new pg.Pool({ connectionString: referenceUrl.href, max: 16 });
  return {
    daybook,
    origin: daybook.address.replace('localhost', '127.0.0.1'),
    databaseUrl,
    eventStoreUrl,
    pool,
    referenceUrl: referenceUrl.href,
    newUser: () => Caller.registered(daybook.address),
    close: async () => {
      await pool.end();
      await daybook.remove();
    },
  };
}

/** Starts a reference server on the same Postgres. */
export const referenceIn = (server: BenchServer, name: string) =>
  startReference(name, { DATABASE_URL: server.referenceUrl });

/** The headers of a browser's request. */
export const headersOf = (user: Caller): Record<string, string> => ({
  Origin: user.origin,
  Cookie: user.cookie,
  'Content-Type': 'application/json',
});
