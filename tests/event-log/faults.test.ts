import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LogUnavailable } from '#event-log/errors.ts';
import { type EventLog, openEventLog } from '#event-log/event-log.ts';
import type { Delivery } from '#event-log/subscribe.ts';
import { anyFreePort } from '#tools/embedded/postgres/port.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { settled } from '../support/settled.ts';

// The event store is a child process here, so that a test can freeze, kill and restart it.

const root = fileURLToPath(new URL('../../', import.meta.url));
const QUICK = { attemptMs: 400, appendMs: 1_500, resubscribeMs: [20, 200] } as const;

let database: TestDatabase;
let port: number;
let store: ChildProcess;
let log: EventLog;

async function startStore(): Promise<void> {
  store = spawn(process.execPath, ['tools/embedded/eventstore/main.ts', '--port', String(port)], {
    cwd: root,
    env: { ...process.env, EVENTSTORE_DATABASE_URL: database.url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(store, 'message');
}

async function killStore(): Promise<void> {
  const exited = once(store, 'exit');
  store.kill('SIGKILL');
  await exited;
}

beforeAll(async () => {
  database = await createTestDatabase();
  port = await anyFreePort();
  await startStore();
});
beforeEach(() => {
  log = openEventLog(`esdb://127.0.0.1:${port}?tls=false`, QUICK);
  return () => log.close();
});
afterAll(async () => {
  await killStore();
  await database.release();
});

const event = (note: string) => ({ id: randomUUID(), type: 'Noted', data: { note }, metadata: {} });
const notesOf = async (user: string) => {
  const events = await Array.fromAsync(log.readAfter(user, -1n));
  return events.map(({ data }) => (data as { note: string }).note);
};

test('a frozen store gives LogUnavailable for appends and reads, and works again when it thaws', async () => {
  const user = randomUUID();
  await log.append(user, -1n, [event('a')]);
  store.kill('SIGSTOP');
  const [b] = [event('b')];
  try {
    await expect(log.append(user, 0n, [b])).rejects.toThrow(LogUnavailable);
    await expect(notesOf(user)).rejects.toThrow(LogUnavailable);
    await expect(Array.fromAsync(log.readRawAfter(user, -1n))).rejects.toThrow(LogUnavailable);
  } finally {
    store.kill('SIGCONT');
  }
  // It is unknown whether the frozen store wrote the event; the repeated append is idempotent.
  expect(await settled(() => log.append(user, 0n, [b]).catch(() => null), Boolean)).toBe(1n);
  // On a busy machine the first answer may take longer than the timeout of this log.
  expect(await settled(() => notesOf(user).catch(() => null), Boolean)).toEqual(['a', 'b']);
});

test('a store that is frozen at the first call gives LogUnavailable', async () => {
  store.kill('SIGSTOP');
  try {
    await expect(log.identity()).rejects.toThrow(LogUnavailable);
    await expect(log.append(randomUUID(), -1n, [event('a')])).rejects.toThrow(LogUnavailable);
  } finally {
    store.kill('SIGCONT');
  }
});

test('the log reconnects to a restarted store, and an append in progress is written exactly once', async () => {
  const user = randomUUID();
  await log.append(user, -1n, [event('a')]);
  const b = event('b');
  const append = log.append(user, 0n, [b]).catch(() => null);
  await killStore();
  await append;
  await startStore();
  expect(await settled(() => log.append(user, 0n, [b]).catch(() => null), Boolean)).toBe(1n);
  expect(await notesOf(user)).toEqual(['a', 'b']);
});

test('a subscription survives kills of the store without gap or duplicate', async () => {
  const user = randomUUID();
  const stopped = new AbortController();
  const taken: string[] = [];
  let breaks = 0;
  const following = (async () => {
    const deliveries: AsyncIterable<Delivery> = log.subscribe(null, stopped.signal, () => {
      breaks += 1;
    });
    for await (const delivery of deliveries) {
      if (delivery.kind === 'event' && delivery.ledgerId === user) taken.push((delivery.data as { note: string }).note);
    }
  })();
  let revision = -1n;
  for (let round = 0; round < 3; round += 1) {
    for (let at = 0; at < 20; at += 1) {
      const next = event(`${round}.${at}`);
      revision =
        (await settled(
          () => log.append(user, revision, [next]).catch(() => null),
          (done) => done !== null,
        )) ?? revision;
    }
    await settled(
      async () => taken.length,
      (length) => length === (round + 1) * 20,
    );
    await killStore();
    await startStore();
  }
  stopped.abort();
  await following;
  // A store that has just started may be late.
  const notes = await settled(
    () => notesOf(user).catch(() => null),
    (found) => found !== null,
  );
  expect(taken).toEqual(notes);
  expect(breaks).toBeGreaterThanOrEqual(3);
});
