import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLogFile } from '#platform/log.ts';
import {
  type Database,
  isOfReplacedTable,
  openClient,
  openPool,
  readConsistently,
  transaction,
} from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { entriesBehind, type FigureSelection, partsBehind, stepsBehind } from '#projections/queries/behind-figures.ts';
import { newestEntries } from '#projections/queries/entries.ts';
import { entriesOfAccount } from '#projections/queries/reconcile.ts';
import { createReadModels, LIVE } from '#projections/tables/read-models.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await openClient(database.url);
  await createReadModels(client, LIVE);
});
afterAll(async () => {
  await client.end();
  await database.release();
});

/** The texts that the connection has prepared, by their names. */
async function preparedTexts(): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; statement: string }>(
    'SELECT name, statement FROM pg_prepared_statements',
  );
  return new Map(rows.map(({ name, statement }) => [name, statement]));
}

test('each text is prepared once, under a name that Postgres does not cut', async () => {
  const texts = ['SELECT $1::int + 0 AS number', 'SELECT $1::int + 1 AS number'];
  const numbers: number[] = [];
  for (const value of [1, 10]) {
    for (const text of texts) {
      const { rows } = await queryPrepared<{ number: number }>(client, text, [value]);
      numbers.push(rows[0]?.number ?? 0);
    }
  }
  expect(numbers).toEqual([1, 2, 10, 11]);
  const found = [...(await preparedTexts())].filter(([, text]) => texts.includes(text));
  expect(found.map(([, text]) => text).sort()).toEqual(texts);
  // Postgres cuts a name to 63 bytes, and would then take two for the same.
  expect(found.map(([name]) => Buffer.byteLength(name) < 63)).toEqual([true, true]);
});

test('a statement goes on when its table is replaced by one with other types', async () => {
  const pool = openPool(database.url, openLogFile('test', 'silent'), 2);
  const ask = async (on: Database) =>
    (await queryPrepared<{ kind: string }>(on, 'SELECT id, pg_typeof(id)::text AS kind FROM things', [])).rows[0]?.kind;
  const askBoth = () => Promise.all([ask(pool), ask(pool)]);
  const becomes = async (type: string) => {
    await pool.query(`DROP TABLE IF EXISTS things`);
    await pool.query(`CREATE TABLE things AS SELECT 1::${type} AS id`);
  };
  try {
    await becomes('int');
    expect(await askBoth()).toEqual(['integer', 'integer']);
    await becomes('text');
    expect(await askBoth()).toEqual(['text', 'text']);
    await becomes('bigint');
    expect(await readConsistently(pool, ask)).toBe('bigint');
    await becomes('numeric');
    await expect(transaction(pool, ask)).rejects.toSatisfy(isOfReplacedTable);
    expect(await transaction(pool, ask)).toBe('numeric');
    expect(await askBoth()).toEqual(['numeric', 'numeric']);
  } finally {
    await pool.query('DROP TABLE IF EXISTS things');
    await pool.end();
  }
});

test('a connection prepares no more statements when other values are asked for', async () => {
  const ask = async (word: string, day: string, revision: bigint, limit: number) => {
    const days = { from: day, to: day };
    const selections: FigureSelection[] = [
      { kind: 'balance', account: null },
      { kind: 'balance', account: word },
      { kind: 'type', type: limit > 1 ? 'Income' : 'Expense', days, expenses: [word] },
      { kind: 'category', type: limit > 1 ? 'Income' : 'Expense', categories: null, days },
      { kind: 'category', type: limit > 1 ? 'Income' : 'Expense', categories: [word], days },
    ];
    for (const asOf of [null, revision]) {
      for (const after of [null, { date: day, revision }]) {
        for (const account of [null, word]) await newestEntries(client, word, limit, after, account, asOf);
        for (const selection of selections) await entriesBehind(client, word, selection, { limit, after, asOf });
      }
      for (const selection of selections) await partsBehind(client, word, selection, asOf);
    }
    for (const selection of selections) {
      await stepsBehind(client, word, selection, { after: revision, upTo: revision + 1n });
    }
    await entriesOfAccount(client, word, word, days, limit);
  };
  await ask('one', '2026-01-01', 1n, 1);
  const before = await preparedTexts();
  await ask('two', '2026-02-02', 2n, 2);
  expect(await preparedTexts()).toEqual(before);
  // The pages of seven lists, each from the beginning or a place, as it is or as known; five figures, of which two
  // are made up of the same sums of days; an account's days.
  expect([...before.values()].filter((text) => text.includes(`${LIVE}.`))).toHaveLength(7 * 4 + (5 * 3 - 1) + 1);
});
