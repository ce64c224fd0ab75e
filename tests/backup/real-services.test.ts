import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { openLogFile } from '#platform/log.ts';
import { migrateSchema } from '#platform/migrations.ts';
import { openPool } from '#platform/postgres.ts';
import { loadDaybook, loadEvents } from '#tools/backup/load.ts';
import { makeBackup } from '#tools/backup/make.ts';
import { openBackup } from '#tools/backup/open.ts';
import { migrate as migrateEventStore, SCHEMA_VERSION } from '#tools/embedded/eventstore/storage/schema.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { expectOk } from '../support/caller.ts';
import { runCommand } from '../support/run-command.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

// Backups beside a real event store, and of a Daybook with older tables.

const PASSPHRASE = 'horse and staple';
const never = new AbortController().signal;

let folder: string;
let server: TestServer;
const databases: TestDatabase[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-backup-'));
  server = await openTestServer();
});
afterAll(async () => {
  await server?.close();
  for (const database of databases) await database.release();
  await rm(folder, { recursive: true, force: true });
});

async function emptyDatabase(): Promise<string> {
  const database = await createTestDatabase();
  databases.push(database);
  return database.url;
}

async function select(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('beside a real event store, what Postgres alone has goes into an empty database', async () => {
  const user = await server.newUser();
  await expectOk(user.post('/ledger/save-view', { name: 'All', q: 'amount>1' }));
  const env = { DATABASE_URL: server.databaseUrl, EVENTSTORE_URL: server.eventStoreUrl };
  const settings = { BACKUP_PASSPHRASE: PASSPHRASE, DAYBOOK_DATA: join(folder, 'none') };
  const file = join(folder, 'postgres.zip');
  expect(await runCommand('tools/start/backup.ts', [file], { ...env, ...settings })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('It has no events: back up the event store now, after this, with its own tools'),
  });
  const whole = await runCommand('tools/start/restore.ts', [file], settings);
  expect(whole).toMatchObject({ code: 2, stderr: expect.stringContaining('has no events, so it is no whole Daybook') });

  const target = await emptyDatabase();
  const restore = () => runCommand('tools/start/restore.ts', [file], { ...env, ...settings, DATABASE_URL: target });
  expect(await restore()).toMatchObject({ code: 0, stdout: expect.stringContaining('start a worker') });
  const users = 'SELECT * FROM identity.users ORDER BY user_id';
  expect(await select(target, users)).toEqual(await select(server.databaseUrl, users));
  expect(await select(target, 'SELECT count(*)::int AS count FROM identity.sessions')).toEqual([{ count: 0 }]);
  const views =
    'INSERT INTO search.views (user_id, name, name_key, query) SELECT user_id, $$b$$, $$b$$, $$x$$ FROM identity.users';
  const [{ place } = {}] = await select(target, `${views} LIMIT 1 RETURNING place::int`);
  const [{ last } = {}] = await select(server.databaseUrl, 'SELECT max(place)::int AS last FROM search.views');
  expect(place).toBeGreaterThan(Number(last));
  expect(await restore()).toMatchObject({ code: 2, stderr: expect.stringContaining('has data of a Daybook') });
});

test('a backup of older tables becomes the newest', async () => {
  const [daybook, eventstore] = [await emptyDatabase(), await emptyDatabase()];
  const former = migrations.filter(
    ({ name }) => !/how users write a day|calendars|same id|note and the tags/.test(name),
  );
  expect(former.length).toBe(migrations.length - 4);
  const pool = openPool(daybook, openLogFile('test'), 1);
  await migrateSchema(pool, former);
  await pool.query(
    `INSERT INTO identity.users (user_id, ledger_id, email, password_hash, full_name, currency, registered_at)
      VALUES (gen_random_uuid(), gen_random_uuid(), 'a@example.com', 'hash', E'A\\nB\\u2028"', 'USD', now())`,
  );
  // A preview, a file that is being imported, and an imported one; the text of JSON is kept as it is given.
  await pool.query(
    `INSERT INTO imports.files (import_id, user_id, file_name, options, previewed_at, imported_at, session_hash)
      SELECT gen_random_uuid(), user_id, name, E'{"a":\n1}', now(), imported, 'x'
      FROM identity.users, (VALUES ('preview', NULL), ('begun', NULL), ('done', now())) AS f (name, imported);
    INSERT INTO imports.plans (import_id, after_revision, input_hash, total, summary, events)
      SELECT import_id, 0, 'h', 1, '{}', 'events' FROM imports.files WHERE file_name = 'begun'`,
  );
  await pool.end();
  const events = new pg.Client({ connectionString: eventstore });
  await events.connect();
  await migrateEventStore(events, SCHEMA_VERSION - 1);
  await events.query(
    `INSERT INTO events (position, stream, revision, id, type, data, metadata, json, created)
      VALUES (9007199254740993, 'a', 9223372036854775807, gen_random_uuid(), 'T', '\\x00ff', '', false, 17956701905770001);
      INSERT INTO stream_ends VALUES ('b', 41)`,
  );
  await events.end();
  const file = join(folder, 'former.zip');
  const told = () => {};
  const making = { file, passphrase: PASSPHRASE, schedule: null, isGentle: false, now: new Date(), told };
  await makeBackup({ ...making, databases: { daybook, eventstore } }, never);

  const [newDaybook, newEventstore] = [await emptyDatabase(), await emptyDatabase()];
  const backup = await openBackup(file, async () => PASSPHRASE);
  await loadDaybook(newDaybook, backup, told, never);
  await loadEvents(newEventstore, backup, told, never);
  backup.close();
  const names = await select(newDaybook, 'SELECT name FROM public.migrations');
  expect(names.map(({ name }) => name).toSorted()).toEqual(migrations.map(({ name }) => name).toSorted());
  const user = 'SELECT user_id, email, password_hash, full_name, registered_at::text FROM identity.users';
  expect(await select(newDaybook, user)).toEqual(await select(daybook, user));
  const files = "SELECT file_name AS name, options ->> 'a' AS a, session_hash AS hash FROM imports.files ORDER BY name";
  expect(await select(newDaybook, files)).toEqual([
    { name: 'begun', a: '1', hash: null },
    { name: 'done', a: '1', hash: null },
  ]);
  const all = 'SELECT position, stream, revision, id, type, data, metadata, json, created FROM events';
  expect(await select(newEventstore, all)).toEqual(await select(eventstore, all));
  expect(await select(newEventstore, 'SELECT * FROM stream_ends')).toEqual([{ stream: Buffer.from('b'), last: '41' }]);
});
