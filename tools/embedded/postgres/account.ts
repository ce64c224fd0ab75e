import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { PostgresFailure } from './failure.ts';

const run = promisify(execFile);

/**
 * The account that runs Postgres: a user and group id, or this process's own user (`{}`). `capability` is a capability
 * of root that the account keeps, to enter folders that only root may enter.
 */
export type Account = { uid: number; gid: number; capability?: Capability } | Record<string, never>;

type Capability = 'dac_read_search' | 'dac_override';

/**
 * Finds the account that runs Postgres, which refuses to run as root: this process's own user (`{}`); for root, the
 * owner of the folder `cluster` if it exists, else the system user `postgres`, which is created where it is missing.
 * Throws a `PostgresFailure` where that user can't be created.
 */
export async function accountFor(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return systemUser();
}

// The lock: two first starts at once would both add the user, and the later useradd would change its id.
const makeUser = `id -u postgres || {
  groupadd --force --system postgres && useradd --system --gid postgres --no-create-home postgres
}`;

async function systemUser(): Promise<Account> {
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

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/**
 * Makes sure that `account` can enter `folders` and all folders above them. Gives the account to run Postgres: the
 * same, or one with a capability where a folder above is open to root only (such as `/root`). Throws a
 * `PostgresFailure` that names the outermost closed folder where no capability helps.
 */
export async function withAccessTo(account: Account, folders: readonly string[]): Promise<Account> {
  if (!('uid' in account)) return account;
  const { uid, gid } = account;
  // The first capability only reads. Containers often have only the second.
  const candidates: Account[] = [
    account,
    { uid, gid, capability: 'dac_read_search' },
    { uid, gid, capability: 'dac_override' },
  ];
  for (const candidate of candidates) {
    const closed = await Promise.all(folders.map(async (folder) => !(await canEnter(candidate, folder))));
    if (!closed.includes(true)) return candidate;
  }
  throw closedTo(account, await outermostClosed(account, folders));
}

async function outermostClosed(account: Account, folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    if (await canEnter(account, folder)) continue;
    let closed = folder;
    while (!(await canEnter(account, dirname(closed)))) closed = dirname(closed);
    return closed;
  }
  throw new Error(`All of ${folders.join(', ')} can be entered.`);
}

const closedTo = (account: Account, folder: string) =>
  new PostgresFailure(
    `Postgres runs as the user with id ${account.uid}, who may not enter ${folder}: run 'chmod o+x ${folder}', ` +
      'or move this program and its data to a folder that other users may enter.',
  );

const canEnter = (account: Account, folder: string) => {
  const { command, args, options } = runAs(account, 'test', ['-x', folder]);
  return run(command, args, { ...options, cwd: '/' }).then(
    () => true,
    () => false,
  );
};

/** Gives command, arguments and options for `spawn` or `execFile` to run a program as an account. */
export function runAs(
  account: Account,
  program: string,
  args: readonly string[],
): { command: string; args: string[]; options: { uid?: number; gid?: number } } {
  const { uid, gid, capability } = account;
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
