import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { anyFreePort } from '../../embedded/postgres/port.ts';
import { API_NODE_OPTIONS } from '../../start/programs.ts';
import type { BenchServer } from './bench-server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A further process of one of Daybook's two programs. */
export type BenchProgram = { pid: number; port: number; stop(): Promise<void> };

/**
 * Starts a further API or worker on the stores of a running Daybook, with the environment of its own. Linux only.
 * Throws an Error where it ends before it is ready.
 */
export async function startBeside(server: BenchServer, name: 'api' | 'worker'): Promise<BenchProgram> {
  const pid = server.daybook.pids()[name];
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  const port = await anyFreePort();
  const args = name === 'api' ? [...API_NODE_OPTIONS, 'api/main.ts'] : ['projections/main.ts'];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...Object.fromEntries(variables.map(pair)), PORT: String(port), PUBLIC_ORIGIN: server.daybook.address },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = once(child, 'exit');
  // A program says so when it is ready, the worker also where another one leads.
  await Promise.race([once(child, 'message'), exited]);
  if (child.exitCode !== null || child.pid === undefined) throw new Error(`The further ${name} did not start.`);
  return {
    pid: child.pid,
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function pair(variable: string): [string, string] {
  const equals = variable.indexOf('=');
  return [variable.slice(0, equals), variable.slice(equals + 1)];
}
