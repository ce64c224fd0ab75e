import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { anyFreePort } from '../../embedded/postgres/port.ts';
import type { BenchServer } from './bench-server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const READY_WITHIN_MS = 30_000;
const RETRY_MS = 50;

/** A further process of one of Daybook's two programs. */
export type Program = { pid: number; port: number; stop(): Promise<void> };

/**
 * Starts a further API or worker on the stores of a running Daybook, with the environment of its own. Linux only.
 * Throws an Error where an API isn't ready in time.
 */
export async function startBeside(server: BenchServer, name: 'api' | 'worker'): Promise<Program> {
  const pid = server.daybook.pids()[name];
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  const port = await anyFreePort();
  const env = { ...Object.fromEntries(variables.map(pair)), PORT: String(port) };
  const script = name === 'api' ? 'api/main.ts' : 'projections/main.ts';
  const child = spawn(process.execPath, [script], { cwd: root, env, stdio: 'ignore' });
  if (name === 'api') await ready(child, port);
  return {
    pid: child.pid ?? 0,
    port,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function pair(variable: string): [string, string] {
  const equals = variable.indexOf('=');
  return [variable.slice(0, equals), variable.slice(equals + 1)];
}

async function ready(child: ChildProcess, port: number): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  child.kill('SIGKILL');
  throw new Error('The further API is not ready.');
}
