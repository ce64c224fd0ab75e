import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anyFreePort } from '../postgres/port.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/testing/database.ts';
import { failureOf, noted } from './testing/client.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`testing/${name}`, import.meta.url));
/** Well below the client's keepalive, which takes 20 s to notice. */
const AT_ONCE_MS = 10_000;
/** Long enough for the killed process to be gone. */
const BUSY_MS = 500;

let database: TestDatabase;
let port: number;
let server: ChildProcess;

beforeEach(async () => {
  database = await createTestDatabase();
  port = await anyFreePort();
  const files = ['--tls-cert', pathOf('tls-cert.pem'), '--tls-key', pathOf('tls-key.pem')];
  server = fork(new URL('main.ts', import.meta.url), ['--port', String(port), ...files], {
    env: { ...process.env, EVENTSTORE_DATABASE_URL: database.url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(server, 'message');
});

afterEach(async () => {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  await database.release();
});

test('over TLS, a client notices at once that the server died while it prepared an append of 3 MB', {
  timeout: 30_000,
}, async () => {
  const ca = encodeURIComponent(pathOf('tls-cert.pem'));
  const client = EventStoreDBClient.connectionString(`esdb://localhost:${port}?tlsCAFile=${ca}`);
  await client.appendToStream('before', noted(1));
  const data = Buffer.alloc(1_000_000);
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS); // the client's own work, nothing else goes on
  const appends = ['a', 'b', 'c'].map((stream) =>
    failureOf(client.appendToStream(stream, binaryEvent({ type: 'large', data }))),
  );
  const late = AbortSignal.timeout(AT_ONCE_MS);
  const inTime = new Promise((_, reject) => late.addEventListener('abort', () => reject(late.reason)));
  const failures = await Promise.race([Promise.all(appends), inTime]);
  expect(failures).toEqual(appends.map(() => expect.objectContaining({ type: 'unavailable' })));
  await ended;
  await client.dispose();
});
