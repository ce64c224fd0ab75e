import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EventStoreDBClient } from '@eventstore/db-client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Caller } from './support/caller.ts';
import { Daybook } from './support/daybook.ts';
import { limitMs } from './support/slowness.ts';

// `npm start`: what other accounts of the machine can see of its stores, and how it recovers.

const onLinux = existsSync('/proc/self/status');
if (!onLinux) console.info('Processes are found through /proc, which is not here: the tests of npm start are skipped.');

let daybook: Daybook;
let services: { databaseUrl: string; eventStoreUrl: string; eventStorePagesUrl: string };
beforeAll(async () => {
  if (!onLinux) return;
  daybook = await Daybook.prepare();
  await daybook.start();
  services = JSON.parse(await readFile(join(daybook.folder, 'services.json'), 'utf8'));
});
afterAll(() => daybook?.remove());

test.runIf(onLinux)('secrets are files that only their owner can read, and on no command line', async () => {
  const folder = join(daybook.folder, 'secrets');
  const names = await readdir(folder);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
  expect((await stat(join(daybook.folder, 'services.json'))).mode & 0o777).toBe(0o600);
  const secrets = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-eo', 'args'], { maxBuffer: 64 * 1024 * 1024 });
  expect(stdout).toContain(daybook.folder);
  for (const [at, secret] of secrets.entries()) expect(stdout.includes(secret.trim()), names[at]).toBe(false);
});

test.runIf(onLinux)('the programs use no superuser roles', async () => {
  const client = new pg.Client({ connectionString: services.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT current_user, rolsuper FROM pg_roles WHERE rolname = current_user');
    expect(rows).toEqual([{ current_user: 'daybook', rolsuper: false }]);
  } finally {
    await client.end();
  }
});

test.runIf(onLinux)('the event store requires its password', async () => {
  const read = async (url: string) => {
    const client = EventStoreDBClient.connectionString(url);
    try {
      return (await Array.fromAsync(client.readAll({ maxCount: 1 }))).length;
    } finally {
      await client.dispose();
    }
  };
  const url = services.eventStoreUrl;
  expect(await read(url)).toBe(1);
  await expect(read(url.replace(/admin:[^@]+@/, ''))).rejects.toMatchObject({ type: 'access-denied' });
  await expect(read(url.replace(/admin:[^@]+@/, 'admin:guess@'))).rejects.toThrow('UNAUTHENTICATED');
  await expect(read(`esdb://127.0.0.1:${new URL(url).port}?tls=false`)).rejects.toThrow();
});

test.runIf(onLinux)('the web pages of the event store open only by the printed link', async () => {
  expect(daybook.told()).toContain(`The event store's pages are at ${services.eventStorePagesUrl}`);
  const opened = await fetch(services.eventStorePagesUrl, { redirect: 'manual' });
  const [cookie = ''] = opened.headers.getSetCookie();
  const page = new URL('/streams/$all', services.eventStorePagesUrl);
  expect((await fetch(page, { headers: { Cookie: cookie.split(';')[0] ?? '' } })).status).toBe(200);
  expect((await fetch(page)).status).toBe(401);
});

test.runIf(onLinux)('the key of the web pages stands in no log', async () => {
  const key = new URL(services.eventStorePagesUrl).searchParams.get('key') ?? '';
  expect(key).toMatch(/^\S{20,}$/);
  const folder = join(daybook.folder, 'logs');
  for (const name of await readdir(folder)) {
    expect((await readFile(join(folder, name), 'utf8')).includes(key), name).toBe(false);
  }
});

test.runIf(onLinux)('a frozen API is restarted', async () => {
  const user = await Caller.registered(daybook.address);
  const { api } = daybook.pids();
  process.kill(api ?? 0, 'SIGSTOP');
  await expect
    .poll(() => daybook.told(), { timeout: limitMs(120_000) })
    .toContain('The API ended unexpectedly (it did not answer');
  await expect.poll(() => user.user().then(({ email }) => email, String)).toBe(user.email);
});

describe.runIf(onLinux)('npm run status', () => {
  const status = async (settings: Record<string, string> = {}) => {
    const { DATABASE_URL: _, EVENTSTORE_URL: __, ...environment } = process.env;
    const env = { ...environment, DAYBOOK_DATA: daybook.folder, ...settings };
    const args = ['--import', './platform/require-node.mjs', 'tools/start/status.ts'];
    const ran = await promisify(execFile)(process.execPath, args, { env }).catch((error) => error);
    return { code: ran.code ?? 0, lines: `${ran.stdout}`.trimEnd().split('\n'), errors: `${ran.stderr}` };
  };
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: services.databaseUrl });
    await client.connect();
    return await client.query(text).finally(() => client.end());
  };

  test('says what there is', async () => {
    await Caller.registered(daybook.address);
    const { code, lines } = await status();
    expect([code, lines.length]).toEqual([0, 10]);
    const { rows } = await query('SELECT count(*)::int AS users FROM identity.users');
    expect(lines[0]).toContain(`runs at ${daybook.address}, process ${daybook.pids().start}`);
    expect(lines.join('\n')).toContain(`  Users        ${rows[0].users}, of which `);
    expect(lines.join('\n')).toMatch(/Sizes {8}events \d\S* MB, read models and users \d\S* MB, images \d\S* kB, data/);
    expect(lines.slice(5, 8).map((line) => line.slice(0, 22))).toEqual([
      ...['  Worker       leads, ', '  Lag          none', '  Stalled      none'],
    ]);
  });

  test('fails where a ledger is stalled, and says so', async () => {
    const values = "('9b7c0d5e-0000-4000-8000-000000000000', 0, 'event', 'planted', now())";
    await query(`INSERT INTO projections.stalled (ledger_id, revision, event_id, reason, since) VALUES ${values}`);
    try {
      const { code, lines } = await status();
      expect([code, lines[7]]).toEqual([1, '! Stalled      1 ledger: npm run audit says more']);
    } finally {
      await query('DELETE FROM projections.stalled');
    }
  });

  test('fails where Daybook does not run, and where there is none', async () => {
    const { code, lines } = await status({ DAYBOOK_DATA: join(daybook.folder, 'logs') });
    expect([code, lines.length, lines[0]]).toEqual([1, 10, expect.stringContaining("doesn't run on ")]);
    const none = await status({ DAYBOOK_DATA: join(daybook.folder, 'nothing') });
    expect([none.code, none.errors]).toEqual([2, `There is no Daybook in ${join(daybook.folder, 'nothing')}.\n`]);
  });
});
