import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The package as its users get it: packed, and installed where nothing of the repository is found.

const root = import.meta.dirname;
const NPM_SETTINGS = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=0'];
const WITHOUT_NETWORK = /\b(ENOTCACHED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|ECONNREFUSED|ETIMEDOUT)\b/;

const npm = (cwd: string, ...args: string[]) => promisify(execFile)('npm', args, { cwd });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-package-'));
  await chmod(folder, 0o755); // As root, Postgres runs as another user, who has to pass.
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Installs the packed workspace into the folder. Gives why that is impossible, or null if it is installed. */
async function install(): Promise<string | null> {
  await npm(root, 'pack', `--pack-destination=${folder}`);
  const [tarball = ''] = await readdir(folder);
  await npm(folder, 'init', '--yes');
  try {
    await npm(folder, 'install', ...NPM_SETTINGS, `./${tarball}`);
    return null;
  } catch (error) {
    const [, code] = WITHOUT_NETWORK.exec(String((error as { stderr?: unknown }).stderr)) ?? [];
    if (code === undefined) throw error;
    return `skipped: npm's cache lacks a package that the event store needs, and no registry can be reached (${code})`;
  }
}

/** Starts the installed program with npx on any free ports. Gives its URL and what ends it, with all its processes. */
async function start(): Promise<{ url: string; stop(): Promise<void> }> {
  const npx = spawn('npx', ['daybook-eventstore', '--port', '0', '--data', 'data'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const ready = Promise.withResolvers<string>();
  for (const stream of [npx.stdout, npx.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line);
      const [, url] = /^Event store is ready at (\S+)$/.exec(line) ?? [];
      if (url !== undefined) ready.resolve(url);
    });
  }
  const closed = once(npx, 'close');
  closed.then(([code]) => ready.reject(new Error(`npx ended with ${code}:\n${output.join('\n')}`)));
  return {
    url: await ready.promise,
    stop: async () => {
      // As Ctrl-C in a terminal does: to npx and what it started.
      if (npx.pid !== undefined) process.kill(-npx.pid, 'SIGINT');
      await closed;
    },
  };
}

test('the packed event store, installed in an empty folder, starts with one command and serves the client', async ({
  skip,
}) => {
  const reason = await install();
  if (reason !== null) {
    console.log(reason);
    skip(reason);
  }
  const { url, stop } = await start();
  const client = EventStoreDBClient.connectionString(url);
  try {
    const events = [1, 2].map((n) => jsonEvent({ type: 'counted', data: { n } }));
    expect(await client.appendToStream('counter', events)).toMatchObject({ success: true, nextExpectedRevision: 1n });
    const read = await Array.fromAsync(client.readStream('counter'));
    expect(read.map(({ event }) => [event?.revision, event?.data])).toEqual([
      [0n, { n: 1 }],
      [1n, { n: 2 }],
    ]);
  } finally {
    await client.dispose();
    await stop();
  }
});
