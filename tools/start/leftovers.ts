import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

const pathIn = (dataDir: string) => join(dataDir, 'processes.json');

/**
 * Saves the identities of this run's programs in the data folder, so that the next run can end those that outlive a
 * killed run. Saves the folder's path too: in a copied folder, the programs belong to the original.
 */
export async function saveProcesses(dataDir: string, pids: number[]): Promise<void> {
  const processes = (await Promise.all(pids.map(identify))).filter((identity) => identity !== undefined);
  await writeFile(pathIn(dataDir), JSON.stringify({ dataDir, processes }), { mode: 0o600 });
}

/** Ends the programs that a killed run left running on this data folder, and waits for their exit. */
export async function endLeftovers(dataDir: string): Promise<void> {
  const leftovers = await savedProcesses(dataDir);
  await Promise.all(leftovers.map(end));
  await rm(pathIn(dataDir), { force: true });
}

async function savedProcesses(dataDir: string): Promise<ProcessIdentity[]> {
  try {
    const saved = JSON.parse(await readFile(pathIn(dataDir), 'utf8'));
    return saved.dataDir === dataDir && Array.isArray(saved.processes) ? saved.processes.filter(isIdentity) : [];
  } catch {
    // No file, or a partly written one.
    return [];
  }
}

/** Requires a pid above 1: `kill` takes 0 and negative numbers as process groups, and 1 is init. */
const isIdentity = (value: unknown): value is ProcessIdentity =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  Number.isInteger(value.pid) &&
  Number(value.pid) > 1 &&
  'began' in value &&
  typeof value.began === 'string';

async function end(program: ProcessIdentity): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (let tenths = 0; tenths < 100; tenths += 1) {
      if (!(await isRunning(program))) return;
      if (tenths === 0) kill(program.pid, signal);
      await pause(100);
    }
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has exited.
  }
}
