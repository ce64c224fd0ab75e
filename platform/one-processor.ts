import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Database } from './postgres.ts';

const run = promisify(execFile);

/**
 * Pins this process to one processor, and the Postgres backend of this connection too when it runs on this machine with
 * sufficient rights. The other processors stay free for interactive requests; a low priority alone would let those wait
 * for a scheduler tick. Does nothing on a single processor or without Linux's `taskset`.
 */
export async function keepToOneProcessor(database: Database): Promise<void> {
  if (availableParallelism() < 2) return;
  try {
    const processor = await lastProcessor();
    await pin(process.pid, processor);
    const backend = await localBackend(database);
    if (backend !== null) await pin(backend, processor);
  } catch {
    // Without pinning the program is only slower.
  }
}

/** Pins a process with all its threads. */
async function pin(pid: number, processor: string): Promise<void> {
  await run('taskset', ['--all-tasks', '--cpu-list', '--pid', processor, String(pid)]);
}

async function lastProcessor(): Promise<string> {
  const status = await readFile('/proc/self/status', 'utf8');
  const last = /^Cpus_allowed_list:.*?(\d+)$/m.exec(status)?.[1];
  if (last === undefined) throw new Error('/proc/self/status names no processors.');
  return last;
}

/**
 * The pid of the connection's Postgres backend; null when it runs on another machine, where the pid means nothing here.
 */
async function localBackend(database: Database): Promise<number | null> {
  const { rows } = await database.query<{ pid: number; port: number | null }>(
    'SELECT pg_backend_pid() AS pid, inet_client_port() AS port',
  );
  const [backend] = rows;
  if (!backend || backend.port === null) return null;
  const title = await readFile(`/proc/${backend.pid}/cmdline`, 'utf8').catch(() => '');
  return title.startsWith('postgres:') && title.includes(`(${backend.port})`) ? backend.pid : null;
}
