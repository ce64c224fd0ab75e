import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { readCommandLine, refuse } from '#tools/command-lines/read.ts';
import { anyFreePort } from '#tools/embedded/postgres/port.ts';
import { listenForStop, Stopped } from '#tools/start/stop-requests.ts';
import { newDataFolder } from '../support/data-folder.ts';
import { freezeFolder } from './frozen-folder.ts';
import { keepBooks, type Remembered } from './life.ts';

const USAGE = `Freezes a data folder of this version, for the tests of upgrades (docs/testing.md).

  NAME       the new folder in tests/upgrade/folders
  CHECKOUT   the project, or another checkout of it; this one where it is left out
  --help     this

It starts that Daybook on a new data folder, keeps books in it, stops it, and keeps the folder with what its API
answered. Exit code: 0 done, 1 it could not be done, 2 the command was not understood, 130 interrupted.`;

const [name, checkout = '.'] = readCommandLine(USAGE, {}, 2).positionals;
if (name === undefined) refuse('NAME is missing');
if (!/^[\w-]+$/.test(name)) refuse(`'${name}' has other characters than letters, digits, - and _`);
if (!existsSync(resolve(checkout, 'package.json'))) refuse(`${checkout} is no checkout of Daybook`);

const into = join(import.meta.dirname, 'folders', name);
const { signal } = listenForStop().stopping;
const stopped = once(signal, 'abort').then(() => signal.throwIfAborted());
stopped.catch(() => {}); // Awaited below.
const dataDir = await newDataFolder('freeze');
try {
  const port = await anyFreePort();
  const daybook = spawn('npm', ['start'], {
    cwd: resolve(checkout),
    env: { ...process.env, PORT: String(port), DAYBOOK_DATA: dataDir, DEMO_USER: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // A signal to its group reaches also one that npm doesn't forward signals to.
  });
  const exited = once(daybook, 'exit');
  let users: Remembered[];
  try {
    await Promise.race([ready(daybook.stdout), stopped]);
    const keeping = keepBooks(`http://localhost:${port}`, (path) => console.log(`This version has no ${path}.`));
    keeping.catch(() => {}); // Interrupted, it loses the race.
    users = (await Promise.race([keeping, stopped])) ?? [];
  } finally {
    if (daybook.exitCode === null) process.kill(-(daybook.pid ?? 0), 'SIGINT');
    await exited;
  }
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  await freezeFolder(dataDir, into);
  await writeFile(join(into, 'answers.json'), `${JSON.stringify(users, undefined, 2)}\n`);
  console.log(`Frozen in ${into}`);
} catch (error) {
  if (!(error instanceof Stopped)) throw error;
  process.exitCode = 130;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

/** Prints what a start prints, and resolves when Daybook is ready. */
async function ready(output: Readable): Promise<void> {
  for await (const line of createInterface({ input: output })) {
    console.log(line);
    if (line.startsWith('Daybook is ready')) return;
  }
}
