import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './lock.ts';
import { identify } from './process-identity.ts';

const address = 'http://localhost:3000';
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'daybook-lock-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const writeLock = (content: string) => writeFile(join(dataDir, 'daybook.lock'), content);

test('a folder is taken once, and again when it was released', async () => {
  const lock = await lockFolder(dataDir, address);
  await expect(lockFolder(dataDir, 'http://localhost:3001')).rejects.toThrow(
    `Daybook already runs over ${dataDir} (process ${process.pid}, ${address})`,
  );
  expect((await stat(join(dataDir, 'daybook.lock'))).mode & 0o777).toBe(0o600);
  await lock.release();
  expect(await readdir(dataDir)).toEqual([]);
  await (await lockFolder(dataDir, address)).release();
});

test('of several at once one gets it', async () => {
  await writeLock('stale');
  const tries = await Promise.allSettled([1, 2, 3].map(() => inAnotherProcess()));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const answers = tries.map((tried) => (tried.status === 'fulfilled' ? tried.value.answer : ''));
  expect(answers.filter((answer) => answer === 'locked')).toHaveLength(1);
  expect(answers.filter((answer) => answer.startsWith('Daybook already runs'))).toHaveLength(2);
  for (const tried of tries) if (tried.status === 'fulfilled') tried.value.kill();
});

const attempt = `
  const { lockFolder } = await import(process.argv[1]);
  process.stdout.write(await lockFolder(process.argv[2], 'here').then(() => 'locked', (error) => error.message));
  setInterval(() => {}, 60_000);
`;

async function inAnotherProcess() {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', attempt, new URL('lock.ts', import.meta.url).href, dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [answer] = await once(child.stdout, 'data');
  return { answer: String(answer), kill: () => child.kill('SIGKILL') };
}

test('a lock whose holder was killed is taken over', async () => {
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)']);
  await once(holder, 'spawn');
  await writeLock(JSON.stringify({ ...(await identify(holder.pid ?? 0)), address }));
  await expect(lockFolder(dataDir, address)).rejects.toThrow(`process ${holder.pid}`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await (await lockFolder(dataDir, address)).release();
});

test('a lock whose holder’s number another process has now is taken over', async () => {
  await writeLock(JSON.stringify({ pid: process.pid, began: 'long ago', address }));
  await (await lockFolder(dataDir, address)).release();
});

test('a folder that can’t be made is said in one sentence', async () => {
  await writeFile(join(dataDir, 'file'), '');
  await expect(lockFolder(join(dataDir, 'file'), address)).rejects.toThrow("can't be a folder");
});
