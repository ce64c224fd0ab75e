import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { PostgresFailure } from './failure.ts';

const run = promisify(execFile);

/** Whom Postgres runs as: a user and group id, or nobody else than this process. */
export type Account = { uid: number; gid: number } | Record<string, never>;

/**
 * Finds whom Postgres runs as, because it refuses to run as root: this process's own user (`{}`), and for root the
 * owner of the cluster in `cluster` if there is one, else the system user `postgres`, made where it is missing.
 * Throws a `PostgresFailure` where that user can't be made.
 */
export async function accountFor(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return systemUser();
}

// Two first starts at once would both add the user, and the later useradd gives it another id: hence the lock.
const makeUser = `id -u postgres || {
  groupadd --force --system postgres && useradd --system --gid postgres --no-create-home postgres
}`;

async function systemUser(): Promise<Account> {
  const found = await lookUp('postgres');
  if (found) return found;
  const refusal = await run('flock', ['/etc', 'sh', '-c', makeUser]).then(
    () => 'it is not there afterwards',
    (error: Error) => error.message.trim().split('\n').at(-1),
  );
  const made = await lookUp('postgres');
  if (made) return made;
  throw new PostgresFailure(
    `Postgres doesn't run as root, and the system user 'postgres' can't be made (${refusal}): ` +
      'make that user, or start Daybook as a normal user.',
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
 * Makes sure that `account` may pass through every folder down to `folder`.
 * Throws a `PostgresFailure` that names the outermost folder which is closed.
 */
export async function mustReach(account: Account, folder: string): Promise<void> {
  if (!('uid' in account) || (await passes(account, folder))) return;
  let closed = folder;
  while (!(await passes(account, dirname(closed)))) closed = dirname(closed);
  throw new PostgresFailure(
    `Postgres runs as the user with id ${account.uid}, who may not enter ${closed}: run 'chmod o+x ${closed}', ` +
      'or keep Daybook and its data where other users may pass.',
  );
}

const passes = (account: Account, folder: string) =>
  run('test', ['-x', folder], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  );
