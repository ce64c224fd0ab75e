import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { anyFreePort } from '#tools/embedded/postgres/port.ts';
import { newDataFolder } from '../support/data-folder.ts';
import { freezeFolder } from './frozen-folder.ts';
import { keepBooks, type Remembered } from './life.ts';

const USAGE = `Usage: npm run freeze -- NAME [CHECKOUT]

Starts the Daybook of this project, or of another checkout of it, on a new data folder, keeps books in it, and freezes
the stopped folder with what its API answered in tests/upgrade/folders/NAME. See docs/testing.md.`;

const [name, checkout = '.'] = process.argv.slice(2);
if (name === undefined || !/^[\w-]+$/.test(name)) {
  console.error(USAGE);
  process.exit(2);
}

const into = join(import.meta.dirname, 'folders', name);
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
    for await (const line of createInterface({ input: daybook.stdout })) {
      console.log(line);
      if (line.startsWith('Daybook is ready')) break;
    }
    users = await keepBooks(`http://localhost:${port}`, (path) => console.log(`This version has no ${path}.`));
  } finally {
    process.kill(-(daybook.pid ?? 0), 'SIGINT');
    await exited;
  }
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  await freezeFolder(dataDir, into);
  await writeFile(join(into, 'answers.json'), `${JSON.stringify(users, undefined, 2)}\n`);
  console.log(`Frozen in ${into}`);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
