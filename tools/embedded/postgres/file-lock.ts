import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';

/** A lock that this process holds until `release`, or until it ends. */
export type FileLock = { release(): Promise<void> };

/** A lock is tried several times, since `fileLockNote` holds it for a moment. */
const TRIES_MAX = 5;
const RETRY_MS = 50;

/** The files of held locks: Node closes a file that nothing refers to, and the lock would go with it. */
const heldFiles = new Set<FileHandle>();

/**
 * Locks a file, which is created where it is missing, and writes `note` into it for other processes. The kernel holds
 * the lock: it works between containers that share the folder, and is released when the process ends in any way. The
 * file stays. Gives the lock, or the note of the process that holds it. Throws the errors of the file system.
 */
export async function lockFile(path: string, note: string): Promise<FileLock | { heldWith: string }> {
  const file = await open(path, 'a+', 0o600);
  try {
    for (let tries = 1; !tryLock(file.fd); tries += 1) {
      if (tries === TRIES_MAX) return { heldWith: await closeAfter(file, () => noteIn(file)) };
      await pause(RETRY_MS);
    }
    await file.truncate();
    await file.write(note);
    heldFiles.add(file);
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    release: () => {
      heldFiles.delete(file);
      return closeAfter(file, () => file.truncate());
    },
  };
}

/** Gives the note of the process that holds the lock of a file, or null if none does. */
export async function fileLockNote(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return null;
  return await closeAfter(file, async () => (tryLock(file.fd, { shared: true }) ? null : await noteIn(file)));
}

async function noteIn(file: FileHandle): Promise<string> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
  return buffer.toString('utf8', 0, bytesRead);
}

async function closeAfter<Value>(file: FileHandle, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } finally {
    await file.close();
  }
}
