import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Database } from './postgres.ts';

const run = promisify(execFile);

/**
 * Keeps this program to one processor, and with it the process of Postgres that works for this connection, where that is
 * on this machine and may be told. Whoever has somebody waiting then finds the others free: a low priority alone lets them
 * wait until the kernel looks again. Does nothing where there is one processor, nor without Linux's `taskset`.
 */
export async function keepToOneProcessor(database: Database): Promise<void> {
  if (availableParallelism() < 2) return;
  try {
    const processor = await lastProcessor();
    await keep(process.pid, processor);
    const backend = await backendHere(database);
    if (backend !== null) await keep(backend, processor);
  } catch {
    // It runs wherever there is room, as it did.
  }
}

/** With all its threads. */
async function keep(pid: number, processor: string): Promise<void> {
  await run('taskset', ['--all-tasks', '--cpu-list', '--pid', processor, String(pid)]);
}

async function lastProcessor(): Promise<string> {
  const status = await readFile('/proc/self/status', 'utf8');
  const last = /^Cpus_allowed_list:.*?(\d+)$/m.exec(status)?.[1];
  if (last === undefined) throw new Error('/proc/self/status names no processors.');
  return last;
}

/** The process that Postgres has for this connection; null on another machine, whose numbers mean something else here. */
async function backendHere(database: Database): Promise<number | null> {
  const { rows } = await database.query<{ pid: number; port: number | null }>(
    'SELECT pg_backend_pid() AS pid, inet_client_port() AS port',
  );
  const [backend] = rows;
  if (!backend || backend.port === null) return null;
  const title = await readFile(`/proc/${backend.pid}/cmdline`, 'utf8').catch(() => '');
  return title.startsWith('postgres:') && title.includes(`(${backend.port})`) ? backend.pid : null;
}
