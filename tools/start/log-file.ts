import { appendFileSync, closeSync, openSync } from 'node:fs';
import { copyFile, mkdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** The size at which a log is rotated. One rotated log is kept, so a program's logs take up at most twice this. */
export const LOG_BYTES_MAX = 10 * 1024 * 1024;

/** Gives the path of `<dataDir>/logs/<name>.log`. Creates the folder, and rotates a log that is too large. */
export async function logFile(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, 'logs');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.log`);
  await boundLog(path);
  return path;
}

/**
 * Rotates a log over 10 MB to `<path>.1`. It copies and truncates the file, since programs have it open; a line written
 * in between is lost. Without disk space for the copy it only truncates.
 */
export async function boundLog(path: string): Promise<void> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size <= LOG_BYTES_MAX) return;
  const before = `${path}.1`;
  await copyFile(path, before).catch(() => rm(before, { force: true }));
  await truncate(path);
}

/** Opens the log for appending, calls `use` with the file descriptor, and closes it. Gives the result of `use`. */
export function withAppendFile<T>(path: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(path, 'a', 0o600);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Appends a line to the log. Drops a line that can't be written, as on a full disk. */
export function appendLine(path: string, line: string): void {
  try {
    appendFileSync(path, `${line}\n`, { mode: 0o600 });
  } catch {
    // The failure of the log can't be logged.
  }
}
