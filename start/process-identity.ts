import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A process told apart from a later one with the same number: by when it began, in the system's own spelling. */
export type Identity = { pid: number; began: string };

/** Gives when the process began, or nothing where none with this number runs. */
export async function beganAt(pid: number): Promise<string | undefined> {
  return (await look(pid))?.began;
}

/** Gives the parent of a process and what its command line is; nothing where none with this number runs. */
export async function parentAndCommand(pid: number): Promise<{ parent: number; command: string } | undefined> {
  const found = await look(pid);
  if (!found) return undefined;
  const command = existsSync('/proc/self/stat')
    ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    : await ps(pid, 'command=');
  return { parent: found.parent, command: command.replaceAll('\0', ' ') };
}

async function look(pid: number): Promise<{ began: string; parent: number } | undefined> {
  if (existsSync('/proc/self/stat')) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name before the last bracket may hold anything; after it come the state, the parent and, 19 fields on, the start.
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const began = rest[17];
    return state === 'Z' || state === 'X' || began === undefined ? undefined : { began, parent: Number(parent) };
  }
  const [, parent, began] = /^\s*(\d+)\s+(.+)$/.exec(await ps(pid, 'ppid=,lstart=')) ?? [];
  return parent && began ? { began: began.trim(), parent: Number(parent) } : undefined;
}

async function ps(pid: number, fields: string): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', fields, '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.trim();
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
