import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder, lockHolder } from './lock.ts';

const address = 'http://localhost:3000';
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'daybook-lock-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const writeLock = (content: string) => writeFile(join(dataDir, 'daybook.lock'), content);

test('a folder is locked once, and again after its release', async () => {
  const lock = await lockFolder(dataDir, address);
  await expect(lockFolder(dataDir, 'http://localhost:3001')).rejects.toThrow(
    `Daybook already runs over ${dataDir} (process ${process.pid}, ${address})`,
  );
  expect(await lockHolder(dataDir)).toEqual({ pid: process.pid, address });
  expect((await stat(join(dataDir, 'daybook.lock'))).mode & 0o777).toBe(0o600);
  await lock.release();
  expect(await lockHolder(dataDir)).toBeNull();
  await (await lockFolder(dataDir, address)).release();
});

test('exactly one of several concurrent processes gets the lock', async () => {
  await writeLock('stale');
  const tries = await Promise.allSettled([1, 2, 3].map(() => inAnotherProcess()));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const answers = tries.map((tried) => (tried.status === 'fulfilled' ? tried.value.answer : ''));
  expect(answers.filter((answer) => answer === 'locked')).toHaveLength(1);
  expect(answers.filter((answer) => answer.startsWith('Daybook already runs'))).toHaveLength(2);
  for (const tried of tries) if (tried.status === 'fulfilled') await tried.value.kill();
});

const attempt = `
  const { lockFolder } = await import(process.argv[1]);
  const answer = await lockFolder(process.argv[2], 'here').then(() => 'locked', (error) => error.message);
  // Nobody keeps the lock: it is held nevertheless.
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setTimeout(resolve, 5, gc()));
  process.stdout.write(answer);
  setInterval(() => {}, 60_000);
`;

async function inAnotherProcess(wrapper?: string, wrapperArgs: string[] = []) {
  const args = ['--expose-gc', '--input-type=module', '-e', attempt, new URL('lock.ts', import.meta.url).href, dataDir];
  const child = wrapper
    ? spawn(wrapper, [...wrapperArgs, process.execPath, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    : spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [answer] = await once(child.stdout, 'data');
  const kill = async () => {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  };
  return { pid: child.pid, answer: String(answer), kill };
}

test('the lock of a killed process is free', async () => {
  const holder = await inAnotherProcess();
  expect(holder.answer).toBe('locked');
  await expect(lockFolder(dataDir, address)).rejects.toThrow(`process ${holder.pid}, here`);
  await holder.kill();
  expect(await lockHolder(dataDir)).toBeNull();
  await (await lockFolder(dataDir, address)).release();
});

test.each(['{}', '[]', 'null', '', '{"pid":1,"began":"1","address":"x"}', '\0'])(
  'an unlocked lock file with the content %j is ignored',
  async (content) => {
    await writeLock(content);
    expect(await lockHolder(dataDir)).toBeNull();
    await (await lockFolder(dataDir, address)).release();
  },
);

test('a holder in another PID namespace is respected', async ({ skip }) => {
  const isolated = [
    '--fork',
    '--pid',
    '--kill-child',
    ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  ];
  const usable = await new Promise((resolve) => {
    const tried = spawn('unshare', [...isolated, 'true'], { stdio: 'ignore' });
    tried.on('error', () => resolve(false));
    tried.on('exit', (code) => resolve(code === 0));
  });
  if (!usable) {
    const reason = 'skipped: this machine allows no PID namespaces';
    console.log(reason);
    skip(reason);
  }
  const holder = await inAnotherProcess('unshare', isolated);
  expect(holder.answer).toBe('locked');
  await expect(lockFolder(dataDir, address)).rejects.toThrow('Daybook already runs over');
  await holder.kill();
});

test('a folder that can’t be created is reported in one sentence', async () => {
  await writeFile(join(dataDir, 'file'), '');
  await expect(lockFolder(join(dataDir, 'file'), address)).rejects.toThrow("can't be a folder");
});
