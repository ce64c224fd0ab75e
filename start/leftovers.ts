import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Identity, identify, lives } from './process-identity.ts';

const fileIn = (dataDir: string) => join(dataDir, 'processes.json');

/**
 * Notes which programs this run has started, so that the next run can end those that outlive a killed one. The folder is
 * noted with them: those of a folder that this one was copied from may run on.
 */
export async function noteProcesses(dataDir: string, pids: number[]): Promise<void> {
  const processes = (await Promise.all(pids.map(identify))).filter((identity) => identity !== undefined);
  await writeFile(fileIn(dataDir), JSON.stringify({ dataDir, processes }), { mode: 0o600 });
}

/** Ends what an earlier run, which was killed, left running over this data folder, and waits until it has ended. */
export async function endLeftovers(dataDir: string): Promise<void> {
  const left = await noted(dataDir);
  await Promise.all(left.map(end));
  await rm(fileIn(dataDir), { force: true });
}

async function noted(dataDir: string): Promise<Identity[]> {
  try {
    const notes = JSON.parse(await readFile(fileIn(dataDir), 'utf8'));
    return notes.dataDir === dataDir && Array.isArray(notes.processes) ? notes.processes.filter(isIdentity) : [];
  } catch {
    // No file, or one that was being written when its run was killed.
    return [];
  }
}

/** Numbers from 2 up: signals to others go to groups of processes, or to the first of all. */
const isIdentity = (note: unknown): note is Identity =>
  typeof note === 'object' &&
  note !== null &&
  'pid' in note &&
  Number.isInteger(note.pid) &&
  Number(note.pid) > 1 &&
  'began' in note &&
  typeof note.began === 'string';

async function end(program: Identity): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (let tenths = 0; tenths < 100; tenths += 1) {
      if (!(await lives(program))) return;
      if (tenths === 0) kill(program.pid, signal);
      await pause(100);
    }
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended a moment ago.
  }
}
