import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

const run = (script: string) =>
  spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });

/** A process with a watchdog, which then computes. */
const watched = (bytesMax: number, code: string) => `
  import { Worker } from 'node:worker_threads';
  const isBusy = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { isBusy, bytesMax: ${bytesMax}, parent: process.ppid };
  const worker = new Worker(new URL(${urlOf('./watchdog.ts')}), { workerData, execArgv: [] });
  worker.on('online', () => {
    console.log('busy');
    isBusy[0] = 1;
    Atomics.notify(isBusy, 0);
    ${code}
  });`;

test('a process that reads a file is killed when it takes too much memory outside of the heap', async () => {
  const hungry = run(watched(250e6, 'for (const all = []; ; ) all.push(Buffer.alloc(1e6, 1));'));
  expect(await once(hungry, 'exit')).toEqual([null, 'SIGKILL']);
});

test('a process that is busy with a file ends when the one that started it is killed', async () => {
  const parent = run(`
    import { spawn } from 'node:child_process';
    spawn(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(watched(1e9, 'for (;;);'))}], { stdio: 'inherit' });`);
  await once(parent.stdout, 'data');
  parent.kill('SIGKILL');
  // Its output is open until both have ended.
  await once(parent, 'close');
});
