import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDataFolder } from './support/data-folder.ts';

// `npm run eventstore`: what a signal to npm alone, as a service manager sends it, does to the store and its Postgres.

const root = join(import.meta.dirname, '..');

let folder: string;
beforeEach(async () => {
  folder = await newDataFolder('npm-eventstore');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('SIGTERM to npm ends the event store and its Postgres', async () => {
  const npm = spawn('npm', ['--silent', 'run', 'eventstore', '--', '--port', '0', '--data', folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const group = -(npm.pid ?? 0);
  try {
    for await (const line of createInterface({ input: npm.stdout })) if (/^Event store is ready/.test(line)) break;
    const postgres = Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    expect(isAlive(postgres)).toBe(true);
    const exited = once(npm, 'exit');
    npm.kill('SIGTERM');
    await exited;
    await expect.poll(() => isAlive(postgres)).toBe(false);
    await expect.poll(() => isAlive(group)).toBe(false);
  } finally {
    if (isAlive(group)) process.kill(group, 'SIGTERM');
  }
});
