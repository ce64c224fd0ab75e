import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runChild } from './child.ts';
import type { StartFailure } from './failure.ts';
import { SupervisedProgram } from './supervised.ts';

let folder: string;
let current: SupervisedProgram | undefined;
const slow = { timeout: 20_000 };
const never = new AbortController().signal;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-keep-'));
});
afterEach(async () => {
  await current?.stop(AbortSignal.abort());
  await rm(folder, { recursive: true });
});

async function supervise(program: string, disk = { isFull: false }) {
  const script = join(folder, 'program.mjs');
  const log = join(folder, 'log');
  await writeFile(script, `process.on('disconnect', () => process.exit());\n${answering}\n${program}`);
  const printed: string[] = [];
  const gaveUp = Promise.withResolvers<StartFailure>();
  const supervised = new SupervisedProgram({
    name: 'The program',
    log,
    launch: async () => runChild({ script, cwd: folder, env: process.env, log }),
    print: (line) => printed.push(line),
    onLaunched: async () => undefined,
    isDiskFull: async () => disk.isFull,
    diskSpace: async (stopping) => void (await vi.waitUntil(() => stopping.aborted || !disk.isFull, slow)),
    onGiveUp: gaveUp.resolve,
  });
  current = supervised;
  return { supervised, printed, log, gaveUp: gaveUp.promise };
}

const answering = "process.on('message', () => process.send({ type: 'pong' }));";
const steady = "console.log('hello'); process.send({ type: 'ready' });";

test('a killed program is restarted', async () => {
  const { supervised, printed, log } = await supervise(steady);
  await supervised.start();
  const first = supervised.pid ?? 0;
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(supervised.pid).not.toBe(first), slow);
  await supervised.up(never);
  expect(supervised.pid).not.toBe(first);
  expect(printed).toEqual([
    `The program ended unexpectedly (ended by SIGKILL) and is started again (its log is ${log}).`,
  ]);
  await supervised.stop(never);
  expect(await readFile(log, 'utf8')).toBe('hello\nhello\n');
});

test('a frozen program is killed and restarted', async () => {
  const { supervised, printed } = await supervise(steady);
  await supervised.start();
  const first = supervised.pid ?? 0;
  process.kill(first, 'SIGSTOP');
  await vi.waitFor(() => expect(printed).toHaveLength(1), { timeout: 30_000 });
  expect(printed[0]).toContain(
    'The program ended unexpectedly (it did not answer for 10 seconds) and is started again',
  );
  await supervised.up(never);
  expect(supervised.pid).not.toBe(first);
});

test('a program that exits 5 times within a minute is not restarted', async () => {
  const { supervised, printed, gaveUp, log } = await supervise(`${steady} process.exit(3);`);
  await supervised.start();
  const failure = await gaveUp;
  expect(failure.message).toBe(
    `The program ended 5 times within a minute, at last with: exit code 3 (its log is ${log})`,
  );
  expect(printed).toHaveLength(4);
});

test('a program that exits on a full disk is restarted when there is space, without a limit', async () => {
  const disk = { isFull: true };
  const { supervised, printed, gaveUp } = await supervise(steady, disk);
  await supervised.start();
  let wasGivenUp = false;
  void gaveUp.then(() => {
    wasGivenUp = true;
  });
  for (let end = 1; end <= 6; end += 1) {
    const { pid = 0 } = supervised;
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(printed.filter((line) => line.includes('disk is full'))).toHaveLength(end), slow);
    disk.isFull = false;
    await vi.waitFor(() => expect(supervised.pid).toBeGreaterThan(0), slow);
    await supervised.up(never);
    disk.isFull = true;
  }
  expect(wasGivenUp).toBe(false);
});

test('a failed first start reports the message of the program', async () => {
  const { supervised, log } = await supervise(
    "process.send({ type: 'failed', message: 'no luck' }, () => process.exit(1));",
  );
  await expect(supervised.start()).rejects.toThrow(`The program can't start: no luck (its log is ${log})`);
});

test('a starting program can be stopped', async () => {
  const { supervised } = await supervise('');
  const started = supervised.start();
  const failed = expect(started).rejects.toThrow('ended by SIGTERM');
  await vi.waitFor(() => expect(supervised.pid).toBeDefined(), slow);
  await supervised.stop(never);
  await failed;
});

test('a program that ignores SIGTERM is killed when `forced` aborts', async () => {
  const { supervised, printed } = await supervise(`process.on('SIGTERM', () => {}); ${steady}`);
  await supervised.start();
  const pid = supervised.pid ?? 0;
  const forced = new AbortController();
  const stopped = supervised.stop(forced.signal);
  forced.abort();
  await stopped;
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(printed).toEqual([]);
});

test('up() rejects when its signal aborts', async () => {
  const { supervised } = await supervise(steady);
  const stopping = new AbortController();
  const waiting = expect(supervised.up(stopping.signal)).rejects.toThrow('enough');
  stopping.abort(new Error('enough'));
  await waiting;
});
