import { statfsSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's folder in memory, shared by all programs. */
const MEMORY = '/dev/shm';
/**
 * The bytes that the data of all tests that run at a time need at most: Postgres keeps up to 256 MB of WAL in each
 * cluster.
 */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Makes a folder for the data of a Postgres, which every user may pass, since as root Postgres runs as another one. It
 * is in memory where that is large enough: initdb creates 1,000 files, each new database 300 more, which takes ten
 * times the processor time on a disk, and every commit there waits for the disk.
 */
export async function newDataFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(hasMemory() ? MEMORY : tmpdir(), `daybook-${name}-`));
  await chmod(folder, 0o755);
  return folder;
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES;
  } catch {
    return false; // Only Linux has it.
  }
}
