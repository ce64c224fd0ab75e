import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Identifies a process by pid and start time (in the system's format), since pids are reused. */
export type ProcessIdentity = { pid: number; began: string };

/** Gives the start time of a process; undefined when no process has this pid. */
export async function startTimeOf(pid: number): Promise<string | undefined> {
  return (await stat(pid))?.began;
}

/** Gives the parent's pid and the command line of a process; undefined when no process has this pid. */
export async function parentAndCommand(pid: number): Promise<{ parent: number; command: string } | undefined> {
  const status = await stat(pid);
  if (!status) return undefined;
  const command = existsSync('/proc/self/stat')
    ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    : await ps(pid, 'command=');
  return { parent: status.parent, command: command.replaceAll('\0', ' ') };
}

async function stat(pid: number): Promise<{ began: string; parent: number } | undefined> {
  if (existsSync('/proc/self/stat')) {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name in brackets may contain anything. After it: state, parent pid, and 17 fields later the start time.
    const [state, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
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

/** Gives the identity of a running process; undefined when it has exited. */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  const began = await startTimeOf(pid);
  return began === undefined ? undefined : { pid, began };
}

/** Whether this process, and not another one with the same pid, is running. */
export async function isRunning({ pid, began }: ProcessIdentity): Promise<boolean> {
  return (await startTimeOf(pid)) === began;
}
