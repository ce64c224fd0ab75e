import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLogFile } from '#platform/log.ts';
import { openPool, transaction } from '#platform/postgres.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { openProxy } from '../support/proxy.ts';
import { limitMs } from '../support/slowness.ts';

// A program goes on when Postgres ends a connection that is in use: Node ends a process at an 'error' event without a
// listener, and vitest fails a run with an uncaught error.

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, openLogFile('test', 'silent'), 2);
});
afterAll(async () => {
  await pool.end();
  await database.release();
});

/** Ends the connection of `client` from another one, and waits until it is gone. */
async function endConnection(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: number }>('SELECT pg_backend_pid() AS id');
  const ended = new Promise((resolve) => client.once('end', resolve));
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.id]);
  await ended;
}

test('a transaction whose connection ends between two statements is refused, and the next one works', async () => {
  const ended = transaction(pool, async (client) => {
    await endConnection(client);
    await client.query('SELECT 1');
  });
  await expect(ended).rejects.toThrow(/not queryable|terminated/);
  expect(await transaction(pool, async (client) => (await client.query('SELECT 1')).rowCount)).toBe(1);
});

test('so is one whose connection ends during a statement', async () => {
  const ended = transaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number }>('SELECT pg_backend_pid() AS id');
    const ending = 'SELECT pg_terminate_backend($1)';
    await Promise.all([client.query('SELECT pg_sleep(30)'), pool.query(ending, [rows[0]?.id])]);
  });
  await expect(ended).rejects.toThrow(/terminat/);
  expect(await transaction(pool, async (client) => (await client.query('SELECT 1')).rowCount)).toBe(1);
});

test('a statement whose answer is lost is refused, and the next one works', { timeout: limitMs(30_000) }, async () => {
  const proxy = await openProxy(Number(new URL(database.url).port));
  const wired = new URL(database.url);
  wired.port = String(proxy.port);
  const far = openPool(wired.href, openLogFile('test', 'silent'), 1, { timeoutMs: 100 });
  try {
    await far.query('SELECT 1');
    proxy.strand();
    await expect(far.query('SELECT 2')).rejects.toThrow(/timeout/);
    expect((await far.query('SELECT 3')).rowCount).toBe(1);
  } finally {
    proxy.cut();
    await far.end();
    await proxy.close();
  }
});
