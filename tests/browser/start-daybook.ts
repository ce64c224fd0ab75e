import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { anyFreePort } from '#tools/embedded/postgres/port.ts';
import { newDataFolder } from '../support/data-folder.ts';
import { keepLogsOf } from '../support/leaks.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * Starts Daybook on a new data folder and a free port, unless `DAYBOOK_URL` names one that runs. Gives the function
 * that stops it.
 */
export default async function startDaybook(): Promise<() => Promise<void>> {
  if (process.env.DAYBOOK_URL) return async () => undefined;
  const folder = await newDataFolder('browser');
  const port = await anyFreePort();
  const daybook = spawn(process.execPath, ['--import', './platform/require-node.mjs', 'tools/start/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DAYBOOK_DATA: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(daybook, 'exit');

  async function stop() {
    daybook.kill('SIGTERM');
    await exited;
    keepLogsOf(join(folder, 'data'));
    await rm(folder, { recursive: true, force: true });
  }

  const said: string[] = [];
  for await (const line of createInterface({ input: daybook.stdout })) {
    said.push(line);
    const [, url] = /ready at (http:\S+)/.exec(line) ?? [];
    if (!url) continue;
    daybook.stdout.resume();
    process.env.DAYBOOK_URL = url;
    return stop;
  }
  await stop();
  throw new Error(`Daybook did not start:\n${said.join('\n')}`);
}
