import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyFreePort } from '#tools/embedded/postgres/port.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { limitMs } from './support/slowness.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

let database: TestDatabase;
/** Takes connections and answers nothing. */
let deaf: Server;
let deafPort: number;
/** Ends each connection that does not begin with TLS. */
let tls: Server;
let tlsPort: number;
let dataDir: string;
let port: string;
beforeAll(async () => {
  port = `${await anyFreePort()}`;
  dataDir = await mkdtemp(join(tmpdir(), 'daybook-'));
  database = await createTestDatabase();
  deaf = createServer(() => {}).listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  deafPort = (deaf.address() as { port: number }).port;
  tls = createTlsServer().listen(0, '127.0.0.1');
  await once(tls, 'listening');
  tlsPort = (tls.address() as { port: number }).port;
});
afterAll(async () => {
  deaf.close();
  tls.close();
  await rm(dataDir, { recursive: true, force: true });
  await database.release();
});

/** Programs that need both stores, by their scripts. */
const PROGRAMS = ['audit/main.ts', 'projections/replay/main.ts'];
/** The programs of package.json that use the stores which URLs name: the first pass them on to those above. */
const COMMANDS: [string, ...string[]][] = [
  ['tools/start/audit.ts'],
  ['tools/start/replay.ts'],
  ['tools/start/status.ts'],
  ['tools/start/backup.ts', '--without-secrets', '/tmp/daybook-nowhere/backup.zip'],
  ['tools/start/restore.ts', '--without-secrets', '/tmp/daybook-nowhere/backup.zip'],
  ['tools/start/main.ts'],
  ['tools/start/dev.ts'],
  ['tools/copy-log/main.ts', '--from', 'esdb://127.0.0.1:9?tls=false', '--to', 'esdb://127.0.0.1:10?tls=false'],
];

const NOBODY = 'postgres://nobody@127.0.0.1:9/nothing';
const LOG_AWAY = 'esdb://127.0.0.1:9?tls=false';

/** Stores that can't be used: a URL of Postgres, null for one that works, and one of the event store. */
const STORES: [string, (() => string) | null, () => string][] = [
  ['Postgres refuses', () => NOBODY, () => LOG_AWAY],
  ['Postgres answers nothing', () => `postgres://nobody@127.0.0.1:${deafPort}/nothing`, () => LOG_AWAY],
  ['the event store refuses', null, () => LOG_AWAY],
  ['the event store has no certificate', null, () => 'esdb://127.0.0.1:9?tls=true&tlsCAFile=/nowhere/ca.pem'],
  ['the event store wants TLS', null, () => `esdb://127.0.0.1:${tlsPort}?tls=false`],
  ['the event store answers nothing', null, () => `esdb://127.0.0.1:${deafPort}?tls=false`],
];

function start(
  [script, ...args]: [string, ...string[]],
  databaseUrl: string | null,
  eventStoreUrl: string,
  more: NodeJS.ProcessEnv = {},
) {
  const url = databaseUrl ?? database.url;
  const env = {
    ...process.env,
    ...{ DATABASE_URL: url, EVENTSTORE_DATABASE_URL: url, EVENTSTORE_URL: eventStoreUrl, PORT: port },
    DAYBOOK_DATA: dataDir,
    ...more,
  };
  // A group of its own, so that what it started ends with it.
  return spawn(process.execPath, [script, ...args], {
    ...{ cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  });
}

/** Kills what a program and those that it started have left. */
function killGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-(pid ?? 0), 'SIGKILL');
  } catch {
    // They have ended.
  }
}

/** The exit code and the output of a program; it is killed where it does not end. */
async function endOf(child: ReturnType<typeof start>): Promise<{ code: number | null; out: string; problems: string }> {
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  const late = setTimeout(() => killGroup(child), limitMs(15_000));
  const [[code], out, problems] = await ended;
  clearTimeout(late);
  return { code, out, problems };
}

describe.each(PROGRAMS)('%s', (script) => {
  test.each(STORES)('ends with a sentence where %s', async (_, databaseUrl, eventStoreUrl) => {
    const { code, problems } = await endOf(start([script], databaseUrl?.() ?? null, eventStoreUrl()));
    expect(code).toBe(2);
    expect(problems.trim().split('\n')).toHaveLength(1);
    expect(problems).not.toMatch(/^ {4}at /m);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends on %s while it waits for a store', async (signal) => {
    const child = start([script], null, `esdb://127.0.0.1:${deafPort}?tls=false`);
    const exited = once(child, 'exit');
    await pause(1_000);
    child.kill(signal);
    const late = setTimeout(() => killGroup(child), limitMs(15_000));
    const [, by] = await exited;
    clearTimeout(late);
    expect(by).not.toBe('SIGKILL');
  });
});

describe.each(COMMANDS)('%s', (...command) => {
  test.each(STORES)('ends with words and a code where %s', async (_, databaseUrl, eventStoreUrl) => {
    const { code, out, problems } = await endOf(start(command, databaseUrl?.() ?? null, eventStoreUrl()));
    expect([1, 2]).toContain(code);
    expect(out + problems).toMatch(/[a-z]/);
    expect(out + problems).not.toMatch(/^ {4}at /m);
  });
});

test.each([...COMMANDS.slice(0, 7), ['tools/start/build.ts', 'extra']])(
  '%s ends with words and a code where a file is in the way of the data folder',
  async (...command) => {
    const inFile = { DATABASE_URL: '', EVENTSTORE_URL: '', DAYBOOK_DATA: join(root, 'package.json', 'data') };
    const { code, out, problems } = await endOf(start(command as [string], null, '', inFile));
    expect([1, 2]).toContain(code);
    expect(out + problems).toMatch(/[a-z]/);
    expect(out + problems).not.toMatch(/^ {4}at /m);
  },
);

test.each(STORES.slice(0, 2))('the event store ends with words and a code where %s', async (_, databaseUrl, url) => {
  const { code, out, problems } = await endOf(
    start(['tools/embedded/eventstore/main.ts'], databaseUrl?.() ?? '', url()),
  );
  expect([1, 2]).toContain(code);
  expect(out + problems).toMatch(/[a-z]/);
  expect(out + problems).not.toMatch(/^ {4}at /m);
});
