import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { PostgresFailure } from './failure.ts';

const run = promisify(execFile);

/**
 * The user of the machine who runs Postgres: a user and group id, or this process's own user (`{}`). `capability` is a
 * capability of root that the user keeps, to enter folders that only root may enter.
 */
export type SystemUser = { uid: number; gid: number; capability?: Capability } | Record<string, never>;

type Capability = 'dac_read_search' | 'dac_override';

/**
 * Finds the user who runs Postgres, which refuses to run as root: this process's own user (`{}`); for root, the
 * owner of the folder `cluster` if it exists, else the system user `postgres`, which is created where it is missing.
 * Throws a `PostgresFailure` where that user can't be created.
 */
export async function userFor(cluster: string): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return postgresUser();
}

// The lock: two first starts at once would both add the user, and the later useradd would change its id.
const makeUser = `id -u postgres || {
  groupadd --force --system postgres && useradd --system --gid postgres --no-create-home postgres
}`;

async function postgresUser(): Promise<SystemUser> {
  const existing = await lookUp('postgres');
  if (existing) return existing;
  const refusal = await run('flock', ['/etc', 'sh', '-c', makeUser]).then(
    () => 'it is not there afterwards',
    (error: Error) => error.message.trim().split('\n').at(-1),
  );
  const made = await lookUp('postgres');
  if (made) return made;
  throw new PostgresFailure(
    `Postgres doesn't run as root, and the system user 'postgres' can't be made (${refusal}): ` +
      'make that user, or start this program as a normal user.',
  );
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/**
 * Makes sure that `user` can enter `folders` and all folders above them. Gives the user to run Postgres: the
 * same, or one with a capability where a folder above is open to root only (such as `/root`). Throws a
 * `PostgresFailure` that names the outermost closed folder where no capability helps.
 */
export async function withAccessTo(user: SystemUser, folders: readonly string[]): Promise<SystemUser> {
  if (!('uid' in user)) return user;
  const { uid, gid } = user;
  // The first capability only reads. Containers often have only the second.
  const candidates: SystemUser[] = [
    user,
    { uid, gid, capability: 'dac_read_search' },
    { uid, gid, capability: 'dac_override' },
  ];
  for (const candidate of candidates) {
    const closed = await Promise.all(folders.map(async (folder) => !(await canEnter(candidate, folder))));
    if (!closed.includes(true)) return candidate;
  }
  throw closedTo(user, await outermostClosed(user, folders));
}

async function outermostClosed(user: SystemUser, folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    if (await canEnter(user, folder)) continue;
    let closed = folder;
    while (!(await canEnter(user, dirname(closed)))) closed = dirname(closed);
    return closed;
  }
  throw new Error(`All of ${folders.join(', ')} can be entered.`);
}

const closedTo = (user: SystemUser, folder: string) =>
  new PostgresFailure(
    `Postgres runs as the user with id ${user.uid}, who may not enter ${folder}: run 'chmod o+x ${folder}', ` +
      'or move this program and its data to a folder that other users may enter.',
  );

const canEnter = (user: SystemUser, folder: string) => {
  const { command, args, options } = runAs(user, 'test', ['-x', folder]);
  return run(command, args, { ...options, cwd: '/' }).then(
    () => true,
    () => false,
  );
};

/** Gives command, arguments and options for `spawn` or `execFile` to run a program as a user. */
export function runAs(
  user: SystemUser,
  program: string,
  args: readonly string[],
): { command: string; args: string[]; options: { uid?: number; gid?: number } } {
  const { uid, gid, capability } = user;
  if (uid === undefined || gid === undefined) return { command: program, args: [...args], options: {} };
  if (capability === undefined) return { command: program, args: [...args], options: { uid, gid } };
  const keep = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    // Without this, access(2) ignores the capability, and Postgres doesn't find its own program.
    '--securebits=+no_setuid_fixup',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    `--bounding-set=-all,+${capability}`,
    '--no-new-privs',
  ];
  return { command: 'setpriv', args: [...keep, program, ...args], options: {} };
}
