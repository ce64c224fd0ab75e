import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { openLogFile } from '#platform/log.ts';
import { migrateSchema } from '#platform/migrations.ts';
import { openPool } from '#platform/postgres.ts';
import { openCut } from '#tools/backup/open-cut.ts';
import { migrate as migrateEventStore } from '#tools/embedded/eventstore/storage/schema.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';

// The moment at which a backup sees both databases.

let daybook: TestDatabase;
let eventstore: TestDatabase;
let pool: pg.Pool;
let events: pg.Client;
const USER = '00000000-0000-4000-8000-000000000001';

beforeAll(async () => {
  [daybook, eventstore] = [await createTestDatabase(), await createTestDatabase()];
  pool = openPool(daybook.url, openLogFile('test'), 6);
  await migrateSchema(pool, migrations);
  events = new pg.Client({ connectionString: eventstore.url });
  await events.connect();
  await migrateEventStore(events);
  await pool.query(
    `INSERT INTO identity.users (user_id, ledger_id, email, password_hash, full_name, currency, registered_at)
      VALUES ($1, $1, 'a@example.com', 'x', 'A', 'USD', now())`,
    [USER],
  );
});
afterAll(async () => {
  await events.end();
  await pool.end();
  await daybook.release();
  await eventstore.release();
});

const cut = () => openCut({ daybook: daybook.url, eventstore: eventstore.url });
const append = (position: number) =>
  events.query(
    `INSERT INTO events (position, stream, revision, id, type, data, metadata, json, created)
      VALUES ($1, 'ledger-x', $1, gen_random_uuid(), 'T', '', '', true, 0)`,
    [position],
  );

test('the rows are those of the moment of the log, under writes to both in turn', async () => {
  let isStopped = false;
  let last = 0;
  // The row says how many events there are before the next one is appended, as a plan of a bulk does.
  const writing = (async () => {
    while (!isStopped) {
      await pool.query(
        `INSERT INTO identity.visits (user_id, last_revision, last_at) VALUES ($1, $2, now())
          ON CONFLICT (user_id) DO UPDATE SET last_revision = excluded.last_revision`,
        [USER, last + 1],
      );
      last += 1;
      await append(last);
    }
  })();
  try {
    for (let round = 0; round < 25; round += 1) {
      const opened = await cut();
      await pause(5); // The snapshots hold.
      const [{ rows }, { rows: visits }] = await Promise.all([
        opened.clients.eventstore?.query('SELECT count(*)::int AS count FROM events') ?? { rows: [] },
        opened.clients.daybook?.query('SELECT last_revision::int AS said FROM identity.visits') ?? { rows: [] },
      ]);
      await opened.close();
      const [count, said] = [rows[0]?.count ?? 0, visits[0]?.said ?? 0];
      expect([said, said - 1], `${count} events, the row says ${said}`).toContain(count);
    }
  } finally {
    isStopped = true;
    await writing;
  }
  expect(last).toBeGreaterThan(25);
});

test('a write that is under way is waited for', async () => {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO bulk.plans (ledger_id, change_set_id, after_revision, input_hash, user_id, events)
      VALUES ('x', 'b', 0, 'h', $1, '')`,
    [USER],
  );
  const opening = cut();
  await pause(1_200);
  await client.query('COMMIT');
  client.release();
  const opened = await opening;
  const { rows } = (await opened.clients.daybook?.query('SELECT FROM bulk.plans')) ?? { rows: [] };
  await opened.close();
  expect(rows).toHaveLength(1);
});

test('a read of Daybook, and a write to what isn’t kept, wait for nothing', async () => {
  const opened = await cut();
  await pool.query("INSERT INTO limits.tries (key, points) VALUES ('k', 1)");
  await pool.query('UPDATE identity.users SET full_name = full_name');
  await opened.close();
  // Other tests have databases of their own in the same Postgres.
  const { rows } = await pool.query(
    `SELECT count(*)::int AS count FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE mode = 'ShareLock' AND granted AND relation IS NOT NULL AND d.datname = current_database()`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});
