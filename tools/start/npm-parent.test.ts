import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-npm-'));
});
afterEach(() => rm(folder, { recursive: true }));

const program = `
  import { watchNpm } from ${JSON.stringify(new URL('npm-parent.ts', import.meta.url).href)};
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log('signal'));
  await watchNpm(process.env, () => {
    console.log('gone');
    process.exit();
  });
  console.log('watching');
  setTimeout(() => process.exit(), 20_000);
`;

/** Runs the program by an npm script; gives npm's process and a reader of the output lines. */
async function runByNpm(script: string) {
  await writeFile(join(folder, 'program.mjs'), program);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: script } }));
  const npm = spawn('npm', ['--silent', 'start'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const lines = createInterface({ input: npm.stdout })[Symbol.asyncIterator]();
  return { npm, nextLine: async () => (await lines.next()).value as string | undefined };
}

const node = JSON.stringify(process.execPath);
const plain = `${node} program.mjs`;
const afterwards = `${node} program.mjs; true`;
/** A script as in package.json: `exec` replaces the shell, which may not forward npm's signals. */
const replacing = `exec ${node} program.mjs`;

test.each([
  ['SIGTERM', plain],
  ['SIGTERM', afterwards],
  ['SIGTERM', replacing],
  ['SIGINT', replacing],
  ['SIGKILL', plain],
  ['SIGKILL', afterwards],
  ['SIGKILL', replacing],
] as const)('a %s to npm alone reaches the program of the script %s', async (signal, script) => {
  const { npm, nextLine } = await runByNpm(script);
  expect(await nextLine()).toBe('watching');
  npm.kill(signal);
  expect(await nextLine()).toBe(script === replacing && signal !== 'SIGKILL' ? 'signal' : 'gone');
  npm.kill('SIGKILL');
});

test.each(['start', 'dev', 'eventstore'])('npm run %s leaves no shell between npm and its program', async (name) => {
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(scripts[name]).toMatch(/^exec node /);
});

test('a process that is no npm script keeps running when its parent exits', async () => {
  await writeFile(join(folder, 'program.mjs'), program.replace('20_000', '2_000'));
  const script = `spawn(process.execPath, ['program.mjs'], { stdio: 'inherit', detached: true }); setInterval(() => {}, 1e6)`;
  const parent = spawn(process.execPath, ['-e', `const { spawn } = require('node:child_process'); ${script}`], {
    cwd: folder,
    env: { ...process.env, npm_lifecycle_event: 'test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('watching');
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  expect((await lines.next()).done).toBe(true);
});
