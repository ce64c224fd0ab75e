import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysBetween } from '#ledger/model/days.ts';
import { openLogFile } from '#platform/log.ts';
import { type Database, openPool, readConsistently } from '#platform/postgres.ts';
import { accountsWithEntries, entriesNear, knownRows, titlesOfPast } from '#projections/queries/import-entries.ts';
import { keysOfFormer } from '#projections/tables/imported-keys.ts';
import { createReadModels, LIVE } from '#projections/tables/read-models.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { limitMs } from '../support/slowness.ts';

const LEDGER = '00000000-0000-4000-8000-000000000001';
/** The ledger has this many entries, all of them imported, and the file is compared with a tenth of them. */
const ENTRIES = Number(process.env.IMPORTED_ENTRIES ?? 60_000);
const ROWS = Number(process.env.IMPORTED_ROWS ?? 6_000);
const DAYS = 1_400;
const AMOUNTS = 997;

let forBooks: TestDatabase;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  forBooks = await createTestDatabase();
  pool = openPool(forBooks.url, openLogFile('test', 'silent'));
  await createReadModels(pool, LIVE);
  // The statistics of Postgres know of another ledger alone, as of one that has just grown.
  await fillLedger('00000000-0000-4000-8000-000000000002', 2_000);
  await pool.query('ANALYZE');
  await fillLedger(LEDGER, ENTRIES);
}, limitMs(600_000));

async function fillLedger(ledgerId: string, entries: number): Promise<void> {
  const fill = async (text: string) => await pool.query(text, [ledgerId, entries]);
  await pool.query(
    `INSERT INTO ${LIVE}.change_sets (ledger_id, change_set_id, input_hash, first, revision, recorded_at, kind, accounts)
     VALUES ($1, 'import', '', 0, $2, now(), 'import', '[]')`,
    [ledgerId, entries],
  );
  await fill(`INSERT INTO ${LIVE}.entries
      (ledger_id, entry_id, revision, type, title, amount, category, date, recorded_at, account_id, known_from)
    SELECT $1, 't' || n, n, 'Expense', 'Shop ' || n, 100 + n % ${AMOUNTS}, 'Groceries',
      '2022-01-01'::date + n % ${DAYS}, now(), 'everyday', n
    FROM generate_series(1, $2::int) AS n`);
  await fill(`INSERT INTO ${LIVE}.events (ledger_id, revision, entity_id, change_set_id, recorded_at, type, data)
    SELECT $1, n, 't' || n, 'import', now(), 'ExpenseRecorded', '{"imported": []}' FROM generate_series(1, $2::int) AS n`);
  const rows = `(SELECT $1::text AS ledger_id, 'k' || n AS key, n AS revision FROM generate_series(1, $2::int) AS n) r`;
  await fill(`INSERT INTO ${LIVE}.imported_keys (ledger_id, block, keys) ${keysOfFormer(rows)}`);
}
afterAll(async () => {
  await pool.end();
  await forBooks.release();
});

/** The result of `read`, and the number of rows that Postgres has fetched for it. */
async function counted<Value>(
  read: (database: Database) => Promise<Value>,
): Promise<{ value: Value; fetched: number }> {
  return await readConsistently(pool, async (client) => {
    const count = async () => {
      const { rows } = await client.query<{ count: number }>(
        'SELECT sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::bigint AS count FROM pg_stat_xact_user_tables',
      );
      return rows[0]?.count ?? 0;
    };
    const before = await count();
    const begin = performance.now();
    const value = await read(client);
    if (process.env.IMPORTED_ENTRIES)
      console.log(read.toString().slice(0, 60), Math.round(performance.now() - begin), 'ms');
    return { value, fetched: (await count()) - before };
  });
}

test('rows of a file are compared by their keys, days and amounts, whatever else the ledger has', async () => {
  // Of a file that was not imported before, and of one that was.
  const fresh = Array.from({ length: ROWS }, (_, at) => `other ${at}`);
  const unknown = await counted((database) => knownRows(database, LEDGER, fresh));
  expect(unknown.value.size).toBe(0);
  expect(unknown.fetched).toBeLessThan(ROWS);
  const again = await counted((database) => knownRows(database, LEDGER, ['k1', 'k2', 'other']));
  expect([...again.value]).toEqual(expect.arrayContaining([['k1', 't1']]));
  expect(again.value.size).toBe(2);

  const sought = Array.from({ length: ROWS }, (_, at) => ({
    account: 'everyday',
    date: new Date(Date.UTC(2022, 0, 1 + ((at * 7) % DAYS))).toISOString().slice(0, 10),
    amount: -(100 + ((at * 31) % AMOUNTS)),
  }));
  const near = await counted((database) => entriesNear(database, LEDGER, sought, 5));
  // In 11 days there are this many entries of an amount.
  expect(near.fetched).toBeLessThan(ROWS * (1 + (3 * ENTRIES * 11) / DAYS / AMOUNTS));
  expect(near.value.length).toBeLessThan(ROWS * (1 + (2 * ENTRIES) / DAYS / AMOUNTS));
  const [one] = near.value;
  expect(one).toMatchObject({ isImported: true, account: 'everyday', type: 'Expense', toAccount: null });
  const wanted = new Map<number, string[]>();
  for (const { date, amount } of sought) wanted.set(-amount, [...(wanted.get(-amount) ?? []), date]);
  const isWanted = ({ date, amount }: { date: string; amount: number }) =>
    wanted.get(amount)?.some((day) => daysBetween(day, date) <= 5);
  expect(near.value.every(isWanted)).toBe(true);
});

test('the nearest transactions and the nearest transfers of an amount are compared', async () => {
  const ledgerId = '00000000-0000-4000-8000-000000000003';
  for (const [type, toAccount] of [
    ['Expense', null],
    ['Transfer', 'savings'],
  ]) {
    await pool.query(
      `INSERT INTO ${LIVE}.entries
        (ledger_id, entry_id, revision, type, title, amount, date, recorded_at, account_id, to_account, known_from)
      SELECT $1, $2 || n, n, $2, $2, 700, '2022-01-10'::date + n / 6, now(), 'everyday', $3, n
      FROM generate_series(0, 29) AS n`,
      [ledgerId, type, toAccount],
    );
  }
  const near = async (account: string, amount: number) =>
    (await entriesNear(pool, ledgerId, [{ account, date: '2022-01-10', amount }], 5)).map(({ entryId }) => entryId);
  const nearest = (type: string) => Array.from({ length: 20 }, (_, n) => `${type}${n}`);
  expect(await near('everyday', -700)).toEqual([...nearest('Expense'), ...nearest('Transfer')]);
  expect(await near('savings', 700)).toEqual([...nearest('Expense'), ...nearest('Transfer')]);
  expect(await near('savings', -700)).toEqual([]);
});

test('categories are proposed from a bounded number of entries', async () => {
  const { value, fetched } = await counted((database) => titlesOfPast(database, LEDGER));
  expect(value.length).toBeGreaterThan(0);
  expect(fetched).toBeLessThanOrEqual(50_000);
});

test('an account has an entry by the first of them', async () => {
  const { value, fetched } = await counted((database) =>
    accountsWithEntries(database, LEDGER, ['everyday', 'another']),
  );
  expect([...value]).toEqual(['everyday']);
  expect(fetched).toBeLessThan(10);
});
