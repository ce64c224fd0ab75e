import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GIVEN_CATEGORIES, listed } from '#ledger/model/categories.ts';
import { readQuery } from '#ledger/search/read-query.ts';
import { openLogFile } from '#platform/log.ts';
import { type Database, openPool } from '#platform/postgres.ts';
import { bankTextsInForce, findEntries, totalsOf } from '#projections/queries/search.ts';
import { ALL_ACCOUNTS, knownDays, NO_SUMS } from '#projections/tables/known-days.ts';
import { createReadModels, LIVE } from '#projections/tables/read-models.ts';
import { insertRows } from '#projections/tables/table.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';

const [LEDGER, ANOTHER] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
/** The ledger has this many entries, each from an import of its own. */
const ENTRIES = 300;
/** The number whose import is undone, each at the revision after this, and the number of these whose undo is undone. */
const [UNDONE, UNDONE_FROM] = [200, 1_000];
const [REDONE, REDONE_FROM] = [100, 2_000];

let forBooks: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  forBooks = await createTestDatabase();
  pool = openPool(forBooks.url, openLogFile('test', 'silent'), 1, { settings: '-c enable_bitmapscan=on' });
});
afterAll(async () => {
  await pool.end();
  await forBooks.release();
});

async function fillLedger(ledgerId: string, entries: number): Promise<void> {
  const fill = async (text: string, ...values: number[]) => await pool.query(text, [ledgerId, ...values]);
  const changeSets = `INSERT INTO ${LIVE}.change_sets
    (ledger_id, change_set_id, undoes, undone_by, kind, first, revision, input_hash, recorded_at, accounts)`;
  await fill(
    `${changeSets} SELECT $1, 'import' || n, NULL, CASE WHEN n > $3 AND n <= $4 THEN 'undo' || n END, 'import', n, n,
        '', now(), '[]' FROM generate_series(1, $2::int) AS n`,
    entries,
    REDONE,
    UNDONE,
  );
  const undo = `${changeSets} SELECT $1, $5::text || n, $6::text || n, CASE WHEN n <= $4 THEN 'redo' || n END, 'undo',
      $3 + n, $3 + n, '', now(), '[]' FROM generate_series(1, $2::int) AS n`;
  await pool.query(undo, [ledgerId, UNDONE, UNDONE_FROM, REDONE, 'undo', 'import']);
  await pool.query(undo, [ledgerId, REDONE, REDONE_FROM, 0, 'redo', 'undo']);
  await fill(
    `INSERT INTO ${LIVE}.entries
      (ledger_id, entry_id, revision, type, title, amount, date, recorded_at, account_id, known_from, texts)
    SELECT $1, 't' || n, n, 'Expense', 'Shop', 100, '2026-01-01'::date + n % 7, now(), 'everyday', n, E'shop\t'
    FROM generate_series(1, $2::int) AS n`,
    entries,
  );
  await fill(
    `INSERT INTO ${LIVE}.bank_texts (ledger_id, revision, entry_id, change_set_id, texts)
    SELECT $1, n, 't' || n, 'import' || n, E'payee\tcard' FROM generate_series(1, $2::int) AS n`,
    entries,
  );
  const dates = Array.from({ length: 7 }, (_, day) => `2026-01-0${day + 1}`);
  const days = dates.map((date) => ({ ledgerId, account: ALL_ACCOUNTS, date, knownFrom: 1n, ...NO_SUMS }));
  await insertRows(pool, LIVE, knownDays, days);
}

/** A node of a plan, with how often it ran, and the rows that it gave and left out each time. */
type Node = { [property: string]: unknown; Plans?: Node[] };

/** How many rows the nodes of a plan gave or left out in all. */
function rowsIn(node: Node): number {
  const handled = Object.entries(node).flatMap(([property, rows]) =>
    property === 'Actual Rows' || property.startsWith('Rows Removed by') ? [Number(rows)] : [],
  );
  const own = handled.reduce((sum, rows) => sum + rows, 0) * Number(node['Actual Loops']);
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsIn(below), own);
}

/** The result of `read`, and the number of rows that pass through the plans of its statements. */
async function counted<Value>(read: (database: Database) => Promise<Value>): Promise<{ value: Value; rows: number }> {
  let sum = 0;
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values);
    sum += rowsIn(rows[0]['QUERY PLAN'][0].Plan);
    return await pool.query(text, values);
  };
  return { value: await read({ query } as unknown as Database), rows: sum };
}

const NAMES = { today: '2026-03-18', accounts: [], categories: listed(GIVEN_CATEGORIES) };
/** Fifty words that no text has, each of which is looked for in the rows of files. */
const MANY_WORDS = Array.from({ length: 50 }, (_, number) => `-zz${number}`).join(' ');
/** Queries, which entries each finds by whether their import is in force, and how often it asks for rows of files. */
const QUERIES = [
  { text: 'is:imported', finds: 'imported', asks: 1 },
  { text: 'is:imported -is:edited', finds: 'imported', asks: 1 },
  { text: '-is:imported', finds: 'others', asks: 1 },
  { text: 'is:imported or is:edited', finds: 'imported', asks: 1 },
  { text: 'payee', finds: 'imported', asks: 1 },
  { text: 'counterparty:ay', finds: 'imported', asks: 1 },
  { text: MANY_WORDS, finds: 'all', asks: 50 },
] as const;

/**
 * For each entry a statement handles this number of rows, and as many again for each time that it asks for rows of
 * files.
 */
const ROWS_PER_ENTRY = 10;

/** Moments, and of how many entries the import was in force then. */
const MOMENTS = [
  { asOf: null, inForce: ENTRIES - UNDONE + REDONE },
  { asOf: BigInt(UNDONE_FROM + UNDONE / 2), inForce: ENTRIES - UNDONE / 2 },
  { asOf: BigInt(REDONE_FROM + REDONE / 2), inForce: ENTRIES - UNDONE + REDONE / 2 },
] as const;

describe.each([
  { known: 'nothing', prepare: async () => {} },
  { known: 'empty tables', prepare: async () => await pool.query('ANALYZE') },
  {
    known: 'another ledger, a small one',
    prepare: async () => {
      await fillLedger(ANOTHER, 20);
      await pool.query('ANALYZE');
    },
  },
  {
    known: 'another ledger, a large one',
    prepare: async () => {
      await fillLedger(ANOTHER, 5_000);
      await pool.query('ANALYZE');
    },
  },
])('where the statistics of Postgres know $known', ({ prepare }) => {
  beforeAll(async () => {
    await pool.query(`DROP SCHEMA IF EXISTS ${LIVE} CASCADE`);
    await createReadModels(pool, LIVE);
    await prepare();
    await fillLedger(LEDGER, ENTRIES);
  });

  test('a search looks at each row of a file as often as the query asks for it', async () => {
    for (const { text, finds, asks } of QUERIES) {
      const read = readQuery(text, NAMES);
      if ('problem' in read) throw new Error(`${text} is no query.`);
      for (const { asOf, inForce } of MOMENTS) {
        const count = { imported: inForce, others: ENTRIES - inForce, all: ENTRIES }[finds];
        const limit = { limit: ENTRIES, after: null, asOf };
        const page = await counted((database) => findEntries(database, LEDGER, read.query, limit));
        const totals = await counted((database) => totalsOf(database, LEDGER, read.query, asOf));
        const label = `${text} as of ${asOf}`;
        expect([page.value?.length, totals.value?.count], label).toEqual([count, count]);
        for (const { rows } of [page, totals]) expect(rows, label).toBeLessThan((1 + asks) * ROWS_PER_ENTRY * ENTRIES);
      }
    }
  });

  test('what the bank said of all entries is read once', async () => {
    const { value, rows } = await counted((database) => bankTextsInForce(database, LEDGER));
    expect(value.size).toBe(MOMENTS[0].inForce);
    expect(rows).toBeLessThan(ROWS_PER_ENTRY * ENTRIES);
  });
});
