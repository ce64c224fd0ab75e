import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inUse, PostgresFailure } from './failure.ts';

/** Names, on Postgres's own command line, the process that started it, by which a left-over server is told apart. */
export const startedBy = (pid: number) => `cluster_name=daybook-of-${pid}`;

/**
 * Clears away a Postgres that still serves the cluster because the program that started it was killed.
 * Throws a `PostgresFailure` if that program is alive, or if the left-over server can't be stopped.
 */
export async function clearLeftover(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  const found = await look(pid);
  if (!found) {
    await outlast(pid, pidFile);
    return;
  }
  if (!serves(found, cluster)) {
    // Another program has that number now. Postgres would take it for its predecessor and refuse to start.
    await rm(pidFile, { force: true });
    return;
  }
  if (found.command.includes(`${startedBy(found.parent)} `)) {
    throw inUse(cluster, found.parent);
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal);
    for (let tenths = 0; tenths < 100; tenths += 1) {
      const still = await look(pid);
      if (!still || !serves(still, cluster)) return;
      await pause(100);
    }
  }
  throw new PostgresFailure(
    `Postgres (process ${pid}) still uses ${cluster} and doesn't stop: end it, then try again.`,
  );
}

/**
 * Waits until a process that has ended is gone altogether, as Postgres takes its number for its predecessor until then. A
 * disk that is written to, or a parent that doesn't ask for it, can hold it up; after five seconds its number is forgotten.
 */
async function outlast(pid: number, pidFile: string): Promise<void> {
  for (let tenths = 0; tenths < 50; tenths += 1) {
    if (!hasNumber(pid)) return;
    await pause(100);
  }
  await rm(pidFile, { force: true });
}

function hasNumber(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM';
  }
}

type Seen = { parent: number; command: string };

const serves = (seen: Seen, cluster: string) => seen.command.includes(`postgres -D ${cluster} `);

/** What runs under this process id; nothing for one that has ended, even where nobody has reaped it yet. */
async function look(pid: number): Promise<Seen | undefined> {
  try {
    if (existsSync('/proc/self/cmdline')) {
      const [command, status] = await Promise.all([
        readFile(`/proc/${pid}/cmdline`, 'utf8'),
        readFile(`/proc/${pid}/status`, 'utf8'),
      ]);
      if (command === '') return undefined;
      return { parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]), command: command.replaceAll('\0', ' ') };
    }
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)]);
    const [, parent, command] = /^\s*(\d+)\s+(.*)$/m.exec(stdout) ?? [];
    return parent && command ? { parent: Number(parent), command: `${command} ` } : undefined;
  } catch {
    return undefined;
  }
}
