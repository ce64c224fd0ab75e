import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLogFile } from '#platform/log.ts';
import { openClient } from '#platform/postgres.ts';
import { applyBatch } from '#projections/batches/apply-batch.ts';
import { LeaseLost, takeLease } from '#projections/lease/lease.ts';
import { startWorker } from '#projections/worker/worker.ts';
import { expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const NEXT_BATCH = { events: [], position: '9/9', reached: '9/9', hasCaughtUp: false };

const epoch = async () => (await server.database.query('SELECT epoch FROM projection_worker.lease')).rows[0].epoch;

test('one worker leads, and the standby takes over when the leader exits', async () => {
  const standby = startWorker({
    databaseUrl: server.databaseUrl,
    log: server.log,
    logger: openLogFile('standby', 'silent'),
  });
  expect(await standby.ready).toBe('standby');
  const before = await epoch();
  await server.worker.stop();
  await settled(epoch, (now) => now > before);
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 5 }));
  const { headers } = await expectOk(user.get('/users/get-current-user'));
  expect(headers.get('Projection-Lag')).toBeNull();
  await standby.stop();
  await server.restartWorker();
});

test('a worker whose connection breaks takes the lease again in a new epoch', async () => {
  const before = await epoch();
  await server.database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  await settled(epoch, (now) => now > before);
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 5 }));
});

test('a newer epoch ends the old worker before it writes', async () => {
  await server.worker.stop();
  const client = await openClient(server.databaseUrl);
  try {
    const mine = await takeLease(client);
    if (mine === null) throw new Error('The lease was not free.');
    await server.database.query('UPDATE projection_worker.lease SET epoch = epoch + 1');
    const writer = { client, epoch: mine, schema: 'projections' };
    const checkpoint = async () => (await server.database.query('SELECT position FROM projections.checkpoint')).rows;
    const before = await checkpoint();
    await expect(applyBatch(writer, NEXT_BATCH)).rejects.toThrow(LeaseLost);
    expect(await checkpoint()).toEqual(before);
  } finally {
    await client.end();
  }
  await server.restartWorker();
});

test('a batch whose commit fails leaves rows and checkpoint unchanged', async () => {
  await server.worker.stop();
  const client = await openClient(server.databaseUrl);
  try {
    const mine = await takeLease(client);
    if (mine === null) throw new Error('The lease was not free.');
    const before = await server.database.query('SELECT position FROM projections.checkpoint');
    const broken = Object.create(client) as pg.Client;
    broken.query = ((text: unknown, ...rest: unknown[]) => {
      if (text === 'COMMIT') throw Object.assign(new Error('Connection terminated'), { code: '08006' });
      return (client.query as (...all: unknown[]) => unknown)(text, ...rest);
    }) as pg.Client['query'];
    await expect(applyBatch({ client: broken, epoch: mine, schema: 'projections' }, NEXT_BATCH)).rejects.toThrow(
      'Connection terminated',
    );
    expect((await server.database.query('SELECT position FROM projections.checkpoint')).rows).toEqual(before.rows);
  } finally {
    await client.end();
  }
  await server.restartWorker();
});
