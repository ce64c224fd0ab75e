import { appendFileSync, closeSync, openSync } from 'node:fs';
import { copyFile, mkdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** The largest log; the one before it is kept beside it, so a program's logs take twice this at most. */
export const LOG_BYTES_MAX = 10 * 1024 * 1024;

/** Gives the path of the log `<dataDir>/logs/<name>.log`, bounded. */
export async function logFile(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, 'logs');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.log`);
  await boundLog(path);
  return path;
}

/**
 * Moves what a log holds to `<path>.1` where it is over 10 MB. Its programs go on writing: it is copied and emptied, since
 * they have it open; a line written in between is lost. Where there is no space for a copy it is only emptied.
 */
export async function boundLog(path: string): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= LOG_BYTES_MAX) return;
  const before = `${path}.1`;
  await copyFile(path, before).catch(() => rm(before, { force: true }));
  await truncate(path);
}

/** Opens the log for appending while `use` runs, which gets its file descriptor; gives what `use` gives. */
export function appending<T>(path: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(path, 'a', 0o600);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Appends a line to the log, or lets it go where the disk won't have it: Daybook runs on without. */
export function appendLine(path: string, line: string): void {
  try {
    appendFileSync(path, `${line}\n`, { mode: 0o600 });
  } catch {
    // There is nowhere better to say so.
  }
}
