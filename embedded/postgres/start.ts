import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { accountFor, mustReach } from './account.ts';
import { findBinaries } from './binaries.ts';
import { initialise } from './cluster.ts';
import { folderFailure, PostgresFailure } from './failure.ts';
import { clearLeftover } from './leftover.ts';
import { passwordIn } from './password.ts';
import { anyFreePort, freePort, isFree } from './port.ts';
import { type Server, ServerRefusal, serve } from './server.ts';

/** A running Postgres. `url('daybook')` is its address with user and password, for the database of that name. */
export type Postgres = {
  url(database: string): string;
  createDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
  pid: number;
  exited: Promise<void>;
};

/**
 * Starts a real Postgres on 127.0.0.1 over the cluster in `<dataDir>/postgres`, which the first start makes, and
 * recovers from whatever a killed run left behind. Without `port` it takes 5432 or, where that is taken, any free one.
 * `log` gets each line of Postgres's log. `createDatabase` does nothing where the database exists; `stop` resolves
 * when Postgres has ended.
 * Throws a `PostgresFailure` whose message is one sentence that says what to do.
 */
export async function startPostgres(options: {
  dataDir: string;
  port?: number;
  log?: (line: string) => void;
}): Promise<Postgres> {
  const { dataDir, cluster, password, postgres, account } = await prepare(options.dataDir);
  const log = options.log ?? (() => {});
  if (options.port !== undefined && !(await isFree(options.port))) throw portTaken(options.port);
  const port = options.port ?? (await freePort(5432));
  const server = await persist(
    (tried) => serve(postgres, cluster, tried, account, log),
    port,
    options.port === undefined,
    cluster,
  );
  const url = (database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${server.port}/${encodeURIComponent(database)}`;
  return {
    url,
    createDatabase: (name) => createDatabase(url('postgres'), name, dataDir),
    stop: server.stop,
    pid: server.pid,
    exited: server.exited,
  };
}

async function prepare(folder: string) {
  try {
    await mkdir(folder, { recursive: true });
    // One spelling of the folder, because a left-over server is known by it.
    const dataDir = await realpath(resolve(folder));
    const cluster = join(dataDir, 'postgres');
    const account = await accountFor(cluster);
    await mustReach(account, dataDir);
    const { initdb, postgres } = await findBinaries(account);
    const exists = existsSync(cluster);
    const password = await passwordIn(dataDir, exists);
    if (exists) await clearLeftover(cluster);
    else await initialise(cluster, password, initdb, account);
    return { dataDir, cluster, password, postgres, account };
  } catch (error) {
    throw folderFailure(error, resolve(folder));
  }
}

/** Starts the server again where waiting a little, or another port, is all it takes. */
async function persist(
  attempt: (port: number) => Promise<Server>,
  first: number,
  mayMove: boolean,
  cluster: string,
): Promise<Server & { port: number }> {
  let port = first;
  for (let tries = 1; ; tries += 1) {
    try {
      return { ...(await attempt(port)), port };
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      // The children of a killed Postgres take a moment to notice that it has gone.
      const settling = /pre-existing shared memory block/.test(error.message);
      const portLost = /bind|listen|TCP\/IP/.test(error.message);
      if (tries < 100 && (settling || (portLost && mayMove))) {
        if (settling) await pause(100);
        else port = await anyFreePort();
      } else if (portLost) throw portTaken(port);
      else if (/lock file .* already exists/.test(error.message)) {
        throw new PostgresFailure(`Another Daybook uses ${cluster}: stop it, or name another folder in DAYBOOK_DATA.`);
      } else {
        throw new PostgresFailure(`Postgres doesn't start over ${cluster}: it says '${error.message}'.`, {
          cause: error,
        });
      }
    }
  }
}

const portTaken = (port: number) =>
  new PostgresFailure(`Port ${port}, which Postgres needs, is taken: stop the program that uses it, then try again.`);

async function createDatabase(url: string, name: string, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new PostgresFailure(
        `The password in ${join(dataDir, 'secrets', 'postgres-password')} isn't the database's: ` +
          'put the right one back from your backup.',
        { cause: error },
      );
    }
    // Two callers at once: the other one made it.
    if (error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505')) return;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
