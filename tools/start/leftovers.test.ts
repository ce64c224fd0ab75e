import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endLeftovers, saveProcesses } from './leftovers.ts';

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

test('a program that a killed run left behind is ended once', async () => {
  const exited = once(program, 'exit');
  await saveProcesses(dataDir, [program.pid ?? 0]);
  await endLeftovers(dataDir);
  expect(await exited).toEqual([null, 'SIGTERM']);
  await endLeftovers(dataDir);
});

test('a process that reuses a saved pid is not ended', async () => {
  const processes = [{ pid: program.pid, began: 'long ago' }];
  await writeFile(join(dataDir, 'processes.json'), JSON.stringify({ dataDir, processes }));
  await endLeftovers(dataDir);
  expect(program.kill(0)).toBe(true);
});

test('programs of the folder that this one was copied from are not ended', async () => {
  await saveProcesses(dataDir, [program.pid ?? 0]);
  const copy = await mkdtemp(join(tmpdir(), 'daybook-leftovers-'));
  await copyFile(join(dataDir, 'processes.json'), join(copy, 'processes.json'));
  await endLeftovers(copy);
  await rm(copy, { recursive: true });
  expect(program.kill(0)).toBe(true);
});

const notes = (processes: string) => `{"dataDir":${JSON.stringify(dataDir)},"processes":${processes}}`;

test.each(['', '{"pid":', '{}', '[]', 'null', '7'])('the file content %j is ignored', async (content) => {
  await writeFile(join(dataDir, 'processes.json'), content);
  await expect(endLeftovers(dataDir)).resolves.toBeUndefined();
});

test.each(['{}', '[null]', '[{}]', '[{"pid":"1","began":"x"}]', '[{"pid":-1,"began":"x"}]'])(
  'the process list %j is ignored',
  async (content) => {
    await writeFile(join(dataDir, 'processes.json'), notes(content));
    await expect(endLeftovers(dataDir)).resolves.toBeUndefined();
  },
);
