import { access, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { BackupFailure, failureCode } from './failure.ts';

/** The name under which a file is written until it is complete. */
export const partialName = (path: string): string => `${path}.part`;

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Throws a BackupFailure where there is a file of this name, or the partial file of another backup. */
export async function requireNew(path: string): Promise<void> {
  if (await exists(path))
    throw new BackupFailure(`${path} exists: name a file that doesn't, a backup overwrites nothing.`);
}

/**
 * Writes a new file, readable by its owner alone: under another name, then to the disk, then renamed, so that a file
 * of this name is always complete. Gives its size in bytes. Throws a BackupFailure where the file exists, the disk is
 * full or the folder isn't writable, and what the contents fail with; then there is no file.
 */
export async function writeNewFile(path: string, contentsOf: () => Readable, signal: AbortSignal): Promise<number> {
  await requireNew(path);
  const partial = partialName(path);
  const file = await open(partial, 'wx', 0o600).catch((error) => {
    throw explained(error, path);
  });
  try {
    await file.writeFile(contentsOf(), { signal });
    await file.sync();
    const { size } = await file.stat();
    await file.close();
    await requireNew(path);
    await rename(partial, path);
    await syncFolder(dirname(resolve(path)));
    return size;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw explained(error, path);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  // Some file systems, such as network ones, can't.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

function explained(error: unknown, path: string): unknown {
  switch (failureCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new BackupFailure(`The disk of ${path} is full: make room there, or name a file on another disk.`);
    case 'EEXIST':
      return new BackupFailure(
        `${partialName(path)} exists: another backup writes it now, or was cut off; delete it if none runs.`,
      );
    case 'ENOENT':
    case 'ENOTDIR':
      return new BackupFailure(`${dirname(path)} is no folder: make it, or name a file in another one.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new BackupFailure(`You may not write ${path}: make its folder writable for you, or name another file.`);
    default:
      return error;
  }
}
