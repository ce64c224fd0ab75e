import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { folderFailure } from '../embedded/postgres/failure.ts';
import { type FileLock, fileLockNote, lockFile } from '../embedded/postgres/file-lock.ts';
import { StartFailure } from './failure.ts';

/** The process that holds the lock of a data folder, and the address of its Daybook. */
export type LockHolder = { pid: number; address: string };

const pathIn = (dataDir: string) => join(dataDir, 'daybook.lock');

/**
 * Locks the data folder until `release` or the end of this process, and creates it if missing. `address` is stored in
 * the lock file. Throws a `StartFailure` that names the holder's process and address.
 */
export async function lockFolder(dataDir: string, address: string): Promise<FileLock> {
  try {
    await mkdir(dataDir, { recursive: true });
    const lock = await lockFile(pathIn(dataDir), JSON.stringify({ pid: process.pid, address }));
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

/** Gives the holder of the data folder's lock, null when it is free, or 'unknown' when the lock file is unreadable. */
export async function lockHolder(dataDir: string): Promise<LockHolder | 'unknown' | null> {
  const note = await fileLockNote(pathIn(dataDir));
  return note === null ? null : (holderIn(note) ?? 'unknown');
}

function holderIn(note: string): LockHolder | undefined {
  try {
    const { pid, address } = JSON.parse(note);
    return typeof pid === 'number' && typeof address === 'string' ? { pid, address } : undefined;
  } catch {
    return undefined;
  }
}
