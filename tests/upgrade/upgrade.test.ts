import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { audit } from '#audit/audit.ts';
import { openClient } from '#platform/postgres.ts';
import { READ_MODEL_VERSION } from '#projections/tables/version.ts';
import { createTestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { Caller, expectOk } from '../support/caller.ts';
import { Daybook } from '../support/daybook.ts';
import { settled } from '../support/settled.ts';
import { openTestServer } from '../support/test-server.ts';
import { dumpDatabase } from './dump.ts';
import { DATABASES, thawDatabase, thawFolder } from './frozen-folder.ts';
import { answersOf, type Remembered } from './life.ts';

// Each frozen data folder is of a version whose data a start has to migrate, and has what its API answered.

const FOLDERS = join(import.meta.dirname, 'folders');
const names = readdirSync(FOLDERS).sort();
/** One of each layout: the stores of the first had no passwords and owners of their own. */
const LAYOUTS = [names[0] ?? '', names.at(-1) ?? ''];

test.each(names)('the data of %s are migrated by a start, and the answers are the same', async (name) => {
  const frozen = join(FOLDERS, name);
  const databases = { books: await createTestDatabase(), events: await createTestDatabase() };
  await thawDatabase(frozen, 'daybook', databases.books.url);
  await thawDatabase(frozen, 'eventstore', databases.events.url);
  const server = await openTestServer({ databases });
  try {
    await rebuilt(server.databaseUrl);
    await answersAreTheSame(name, server.origin);
    expect(await auditOf(server.databaseUrl, server.log)).toMatchObject({ found: 0, ledgers: 3 });
  } finally {
    await server.close();
  }
});

/** The lines of a dump, in any order, since rows have none. */
const linesOf = (sql: string) =>
  sql
    .split('\n')
    .map((line) => line.replace(/[,;]$/, ''))
    .sort();

test('a frozen database is what thawing it makes', async () => {
  for (const name of DATABASES) {
    const frozen = join(FOLDERS, LAYOUTS[1] ?? '');
    const database = await createTestDatabase();
    await thawDatabase(frozen, name, database.url);
    const client = await openClient(database.url);
    try {
      const sql = gunzipSync(await readFile(join(frozen, `${name}.sql.gz`))).toString();
      expect(linesOf(await dumpDatabase(client))).toEqual(linesOf(sql));
    } finally {
      await client.end();
      await database.release();
    }
  }
});

test.each(LAYOUTS)('npm start runs on the data folder of %s', async (name) => {
  const daybook = await Daybook.prepare({ DEMO_USER: 'off' });
  try {
    await thawFolder(join(FOLDERS, name), daybook.folder);
    await daybook.start();
    const { databaseUrl } = JSON.parse(await readFile(join(daybook.folder, 'services.json'), 'utf8'));
    await rebuilt(databaseUrl);
    await answersAreTheSame(name, daybook.address);
  } finally {
    await daybook.remove();
  }
});

/** Logs each user in with their password, compares what they are answered, and records an income. */
async function answersAreTheSame(name: string, origin: string): Promise<void> {
  const users: Remembered[] = JSON.parse(await readFile(join(FOLDERS, name, 'answers.json'), 'utf8'));
  expect(users).toHaveLength(2);
  for (const { email, password, answers } of users) {
    const user = new Caller(origin);
    const { data: before } = await expectOk(user.post('/users/login', { email, password }));
    expect(await answersOf(user)).toMatchObject(answers);
    const { data: after } = await expectOk(user.post('/transaction/create-income', { title: 'Tip', amount: 1.05 }));
    expect(after.currentBalance).toBeCloseTo(before.currentBalance + 1.05, 6);
  }
}

/** Waits until the read models are of this version. */
async function rebuilt(databaseUrl: string): Promise<void> {
  const client = await openClient(databaseUrl);
  try {
    const version = async () =>
      (await client.query<{ version: string }>('SELECT version::text FROM projections.checkpoint')).rows[0]?.version;
    await settled(version, (now) => now === READ_MODEL_VERSION);
  } finally {
    await client.end();
  }
}

async function auditOf(databaseUrl: string, log: Parameters<typeof audit>[0]['log']) {
  const database = await openClient(databaseUrl);
  try {
    return await audit({ database, log });
  } finally {
    await database.end();
  }
}
