import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackupFailure, failureCode } from '../backup/failure.ts';
import { loadDaybook, loadEvents } from '../backup/load.ts';
import { giveNewPasswords } from '../backup/new-passwords.ts';
import { type AskPassphrase, type OpenBackup, openBackup } from '../backup/open.ts';
import { folderFailure } from '../embedded/postgres/failure.ts';
import { progressOn, secondsSinceBackup, sizeText } from './backup-progress.ts';
import { NODE_OPTIONS } from './child.ts';
import { isDiskFull } from './disk-space.ts';
import { startEventStoreProgram } from './event-store.ts';
import { writeLayout } from './layout.ts';
import { type ServiceUrls, startDatabases } from './services.ts';
import { readSettings } from './settings.ts';
import type { listenForStop } from './stop-requests.ts';
import type { Supervisor } from './supervisor.ts';
import type { Terminal } from './terminal.ts';
import { withPrograms } from './with-services.ts';

/**
 * A backup to restore into the folder `into`; without it into a temporary one whose name begins with `beside`, which is
 * deleted again. `port` is taken by none of the services, `root` is the project's folder.
 */
export type FolderToRestore = {
  file: string;
  port: number;
  root: string;
  askPassphrase: AskPassphrase;
  terminal: Terminal;
} & ({ into: string } | { beside: string });

/** An empty cluster, and a segment of its write-ahead log. */
const EMPTY_CLUSTER_BYTES = 64 * 1024 * 1024;
/** Bytes are hexadecimal digits in a backup, which take twice their space in Postgres. */
const BACKUP_BYTES_OF_ONE = 2;
const LOOK_INTERVAL_MS = 250;
const POSTGRES_DISK_FULL = '53100';
/** The files that a run leaves in a data folder beside the data. */
const OF_A_RUN = ['logs', 'processes.json', 'services.json', 'daybook.lock', 'postgres.lock'];

/**
 * Checks a backup, restores it into a folder beside its final place, rebuilds the read models, audits, and renames that
 * folder. Gives whether the audit found nothing. Throws a BackupFailure with a sentence, or the reason of the stop;
 * then nothing is left behind.
 */
export async function restoreFolder(
  restoring: FolderToRestore,
  stops: ReturnType<typeof listenForStop>,
): Promise<{ isClean: boolean }> {
  const { file, askPassphrase, terminal } = restoring;
  const into = 'into' in restoring ? restoring.into : null;
  if (into) await requireEmpty(into);
  const backup = await terminal.step(`Checking ${file}`, () => openBackup(file, askPassphrase));
  const name = into ? `${into}.restoring` : 'beside' in restoring ? restoring.beside : '';
  const folder = `${name}-${randomBytes(4).toString('hex')}`;
  try {
    if (!backup.manifest.log) throw new BackupFailure(`${file} has no events, so it is no whole Daybook: see --help.`);
    await requireSpace(dirname(folder), backup);
    await mkdir(folder);
    const isClean = await filled(folder, backup, restoring, stops);
    if (into) await moveInto(folder, into);
    return { isClean };
  } catch (error) {
    throw await explained(error, folder);
  } finally {
    backup.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error) => {
    if (failureCode(error) === 'ENOENT') return [];
    if (existsSync(folder)) return [folder];
    throw folderFailure(error, folder);
  });
  if (found.length === 0) return;
  throw new BackupFailure(
    `${folder} has data: a restore overwrites nothing. Move it away, or name another folder with --into.`,
  );
}

async function requireSpace(folder: string, { manifest }: OpenBackup): Promise<void> {
  const { bavail, bsize } = await statfs(folder).catch((error) => {
    if (failureCode(error) !== 'ENOENT') throw error;
    throw new BackupFailure(`There is no folder ${folder}: make it, or name another folder with --into.`);
  });
  const contents = manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0) / BACKUP_BYTES_OF_ONE;
  const needed = EMPTY_CLUSTER_BYTES + contents;
  if (bavail * bsize >= needed) return;
  throw new BackupFailure(
    `The disk of ${folder} is too full: a restore needs more than ${sizeText(needed)}, ` +
      `it has ${sizeText(bavail * bsize)}.`,
  );
}

/** Fills the folder, and gives whether the audit found nothing. */
async function filled(
  folder: string,
  backup: OpenBackup,
  { port, root, terminal }: FolderToRestore,
  stops: ReturnType<typeof listenForStop>,
): Promise<boolean> {
  const { signal } = stops.stopping;
  const settings = readSettings({ DAYBOOK_DATA: folder, PORT: String(port) });
  const restored = async (supervisor: Supervisor) => {
    const { postgres, database } = await startDatabases(settings, supervisor);
    const [databaseUrl, eventsDatabaseUrl] = [await database('daybook'), await database('eventstore')];
    const told = progressOn(terminal.print);
    await loadDaybook(databaseUrl, backup, told, signal);
    await loadEvents(eventsDatabaseUrl, backup, told, signal);
    const passwords = await giveNewPasswords(databaseUrl, folder);
    if (passwords) console.log('Each user has a new password, in new-passwords.txt of the folder.');
    const ofStore = { databaseUrl: eventsDatabaseUrl, dataDir: folder, reserved: port };
    const { url } = await startEventStoreProgram(ofStore, postgres, supervisor, root);
    const urls = { databaseUrl, eventStoreUrl: url };
    terminal.print('Building the read models');
    const replayed = await runProgram('projections/replay/main.ts', 'stderr', urls, root, signal);
    if (replayed !== 0) throw new BackupFailure('The read models could not be built of this backup.');
    const startMs = performance.now();
    const audited = await runProgram('audit/main.ts', 'stdout', urls, root, signal);
    if (audited > 1) throw new BackupFailure('What was restored could not be audited.');
    console.log(`The audit took ${secondsSinceBackup(startMs)}.`);
    return audited === 0;
  };
  const isClean = await withPrograms(folder, stops, terminal, (supervisor) =>
    untilDiskFull(folder, restored(supervisor)),
  );
  for (const name of OF_A_RUN) await rm(join(folder, name), { recursive: true, force: true });
  await writeLayout(folder);
  return isClean;
}

/**
 * Waits for `work`, or throws a BackupFailure when the disk has too little space for programs to start, for which the
 * supervisor would wait.
 */
async function untilDiskFull<Value>(folder: string, work: Promise<Value>): Promise<Value> {
  const full = Promise.withResolvers<never>();
  const looking = setInterval(async () => {
    if (await isDiskFull(folder).catch(() => false)) full.reject(becameFull(folder));
  }, LOOK_INTERVAL_MS);
  return await Promise.race([work, full.promise]).finally(() => clearInterval(looking));
}

const becameFull = (folder: string, cause?: unknown) =>
  new BackupFailure(`The disk of ${dirname(folder)} became full: nothing was restored. Make room, and try again.`, {
    cause,
  });

/** Runs a program on the restored stores, with its output on one of this process's, and gives its exit code. */
async function runProgram(
  script: string,
  output: 'stdout' | 'stderr',
  { databaseUrl, eventStoreUrl }: ServiceUrls,
  root: string,
  signal: AbortSignal,
): Promise<number> {
  signal.throwIfAborted();
  const env = { ...process.env, DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl };
  const child = spawn(process.execPath, [...NODE_OPTIONS, script], {
    cwd: root,
    env,
    stdio: ['ignore', output === 'stdout' ? 1 : 2, 2],
  });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  const [code] = await once(child, 'exit');
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  return code ?? 2;
}

async function moveInto(folder: string, into: string): Promise<void> {
  await requireEmpty(into);
  // An empty folder of that name is replaced.
  await rename(folder, into);
}

/** Gives a sentence for a disk that became full, and for a folder that isn't writable. */
async function explained(error: unknown, folder: string): Promise<unknown> {
  const isFull =
    failureCode(error) === 'ENOSPC' ||
    failureCode(error) === POSTGRES_DISK_FULL ||
    (await isDiskFull(dirname(folder)).catch(() => false));
  return isFull ? becameFull(folder, error) : folderFailure(error, dirname(folder));
}
