import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { folderFailure } from '../embedded/postgres/failure.ts';
import { type FileLock, fileLockNote, lockFile } from '../embedded/postgres/file-lock.ts';
import { StartFailure } from './failure.ts';

/** The process that has a data folder for itself, and where its Daybook is. */
export type Holder = { pid: number; address: string };

const fileIn = (dataDir: string) => join(dataDir, 'daybook.lock');

/**
 * Takes the data folder, making it where it is missing, for the Daybook that will be at `address`, until released or this
 * process ends. Throws a `StartFailure` that names the process and the address of the Daybook which runs there.
 */
export async function lockFolder(dataDir: string, address: string): Promise<FileLock> {
  try {
    await mkdir(dataDir, { recursive: true });
    const lock = await lockFile(fileIn(dataDir), JSON.stringify({ pid: process.pid, address }));
    if ('release' in lock) return lock;
    const holder = holderIn(lock.heldWith);
    throw new StartFailure(
      `Daybook already runs over ${dataDir}${holder ? ` (process ${holder.pid}, ${holder.address})` : ''}: ` +
        'use that one, stop it, or name another folder in DAYBOOK_DATA.',
    );
  } catch (error) {
    throw folderFailure(error, dataDir);
  }
}

/** Gives who has the data folder for itself; null where nobody has. */
export async function holderOf(dataDir: string): Promise<Holder | 'unknown' | null> {
  const note = await fileLockNote(fileIn(dataDir));
  return note === null ? null : (holderIn(note) ?? 'unknown');
}

function holderIn(note: string): Holder | undefined {
  try {
    const { pid, address } = JSON.parse(note);
    return typeof pid === 'number' && typeof address === 'string' ? { pid, address } : undefined;
  } catch {
    return undefined;
  }
}
