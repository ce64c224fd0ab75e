import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { readableEvents } from '#ledger/log/readable-events.ts';
import { openLogFile } from '#platform/log.ts';
import { migrateSchema, NewerData } from '#platform/migrations.ts';
import { openPool } from '#platform/postgres.ts';
import { migrations as workerMigrations } from '#projections/tables/migrations.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { Daybook } from '../support/daybook.ts';
import { dumpOf } from '../support/dump.ts';
import { runCommand } from '../support/run-command.ts';
import { limitMs } from '../support/slowness.ts';

// The data of a newer version are refused at start with one sentence, and stay as they are.

/** A program that doesn't refuse would wait for its stores for ever. */
const ENDED_MS = limitMs(30_000);
const WHAT_TO_DO = 'start that version, or restore a backup from before it.';

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, openLogFile('test', 'fatal'));
});
afterEach(async () => {
  await pool.end();
  await database.release();
});

const note = (url: string, name: string) => change(url, 'INSERT INTO public.migrations (name) VALUES ($1)', [name]);

async function change(url: string, sql: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql, values).finally(() => client.end());
}

/** Runs a program of the project until it ends. Gives its exit code, and the reason that it told its parent. */
async function ended(script: string, env: Record<string, string>): Promise<{ code: number; reason: string }> {
  const child = fork(script, ['--port', '0'].slice(0, script.startsWith('tools') ? 2 : 0), {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, PORT: '0', DEMO_USER: 'off', ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: ENDED_MS,
  });
  let reason = '';
  child.on('message', (message: { type: string; message?: string }) => {
    if (message.type === 'failed') reason = message.message ?? '';
    if (message.type === 'ready') child.kill('SIGKILL');
  });
  const [code] = await once(child, 'exit');
  return { code, reason };
}

describe('migrations', () => {
  test('of a topic of its own, of a newer version, refuse all programs that know the topic', async () => {
    await migrateSchema(pool, migrations);
    await note(database.url, 'identity: passkeys');
    await expect(migrateSchema(pool, migrations)).rejects.toThrow(NewerData);
    await migrateSchema(pool, workerMigrations, readableEvents);
    await note(database.url, 'projections: something new');
    await expect(migrateSchema(pool, workerMigrations, readableEvents)).rejects.toThrow(NewerData);
  });

  test('of a topic that this version has not refuse the API', async () => {
    await migrateSchema(pool, migrations);
    await note(database.url, 'mail: what is to be sent');
    await expect(migrateSchema(pool, migrations)).rejects.toThrow("'mail: what is to be sent'");
  });

  test('an event that only a newer API writes refuses both', async () => {
    await migrateSchema(pool, migrations);
    await note(database.url, 'events: GoalCreated 2');
    await expect(migrateSchema(pool, migrations)).rejects.toThrow(NewerData);
    await expect(migrateSchema(pool, workerMigrations, readableEvents)).rejects.toThrow(NewerData);
  });

  test('a worker records no events, which only an API writes', async () => {
    await migrateSchema(pool, workerMigrations, readableEvents);
    const names = async () =>
      (await pool.query<{ name: string }>('SELECT name FROM public.migrations')).rows.map(({ name }) => name);
    expect((await names()).filter((name) => name.startsWith('events:'))).toEqual([]);
    await migrateSchema(pool, migrations);
    expect(await names()).toEqual(expect.arrayContaining(['events: IncomeRecorded 1', 'events: IncomeRecorded 2']));
  });
});

test.each([
  ['api/main.ts', 'identity: passkeys'],
  ['api/main.ts', 'events: GoalCreated 2'],
  ['projections/main.ts', 'projections: something new'],
  ['projections/main.ts', 'events: GoalCreated 2'],
])('%s refuses a database with the migration %s, and changes nothing', async (program, name) => {
  await migrateSchema(pool, migrations.slice(0, 3));
  await note(database.url, name);
  const before = await dumpOf(database.url);
  const { code, reason } = await ended(program, {
    DATABASE_URL: database.url,
    EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
  });
  expect([code, reason]).toEqual([
    1,
    `This database was written by a newer version of Daybook, which has '${name}': ${WHAT_TO_DO}`,
  ]);
  expect(await dumpOf(database.url)).toBe(before);
});

test('the event store refuses a database with a newer storage format, and changes nothing', async () => {
  await change(database.url, 'CREATE TABLE schema_version AS SELECT 99 AS version');
  const before = await dumpOf(database.url);
  const { code, reason } = await ended('tools/embedded/eventstore/main.ts', { EVENTSTORE_DATABASE_URL: database.url });
  expect(code).toBe(1);
  expect(reason).toMatch(/^A newer version of the event store wrote this database \(.* version 99, .*\): /);
  expect(reason).toContain(WHAT_TO_DO);
  expect(await dumpOf(database.url)).toBe(before);
});

describe('npm start', () => {
  let daybook: Daybook;
  beforeAll(async () => {
    daybook = await Daybook.prepare({ DEMO_USER: 'off' });
  });
  afterAll(() => daybook.remove());

  test('refuses a data folder with a newer layout, as commands do, and changes nothing', async () => {
    await writeFile(join(daybook.folder, 'layout'), '2\n');
    const sentence =
      `A newer version of Daybook wrote ${daybook.folder} (its layout is 2, and this version knows up to 1): ` +
      WHAT_TO_DO;
    await expect(daybook.start()).rejects.toThrow(`npm start ended with 1:\n${sentence}`);
    expect(await readdir(daybook.folder)).toEqual(['layout']);
    const { code, stderr } = await runCommand('tools/start/audit.ts', [], { DAYBOOK_DATA: daybook.folder });
    expect([code, stderr]).toEqual([2, `${sentence}\n`]);
    expect(await readdir(daybook.folder)).toEqual(['layout']);
    await rm(join(daybook.folder, 'layout'));
  });

  test('refuses what a newer API has written, with the sentence and the exit code 1', async () => {
    await daybook.start();
    const { databaseUrl } = JSON.parse(await readFile(join(daybook.folder, 'services.json'), 'utf8'));
    await note(databaseUrl, 'identity: passkeys');
    expect(await daybook.stop()).toBe(0);
    await expect(daybook.start()).rejects.toThrow(
      `The API can't start: This database was written by a newer version of Daybook, which has 'identity: passkeys': ` +
        WHAT_TO_DO.slice(0, -1),
    );
    expect(await daybook.stop()).toBe(1);
    expect(await readFile(join(daybook.folder, 'layout'), 'utf8')).toBe('1\n');
  });
});
