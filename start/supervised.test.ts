import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runChild } from './child.ts';
import type { StartFailure } from './failure.ts';
import { SupervisedProgram } from './supervised.ts';

let folder: string;
let kept: SupervisedProgram | undefined;
const patiently = { timeout: 20_000 };
const never = new AbortController().signal;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-keep-'));
});
afterEach(async () => {
  await kept?.stop(AbortSignal.abort());
  await rm(folder, { recursive: true });
});

async function keep(program: string, disk = { isFull: false }) {
  const script = join(folder, 'program.mjs');
  const log = join(folder, 'log');
  await writeFile(script, `process.on('disconnect', () => process.exit());\n${answering}\n${program}`);
  const said: string[] = [];
  const givenUp = Promise.withResolvers<StartFailure>();
  const made = new SupervisedProgram({
    name: 'The program',
    log,
    launch: async () => runChild({ script, cwd: folder, env: process.env, log }),
    say: (line) => said.push(line),
    launched: async () => undefined,
    isDiskFull: async () => disk.isFull,
    diskSpace: async (stopping) => void (await vi.waitUntil(() => stopping.aborted || !disk.isFull, patiently)),
    giveUp: givenUp.resolve,
  });
  kept = made;
  return { kept: made, said, log, givenUp: givenUp.promise };
}

const answering = "process.on('message', () => process.send({ type: 'pong' }));";
const steady = "console.log('hello'); process.send({ type: 'ready' });";

test('a program that is killed is started again', patiently, async () => {
  const { kept, said, log } = await keep(steady);
  await kept.start();
  const first = kept.pid ?? 0;
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(kept.pid).not.toBe(first), patiently);
  await kept.up(never);
  expect(kept.pid).not.toBe(first);
  expect(said).toEqual([`The program ended unexpectedly (ended by SIGKILL) and is started again (its log is ${log}).`]);
  await kept.stop(never);
  expect(await readFile(log, 'utf8')).toBe('hello\nhello\n');
});

test('a program that is stopped and doesn’t answer is started again', { timeout: 40_000 }, async () => {
  const { kept, said } = await keep(steady);
  await kept.start();
  const first = kept.pid ?? 0;
  process.kill(first, 'SIGSTOP');
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 30_000 });
  expect(said[0]).toContain('The program ended unexpectedly (it did not answer for 10 seconds) and is started again');
  await kept.up(never);
  expect(kept.pid).not.toBe(first);
});

test('a program that ends over and over is given up', patiently, async () => {
  const { kept, said, givenUp, log } = await keep(`${steady} process.exit(3);`);
  await kept.start();
  const failure = await givenUp;
  expect(failure.message).toBe(
    `The program ended 5 times within a minute, at last with: exit code 3 (its log is ${log})`,
  );
  expect(said).toHaveLength(4);
});

test(
  'a program that ends while the disk is full is started again, however often, when there is space',
  patiently,
  async () => {
    const disk = { isFull: true };
    const { kept, said, givenUp } = await keep(steady, disk);
    await kept.start();
    let wasGivenUp = false;
    void givenUp.then(() => {
      wasGivenUp = true;
    });
    for (let end = 1; end <= 6; end += 1) {
      const { pid = 0 } = kept;
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(() => expect(said.filter((line) => line.includes('disk is full'))).toHaveLength(end), patiently);
      disk.isFull = false;
      await vi.waitFor(() => expect(kept.pid).toBeGreaterThan(0), patiently);
      await kept.up(never);
      disk.isFull = true;
    }
    expect(wasGivenUp).toBe(false);
  },
);

test('a first start that fails is told in the program’s own words', patiently, async () => {
  const { kept, log } = await keep("process.send({ type: 'failed', message: 'no luck' }, () => process.exit(1));");
  await expect(kept.start()).rejects.toThrow(`The program can't start: no luck (its log is ${log})`);
});

test('a program is stopped while it is still starting', patiently, async () => {
  const { kept } = await keep('');
  const started = kept.start();
  const failed = expect(started).rejects.toThrow('ended by SIGTERM');
  await vi.waitFor(() => expect(kept.pid).toBeDefined(), patiently);
  await kept.stop(never);
  await failed;
});

test('a program deaf to SIGTERM is killed when there is hurry', patiently, async () => {
  const { kept, said } = await keep(`process.on('SIGTERM', () => {}); ${steady}`);
  await kept.start();
  const pid = kept.pid ?? 0;
  const hurry = new AbortController();
  const stopped = kept.stop(hurry.signal);
  hurry.abort();
  await stopped;
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(said).toEqual([]);
});

test('one that waits for a program stops waiting when it is itself stopped', async () => {
  const { kept } = await keep(steady);
  const stopping = new AbortController();
  const waiting = expect(kept.up(stopping.signal)).rejects.toThrow('enough');
  stopping.abort(new Error('enough'));
  await waiting;
});
