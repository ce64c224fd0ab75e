import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inUse, PostgresFailure, type SettingNames } from './failure.ts';

/** A setting on Postgres's command line with the process that started it, to recognise a left-over server. */
export const startedBy = (pid: number) => `cluster_name=daybook-of-${pid}`;

/**
 * Stops a Postgres that still serves the cluster because the program that started it was killed. Throws a
 * `PostgresFailure` where that program is alive, or the server doesn't stop.
 */
export async function clearLeftover(cluster: string, settings: SettingNames): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  const leftover = await processWith(pid);
  if (!leftover) {
    await waitUntilReaped(pid, pidFile);
    return;
  }
  if (!serves(leftover, cluster)) {
    // The process id was reused. Postgres would take that process for its predecessor and refuse to start.
    await rm(pidFile, { force: true });
    return;
  }
  if (leftover.command.includes(`${startedBy(leftover.parent)} `)) {
    throw inUse(cluster, settings, leftover.parent);
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal);
    for (let tenths = 0; tenths < 100; tenths += 1) {
      const still = await processWith(pid);
      if (!still || !serves(still, cluster)) return;
      await pause(100);
    }
  }
  throw new PostgresFailure(
    `Postgres (process ${pid}) still uses ${cluster} and doesn't stop: end it, then try again.`,
  );
}

/**
 * Waits until an ended process is reaped: until then Postgres takes its id for a running predecessor. Pending disk
 * writes, or a parent that doesn't reap it, can delay that; after five seconds the file with the id is removed.
 */
async function waitUntilReaped(pid: number, pidFile: string): Promise<void> {
  for (let tenths = 0; tenths < 50; tenths += 1) {
    if (!hasProcess(pid)) return;
    await pause(100);
  }
  await rm(pidFile, { force: true });
}

function hasProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM';
  }
}

type ProcessInfo = { parent: number; command: string };

const serves = (info: ProcessInfo, cluster: string) => info.command.includes(`postgres -D ${cluster} `);

/** The process with this id; undefined for one that has ended, even if it is not reaped yet. */
async function processWith(pid: number): Promise<ProcessInfo | undefined> {
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
