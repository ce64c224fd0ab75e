import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningEventStore, startEventStore } from '#tools/embedded/eventstore/server.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { openStore, runCopy, type Store } from './stores.ts';

const pem = (name: string) => new URL(`../../tools/embedded/eventstore/testing/${name}.pem`, import.meta.url);
const CERTIFICATE = fileURLToPath(pem('tls-cert'));

let source: Store;
let database: TestDatabase;
let secure: RunningEventStore;
beforeAll(async () => {
  [source, database] = await Promise.all([openStore(), createTestDatabase()]);
  secure = await startEventStore({
    databaseUrl: database.url,
    port: 0,
    tls: { cert: readFileSync(pem('tls-cert')), key: readFileSync(pem('tls-key')) },
    users: new Map([['admin', 'secret']]),
  });
});
afterAll(async () => {
  await source.close();
  await secure.stop();
  await database.release();
});

const as = (user: string) => ({ url: `esdb://${user}127.0.0.1:${secure.port}?tls=true&tlsCAFile=${CERTIFICATE}` });

test('copies to and from a store with TLS and authentication, and fails without valid credentials', async () => {
  await source.client.appendToStream(
    'plain',
    [1, 2, 3].map((n) => jsonEvent({ type: 'noted', data: { n } })),
  );
  for (const stranger of ['', 'admin:wrong@', 'ann:secret@']) {
    const { code, stdout, stderr } = await runCopy(source, as(stranger));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('does not know the user and the password');
  }
  expect(await runCopy(source, as('admin:secret@'))).toMatchObject({ code: 0 });
  expect(await runCopy(as('admin:secret@'), source)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(': 0 copied, 3 were there already.'),
  });
});
