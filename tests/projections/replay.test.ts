import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { User } from '#contract/user.ts';
import { openEventLog } from '#event-log/event-log.ts';
import { accountKey } from '#ledger/ids.ts';
import { encode } from '#ledger/log/codec.ts';
import { earned, planned, saved, spent, units } from '#ledger/testing/scenario.ts';
import { openClient } from '#platform/postgres.ts';
import { newestEntries } from '#projections/queries/entries.ts';
import { allTransactions } from '#projections/queries/transactions.ts';
import type { Comparison } from '#projections/replay/compare.ts';
import { ReplayUnderWay, replay, StallsAnew } from '#projections/replay/replay.ts';
import { dropReplaced } from '#projections/replay/swap.ts';
import { addMissing } from '#projections/tables/add-missing.ts';
import { NewerReadModels } from '#projections/tables/checkpoint.ts';
import { READ_MODEL_VERSION } from '#projections/tables/version.ts';
import { startEventStore } from '#tools/embedded/eventstore/server.ts';
import { createTestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { dumpOf } from '../support/dump.ts';
import { toFormerTables } from '../support/former-tables.ts';
import { drawsOf, figuresOf, randomCommand } from '../support/random-life.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const SEED = Number(process.env.SEED ?? 20_261_123);

let server: TestServer;
let client: pg.Client;
beforeAll(async () => {
  server = await openTestServer();
  client = await openClient(server.databaseUrl);
});
afterAll(async () => {
  await client.end();
  await server.close();
});

/** Options of a replay: stop after this many events, another log than the server's, and small batches. */
type Running = { stopAfter?: number; log?: TestServer['log']; gently?: boolean };
/** The calls of the replay's listener, and whether it swapped. */
type ReplayResult = { began?: string | null; events: number; compared?: Comparison | null; swapped: boolean };

async function run({ stopAfter, log, gently }: Running = {}): Promise<ReplayResult> {
  const result: ReplayResult = { events: 0, swapped: false };
  const stopping = new AbortController();
  const listener = {
    began: (position: string | null) => {
      result.began = position;
    },
    applied: (events: number) => {
      result.events += events;
      if (result.events >= (stopAfter ?? Number.POSITIVE_INFINITY)) stopping.abort();
    },
    caughtUp: () => {},
    completed: () => {},
    compared: (comparison: Comparison | null) => {
      result.compared = comparison;
    },
    broke: () => {},
  };
  const parts = { client, log: log ?? server.log, epoch: null, listener, gently: gently ?? false };
  result.swapped = await replay(parts, stopping.signal);
  return result;
}

const stored = (event: Parameters<typeof encode>[0]) => ({
  id: randomUUID(),
  ...encode(event, { commandId: randomUUID(), inputHash: 'hash', recordedAt: '2026-11-20T18:30:00.000Z' }),
});

async function newUserWithData(): Promise<Caller> {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 900 }));
  const { data } = await expectOk(
    user.post<{ goal: { _id: string } }>('/goals/create-goal', { title: 'Bicycle', finalAmount: 300 }),
  );
  await expectOk(user.post('/goals/add-money-to-goal', { goalId: data.goal._id, currentAmount: 20.5 }));
  await expectOk(user.post('/transaction/create-expense', { title: 'Tea', amount: 3.25 }));
  await expectOk(user.post('/transaction/create-income', { title: 'Pay', amount: 40 }));
  return user;
}

/** The rows of the read models, without the times of command ids and the checkpoint. */
const rowsOfAll = async () =>
  (await dumpOf(server.databaseUrl))
    .split('\n')
    .filter((line) =>
      /^projections\.(ledgers|goals|entries|statistics|change_sets|events|receipts|stalled) /.test(line),
    )
    .sort();

const schemas = async () =>
  (
    await client.query<{ name: string }>(`SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'projections%'`)
  ).rows
    .map(({ name }) => name)
    .sort();

const oid = async () => (await client.query(`SELECT 'projections.ledgers'::regclass::oid AS oid`)).rows[0].oid;

test.each([false, true])(
  'rebuilds the read models, finds no differences, and swaps them (gently: %s)',
  async (gently) => {
    const users = [await newUserWithData(), await newUserWithData()];
    const [before, tables] = [await rowsOfAll(), await oid()];
    const result = await run({ gently });
    expect(result).toMatchObject({ began: null, swapped: true, compared: { differences: [] } });
    expect(result.compared?.ledgers).toBeGreaterThanOrEqual(users.length);
    expect(await rowsOfAll()).toEqual(before);
    expect(await oid()).not.toBe(tables);
    expect(await schemas()).toEqual(['projections']);
    for (const user of users) {
      await expectOk(user.post('/transaction/create-expense', { title: 'Milk', amount: 1 }));
      const { headers } = await expectOk(user.get('/users/get-current-user'));
      expect(headers.get('Projection-Lag')).toBeNull();
    }
  },
);

test('finds and repairs changed rows', async () => {
  const [one, two, three] = [await newUserWithData(), await newUserWithData(), await newUserWithData()];
  const right = await rowsOfAll();
  await client.query('UPDATE projections.ledgers SET balance = balance + 1 WHERE ledger_id = $1', [one.userId]);
  await client.query('DELETE FROM projections.entries WHERE ledger_id = $1', [two.userId]);
  await client.query(`INSERT INTO projections.statistics VALUES ($1, 'year', '1999-01-01', 5, 5)`, [three.userId]);
  const ghost = randomUUID();
  await client.query(
    `INSERT INTO projections.goals (ledger_id, goal_id, place, title, final_amount, current_amount)
      VALUES ($1, 'g', 0, 'Ghost', 1, 0)`,
    [ghost],
  );
  const { compared, swapped } = await run();
  expect(swapped).toBe(true);
  expect(compared?.differences).toEqual([
    { table: 'ledgers', ledgerIds: [one.userId] },
    { table: 'goals', ledgerIds: [ghost] },
    { table: 'entries', ledgerIds: [two.userId] },
    { table: 'statistics', ledgerIds: [three.userId] },
    { table: 'known_days', ledgerIds: [two.userId] },
    { table: 'category_months', ledgerIds: [two.userId] },
    { table: 'past_category_months', ledgerIds: [two.userId] },
    { table: 'piece_sums', ledgerIds: [two.userId] },
  ]);
  expect(await rowsOfAll()).toEqual(right);

  // The triggers came with the tables.
  await expectOk(two.post('/transaction/create-expense', { title: 'Tea', amount: 3, wallet: 'Cash' }));
  expect((await two.get('/ledger/explain?figure=balance')).data).toMatchObject({ agrees: true });
  expect((await two.get('/budget/month')).data).toMatchObject({ agrees: true, spent: 6.25 });
  expect((await two.get('/reports/run')).data).toMatchObject({ totals: { out: 6.25 } });
});

test('leaves the live read models unchanged when interrupted, and resumes at the next run', async () => {
  const user = randomUUID();
  const pay = { title: 'Pay', amount: units(1), category: 'Salary', date: '2026-11-20' } as const;
  const events = Array.from({ length: 2_500 }, () =>
    stored({ type: 'IncomeRecorded', data: { ...pay, transactionId: randomUUID() } }),
  );
  await server.log.append(user, -1n, events);
  await settled(
    async () => (await client.query('SELECT revision FROM projections.ledgers WHERE ledger_id = $1', [user])).rows[0],
    (ledger) => ledger?.revision === 2_499,
  );
  const [before, tables] = [await rowsOfAll(), await oid()];
  const first = await run({ stopAfter: 1 });
  expect(first).toMatchObject({ began: null, swapped: false });
  expect([await rowsOfAll(), await oid()]).toEqual([before, tables]);
  expect(await schemas()).toEqual(['projections', 'projections_next']);
  const second = await run();
  expect(second).toMatchObject({ began: expect.stringContaining('/'), swapped: true, compared: { differences: [] } });
  expect(second.events).toBeGreaterThan(0);
  expect(await rowsOfAll()).toEqual(before);
});

test('only one replay runs at a time', async () => {
  const other = await openClient(server.databaseUrl);
  try {
    const results = await Promise.allSettled([
      run(),
      replay(
        {
          client: other,
          log: server.log,
          epoch: null,
          listener: { began() {}, applied() {}, caughtUp() {}, completed() {}, compared() {}, broke() {} },
          gently: false,
        },
        new AbortController().signal,
      ),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(ReplayUnderWay) });
  } finally {
    await other.end();
  }
});

test('no request fails or sees older data during repeated replays', async () => {
  const users = [await newUserWithData(), await newUserWithData()];
  let isOver = false;
  const failures: unknown[] = [];
  const work = users.map(async (user, nth) => {
    for (let n = 0; !isOver; n += 1) {
      const { status, data } = await user.post<{ transactionCount: number }>('/transaction/create-income', {
        title: `${nth} ${n}`,
        amount: 1,
      });
      const seen = await user.get<{ transactionCount: number }>('/users/get-current-user');
      if (status !== 200 || seen.status !== 200 || seen.data.transactionCount !== data.transactionCount) {
        failures.push([status, data, seen.status, seen.data]);
      }
    }
  });
  for (let round = 0; round < 4; round += 1) {
    const { swapped, compared } = await run({ gently: round % 2 === 1 });
    expect([swapped, compared?.differences]).toEqual([true, []]);
  }
  isOver = true;
  await Promise.all(work);
  expect(failures).toEqual([]);
});

test('dropping the replaced read models does not deadlock with a transaction that reads them', async () => {
  const queryer = await openClient(server.databaseUrl);
  try {
    await client.query('CREATE SCHEMA projections_old');
    for (const table of ['a', 'b', 'c']) await client.query(`CREATE TABLE projections_old.${table} ()`);
    await queryer.query('BEGIN; LOCK TABLE projections_old.b IN ACCESS SHARE MODE');
    const dropping = dropReplaced(client, new AbortController().signal);
    await setTimeout(50);
    await queryer.query('SELECT FROM projections_old.a, projections_old.c');
    const { rows } = await queryer.query(`SELECT to_regnamespace('projections_old')::text AS schema`);
    expect(rows).toEqual([{ schema: 'projections_old' }]);
    await queryer.query('COMMIT');
    await dropping;
    expect(await schemas()).toEqual(['projections']);
  } finally {
    await queryer.end();
  }
});

test('read models with a new stalled ledger are not swapped in until it is resolved', async () => {
  const user = randomUUID();
  await server.log.append(user, -1n, [stored(planned(300)), { ...stored(spent(5)), type: 'GoldFound' }]);
  await settled(
    async () => (await client.query('SELECT FROM projections.stalled WHERE ledger_id = $1', [user])).rowCount,
    Boolean,
  );
  expect((await run()).swapped).toBe(true);
  await newUserWithData(); // The worker leads again, and has stalled the ledger again before it applied these.
  await client.query('DELETE FROM projections.stalled WHERE ledger_id = $1', [user]);
  const tables = await oid();
  await expect(run()).rejects.toThrow(StallsAnew);
  expect(await oid()).toBe(tables);
  await server.log.append(user, 1n, [stored({ type: 'LedgerReset', data: {} })]);
  expect(await run()).toMatchObject({ began: expect.any(String), swapped: true });
});

test('a worker of another version rebuilds the read models while the old ones stay live', async () => {
  const user = await newUserWithData();
  await server.worker.stop();
  await client.query(`UPDATE projections.checkpoint SET version = 'older'`);
  await client.query(`UPDATE projections.ledgers SET fold_version = 'older', balance = balance + 100`);
  await server.restartWorker();
  expect((await user.get('/users/get-current-user')).status).toBe(200);
  const version = async () => (await client.query('SELECT version FROM projections.checkpoint')).rows[0].version;
  await settled(version, (now) => now === READ_MODEL_VERSION);
  const { data } = await expectOk(
    user.post<{ currentBalance: number }>('/transaction/create-income', { title: 'x', amount: 1 }),
  );
  expect(data.currentBalance).toBe(900 - 20.5 - 3.25 + 40 + 1);
});

const columns = async () =>
  (
    await client.query(
      `SELECT table_name, array_agg(column_name::text ORDER BY column_name) FROM information_schema.columns
       WHERE table_schema = 'projections' GROUP BY 1 ORDER BY 1`,
    )
  ).rows;

test('a worker leaves read models of a newer version as they are, until a replay has built them anew', async () => {
  const user = await newUserWithData();
  await client.query(`INSERT INTO projection_worker.versions (version) VALUES ('newer')`);
  await client.query(`UPDATE projections.checkpoint SET version = 'newer'`);
  await client.query('DROP TABLE projections.bank_texts');
  await client.query('ALTER TABLE projections.goals DROP COLUMN description');
  const [tables, before] = [await oid(), await columns()];
  await addMissing(server.database);
  expect(await columns()).toEqual(before);
  await server.worker.stop();
  await expect(server.restartWorker()).rejects.toThrow(NewerReadModels);
  await expect(server.worker.ended).rejects.toThrow('start that version, or have them built anew by this one');
  expect([await oid(), await schemas()]).toEqual([tables, ['projections']]);

  expect(await run()).toMatchObject({ began: null, swapped: true, compared: null });
  await server.restartWorker();
  await client.query(`UPDATE projections.checkpoint SET version = 'unknown'`);
  await server.restartWorker();
  const version = async () => (await client.query('SELECT version FROM projections.checkpoint')).rows[0].version;
  await settled(version, (now) => now === READ_MODEL_VERSION);
  expect((await user.user()).currentBalance).toBe(900 - 20.5 - 3.25 + 40);
});

/** Whether the entries are a table, `r`, or a view, `v`. */
const kindOfEntries = async () =>
  (await client.query(`SELECT relkind FROM pg_class WHERE oid = 'projections.entries'::regclass`)).rows[0].relkind;

/** Answers without the categories of transfers, which those versions had not. */
function unfiled(answers: unknown): unknown {
  return JSON.parse(JSON.stringify(answers), (_, value: { type?: string } | null) => {
    if (value?.type !== 'Transfer') return value;
    const { categoryId: _id, ...entry } = { categoryId: null, ...value };
    return { ...entry, category: null };
  });
}

test('read models that have transactions and transfers apart answer the same until they are rebuilt', async () => {
  const user = await server.newUser();
  await server.log.append(user.userId, -1n, [stored({ type: 'PaymentConfirmed', data: { sessionId: 'cs_1' } })]);
  await settled(
    () => user.user(),
    ({ isPaidUser }) => isPaidUser,
  );
  const opened = { name: 'Card', kind: 'Credit card', openingBalance: 50 };
  const { data } = await expectOk(user.post<User>('/accounts/open-account', opened));
  const [everyday, card] = data.accounts;
  const moved = { from: card?._id, to: everyday?._id, amount: 5, date: '2026-11-01' };
  await expectOk(user.post('/transfer/create-transfer', moved));
  const draw = drawsOf(SEED);
  for (let command = 0; command < 120; command += 1) await randomCommand(user, draw, new Date('2026-11-20T09:00:00Z'));
  const seen = await user.user();
  const { accounts, transactionHistory } = seen;
  const addresses = [
    '/users/get-current-user',
    '/accounts/get-accounts',
    '/transaction/recent-transactions',
    '/transaction/get-transactions',
    '/transaction/get-transactions?limit=5',
    `/transaction/get-transactions?limit=5&before=${transactionHistory[3]?._id}`,
    '/ledger/entries?limit=500',
    '/ledger/entries?limit=7',
    ...accounts.map(({ _id }) => `/ledger/entries?limit=500&account=${_id}`),
    '/schedules',
    '/schedules/upcoming',
    '/stats/get-income-expense-by-time-range',
    '/stats/get-by-category?from=2026-01-01&to=2026-12-31',
    ...figuresOf(seen, '2026-11-20').map((figure) => `/ledger/explain?figure=${encodeURIComponent(figure)}`),
  ];
  const answers = async () =>
    unfiled(await Promise.all(addresses.map(async (address) => (await expectOk(user.get(address))).data)));
  const { rows } = await client.query('SELECT revision FROM projections.ledgers WHERE ledger_id = $1', [user.userId]);
  const asOf = BigInt(rows[0].revision) / 2n;
  const known = async () => {
    const rows = await Promise.all([
      newestEntries(server.database, user.userId, 500, null, null, asOf),
      ...accounts.map(({ _id }) =>
        newestEntries(server.database, user.userId, 500, null, accountKey(user.userId, _id), asOf),
      ),
      allTransactions(server.database, user.userId, asOf),
    ]);
    return rows.map((list) => list.map((row) => (row.type === 'Transfer' ? { ...row, category: null } : row)));
  };
  const [right, rightThen] = [await answers(), await known()];
  expect(rightThen.flat().some(({ type }) => type === 'Transfer')).toBe(true);

  await server.worker.stop();
  await toFormerTables(client, 'projections');
  await client.query(`UPDATE projections.checkpoint SET version = 'older'`);
  await client.query(`UPDATE projections.ledgers SET fold_version = 'older'`);
  for (const start of [1, 2]) {
    await addMissing(server.database);
    expect([start, await kindOfEntries()]).toEqual([start, 'v']);
    expect(await answers()).toEqual(right);
    expect(await known()).toEqual(rightThen);
  }

  let isOver = false;
  const reading = (async () => {
    while (!isOver) expect(await answers()).toEqual(right);
  })();
  await server.restartWorker();
  const version = async () => (await client.query('SELECT version FROM projections.checkpoint')).rows[0].version;
  await settled(version, (now) => now === READ_MODEL_VERSION);
  isOver = true;
  await reading;
  expect(await kindOfEntries()).toBe('r');
  await addMissing(server.database);
  expect(await answers()).toEqual(right);
  expect(await known()).toEqual(rightThen);
  await settled(schemas, (names) => names.join() === 'projections');
});

test('replaces the read models of a previous log', async () => {
  const database = await createTestDatabase();
  const store = await startEventStore({ databaseUrl: database.url, port: 0 });
  const log = openEventLog(store.url);
  try {
    const user = randomUUID();
    await log.append(user, -1n, [stored(earned(70)), stored(planned(300)), stored(saved(20))]);
    expect(await run({ log })).toMatchObject({ began: null, swapped: true, compared: null });
    await server.log.append(randomUUID(), -1n, [stored(earned(70))]);
    await expect(server.worker.ended).rejects.toThrow('another event log');
    const { rows } = await client.query('SELECT ledger_id, balance FROM projections.ledgers');
    expect(rows).toEqual([{ ledger_id: user, balance: 5_000 }]);
    expect(await run()).toMatchObject({ swapped: true, compared: null });
    await server.restartWorker();
  } finally {
    await log.close();
    await store.stop();
    await database.release();
  }
});
