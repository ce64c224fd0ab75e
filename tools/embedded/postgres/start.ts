import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { binariesFolder, findBinaries } from './binaries.ts';
import { initialise } from './cluster.ts';
import { DAYBOOK_SETTINGS, folderFailure, inUse, PostgresFailure, type SettingNames } from './failure.ts';
import { lockFile } from './file-lock.ts';
import { clearLeftover } from './leftover.ts';
import { ownedDatabase } from './owned-database.ts';
import { passwordIn } from './password.ts';
import { anyFreePort, freePort, isFree } from './port.ts';
import { type Server, ServerRefusal, serve } from './server.ts';
import { userFor, withAccessTo } from './system-user.ts';

/**
 * A running Postgres. `superuserUrl('daybook')` is the superuser's URL of that database, with the password.
 * `database('daybook')` creates this database and its owner where they are missing, and gives the owner's URL.
 */
export type Postgres = {
  port: number;
  superuserUrl(database: string): string;
  database(name: string): Promise<string>;
  stop(): Promise<void>;
  pid: number;
  exited: Promise<void>;
};

/**
 * Starts Postgres on 127.0.0.1 with the cluster in `<dataDir>/postgres`, which the first start creates, and recovers
 * after a run that was killed. Without `port` it takes 5432 or, where that is taken, any free port. `log` gets each
 * line of Postgres's log. Messages name the settings of `settings`, which are the settings of `npm start` by default.
 * `stop` resolves when Postgres has ended. Throws a `PostgresFailure` whose message is one sentence with what to do.
 */
export async function startPostgres(options: {
  dataDir: string;
  port?: number;
  log?: (line: string) => void;
  settings?: SettingNames;
}): Promise<Postgres> {
  const settings = options.settings ?? DAYBOOK_SETTINGS;
  const { dataDir, cluster, password, postgres, user, lock } = await prepare(options.dataDir, settings);
  const log = options.log ?? (() => {});
  const start = async () => {
    if (options.port !== undefined && !(await isFree(options.port))) throw portTaken(options.port);
    const port = options.port ?? (await freePort(5432));
    const attempt = (tried: number) => serve(postgres, cluster, tried, user, log);
    return await serveWithRetries(attempt, port, options.port === undefined, cluster, settings);
  };
  const server = await start().catch(async (error) => {
    await lock.release();
    throw error;
  });
  const exited = server.exited.then(lock.release);
  const url = (role: string, secret: string, database: string) =>
    `postgres://${encodeURIComponent(role)}:${secret}@127.0.0.1:${server.port}/${encodeURIComponent(database)}`;
  const superuserUrl = (database: string) => url('postgres', password, database);
  return {
    port: server.port,
    superuserUrl,
    database: async (name) => url(name, await ownedDatabase(superuserUrl, name, dataDir), name),
    stop: async () => {
      await server.stop();
      await exited;
    },
    pid: server.pid,
    exited,
  };
}

async function prepare(folder: string, settings: SettingNames) {
  try {
    await mkdir(folder, { recursive: true });
    // The canonical path, because it identifies a left-over server.
    const dataDir = await realpath(resolve(folder));
    const cluster = join(dataDir, 'postgres');
    const lock = await lockFile(join(dataDir, 'postgres.lock'), String(process.pid));
    if ('heldWith' in lock) throw inUse(cluster, settings, lock.heldWith);
    try {
      return { dataDir, cluster, lock, ...(await prepareCluster(dataDir, cluster, settings)) };
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw folderFailure(error, resolve(folder), settings);
  }
}

async function prepareCluster(dataDir: string, cluster: string, settings: SettingNames) {
  const binaries = binariesFolder(settings);
  const user = await withAccessTo(await userFor(cluster), [dataDir, binaries]);
  const { initdb, postgres } = await findBinaries(binaries, user);
  const exists = existsSync(cluster);
  const password = await passwordIn(dataDir, exists);
  if (exists) await clearLeftover(cluster, settings);
  else await initialise(cluster, password, initdb, user);
  return { password, postgres, user };
}

/** Starts the server, again after a short wait or on another port where that can help. */
async function serveWithRetries(
  attempt: (port: number) => Promise<Server>,
  first: number,
  mayChangePort: boolean,
  cluster: string,
  settings: SettingNames,
): Promise<Server & { port: number }> {
  let port = first;
  for (let tries = 1; ; tries += 1) {
    try {
      return { ...(await attempt(port)), port };
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      // The child processes of a killed Postgres take a moment to exit.
      const isSettling = /pre-existing shared memory block/.test(error.message);
      const isPortTaken = /bind|listen|TCP\/IP/.test(error.message);
      if (tries < 100 && (isSettling || (isPortTaken && mayChangePort))) {
        if (isSettling) await pause(100);
        else port = await anyFreePort();
      } else if (isPortTaken) throw portTaken(port);
      else if (/lock file .* already exists/.test(error.message)) {
        throw inUse(cluster, settings);
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
