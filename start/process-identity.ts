import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A process told apart from a later one with the same number: by when it began, in the system's own spelling. */
export type Identity = { pid: number; began: string };

/** Gives when the process began, or nothing where none with this number runs. */
export async function beganAt(pid: number): Promise<string | undefined> {
  if (existsSync('/proc/self/stat')) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name before the last bracket may hold anything; after it come the state and, 19 fields on, the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.trim() || undefined;
}

/** Gives the identity of the running process `pid`, or nothing where it has ended. */
export async function identify(pid: number): Promise<Identity | undefined> {
  const began = await beganAt(pid);
  return began === undefined ? undefined : { pid, began };
}

/** Tells whether this very process, and not another one with its number, still runs. */
export async function lives({ pid, began }: Identity): Promise<boolean> {
  return (await beganAt(pid)) === began;
}
