import { appendFileSync, closeSync, openSync } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

const large = 10 * 1024 * 1024;

/** Gives the path of the log `<dataDir>/logs/<name>.log`; one over 10 MB is set aside as `<name>.log.1` first. */
export async function logFile(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, 'logs');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.log`);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > large) await rename(path, `${path}.1`);
  return path;
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
