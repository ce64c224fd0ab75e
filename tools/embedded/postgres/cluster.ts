import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PostgresFailure } from './failure.ts';
import { runAs, type SystemUser } from './system-user.ts';

const workPrefix = 'postgres.new-';

/**
 * Creates a cluster in the folder `cluster`, which must not exist: UTF-8, sorted by code point on every machine, with
 * the superuser `postgres` and `password`, owned by `user`. It is created in a temporary folder and renamed when
 * complete, so that a killed run leaves no incomplete cluster. Throws a `PostgresFailure` with initdb's message.
 */
export async function initialise(cluster: string, password: string, initdb: string, user: SystemUser): Promise<void> {
  const parent = dirname(cluster);
  for (const name of await readdir(parent)) {
    if (name.startsWith(workPrefix)) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const work = await mkdtemp(join(parent, workPrefix));
  const fresh = join(work, 'cluster');
  const passwordFile = join(work, 'password');
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if ('uid' in user) {
    for (const path of [work, fresh, passwordFile]) await chown(path, user.uid, user.gid);
  }
  const { command, args, options } = runAs(user, initdb, [
    `--pgdata=${fresh}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  try {
    await promisify(execFile)(command, args, { ...options, cwd: '/', env: plainEnvironment() });
    await rename(fresh, cluster);
  } catch (error) {
    const message = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new PostgresFailure(`Postgres couldn't set up its data in ${cluster}: ${message || String(error)}`, {
      cause: error,
    });
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The environment of Postgres's programs, without the caller's PG… and LC_… variables. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}
