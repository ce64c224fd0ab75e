import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endLeftovers, noteProcesses } from './leftovers.ts';

let dataDir: string;
let program: ChildProcess;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'daybook-leftovers-'));
  program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)']);
  await once(program, 'spawn');
});
afterEach(async () => {
  program.kill('SIGKILL');
  await rm(dataDir, { recursive: true });
});

test('what a killed run left running is ended, once', async () => {
  const exited = once(program, 'exit');
  await noteProcesses(dataDir, [program.pid ?? 0]);
  await endLeftovers(dataDir);
  expect(await exited).toEqual([null, 'SIGTERM']);
  await endLeftovers(dataDir);
});

test('a process that only has the number of one of them is left alone', async () => {
  await writeFile(join(dataDir, 'processes.json'), JSON.stringify([{ pid: program.pid, began: 'long ago' }]));
  await endLeftovers(dataDir);
  expect(program.kill(0)).toBe(true);
});

test.each(['[{"pid":', '{}', '[]', 'null', '[null]', '[{}]', '[{"pid":"1","began":"x"}]', '[{"pid":-1,"began":"x"}]'])(
  'a list that reads %j is no hindrance',
  async (content) => {
    await writeFile(join(dataDir, 'processes.json'), content);
    await expect(endLeftovers(dataDir)).resolves.toBeUndefined();
  },
);
