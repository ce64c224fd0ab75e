import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LedgerEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import { earned, planned, saved, spent, units } from '#ledger/testing/scenario.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { statisticsAround } from '#projections/queries/statistics.ts';
import { allStalled } from '#projections/storage/stalled.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const stored = (
  event: LedgerEvent,
  commandId: string = randomUUID(),
  recordedAt: string = '2026-11-20T18:30:00.000Z',
) => ({ id: randomUUID(), ...encode(event, { commandId, inputHash: 'hash', recordedAt }) });
const append = (userId: string, after: bigint, ...events: LedgerEvent[]) =>
  server.log.append(
    userId,
    after,
    events.map((event) => stored(event)),
  );
const odd = (type: string, data: unknown) => ({ ...stored(spent(5)), type, data });

const view = (userId: string) => loadLedgerView(server.database, userId);
/** The ledger's view once the read model has a revision. */
const viewAt = (userId: string, revision: bigint) =>
  settled(
    () => view(userId),
    (found) => found.revision >= revision,
  );
const stalledUser = async (userId: string) =>
  (await allStalled(server.database, 'projections')).find((one) => one.ledgerId === userId);
const stalls = (userId: string) => settled(() => stalledUser(userId), Boolean);

const reset: LedgerEvent = { type: 'LedgerReset', data: {} };

test('projects events to rows', async () => {
  const user = randomUUID();
  await append(user, -1n, earned(1000), spent(30.25), planned(300), saved(120));
  const ledger = await viewAt(user, 3n);
  expect(ledger.state.balance).toBe(units(1000 - 30.25 - 120));
  expect(ledger.transactionCount).toBe(2);
  expect([...ledger.state.goals.values()]).toMatchObject([{ title: 'Bicycle', currentAmount: units(120) }]);
  expect(await statisticsAround(server.database, user, '2026-11-16')).toEqual({
    week: { income: units(1000), expense: units(30.25) },
    month: { income: units(1000), expense: units(30.25) },
    year: { income: units(1000), expense: units(30.25) },
  });
  expect((await statisticsAround(server.database, user, '2026-11-15')).week).toEqual({ income: 0, expense: 0 });
});

test('a reset deletes the rows, keeps the command ids, and later events start from zero', async () => {
  const user = randomUUID();
  await server.log.append(user, -1n, [stored(earned(1000), 'first'), stored(planned(300)), stored(reset)]);
  await append(user, 2n, spent(5, 3, 'Bank'));
  const ledger = await viewAt(user, 3n);
  expect(ledger).toMatchObject({ transactionCount: 1, state: { balance: units(-5) } });
  expect(ledger.state.goals.size).toBe(0);
  const { rows } = await server.database.query(
    'SELECT FROM projections.change_sets WHERE ledger_id = $1 AND change_set_id = $2',
    [user, 'first'],
  );
  expect(rows).toHaveLength(1);
});

test('an erased ledger leaves no row', async () => {
  const user = randomUUID();
  await append(user, -1n, earned(1000), planned(300));
  await viewAt(user, 1n);
  await server.log.erase(user);
  await settled(
    () => view(user),
    ({ revision }) => revision === -1n,
  );
  for (const table of ['ledgers', 'goals', 'entries', 'statistics', 'change_sets', 'events', 'stalled']) {
    const { rows } = await server.database.query(`SELECT FROM projections.${table} WHERE ledger_id = $1`, [user]);
    expect([table, rows.length]).toEqual([table, 0]);
  }
});

describe('an event that can not be projected stalls only its ledger', () => {
  const cases: [string, ReturnType<typeof odd>, string][] = [
    ['of an unknown type', odd('GoldFound', { amount: 5 }), 'unknown event type'],
    ['with data that does not parse', odd('ExpenseRecorded', { amount: 0.5 }), 'ExpenseRecorded: data'],
    ['that names a goal nobody created', stored(saved(5)), 'names goal'],
    ['whose transaction is recorded already', stored(spent(5)), 'recorded already'],
    [
      'that takes the balance beyond what can be counted',
      stored({ ...earned(1, 9), data: { ...earned(1, 9).data, amount: Number.MAX_SAFE_INTEGER } } as LedgerEvent),
      'beyond what can be counted',
    ],
  ];

  test.each(cases)('%s', async (_, bad, reason) => {
    const user = randomUUID();
    const other = randomUUID();
    server.worker.pause();
    await append(user, -1n, earned(1000), spent(5));
    await server.log.append(user, 1n, [bad]);
    await append(user, 2n, earned(7, 3));
    await append(other, -1n, earned(20));
    server.worker.resume();

    expect(await viewAt(other, 0n)).toMatchObject({ state: { balance: units(20) } });
    expect(await stalls(user)).toMatchObject({
      revision: 2n,
      eventId: bad.id,
      reason: expect.stringContaining(reason),
    });
    expect(await view(user)).toMatchObject({ revision: 1n, state: { balance: units(995) }, transactionCount: 2 });

    await append(user, 3n, reset, earned(3));
    expect(await viewAt(user, 5n)).toMatchObject({ state: { balance: units(3) }, transactionCount: 1 });
    expect(await stalledUser(user)).toBeUndefined();
  });

  test.each(cases)('%s, but not where a reset follows at once', async (_, bad) => {
    const user = randomUUID();
    server.worker.pause();
    await append(user, -1n, earned(1000), spent(5));
    await server.log.append(user, 1n, [bad]);
    await append(user, 2n, reset, earned(3));
    server.worker.resume();
    expect(await viewAt(user, 4n)).toMatchObject({ state: { balance: units(3) }, transactionCount: 1 });
    expect(await stalledUser(user)).toBeUndefined();
  });

  test('because of an unsafe integer in a row', async () => {
    const user = randomUUID();
    const other = randomUUID();
    await append(user, -1n, earned(1000));
    await viewAt(user, 0n);
    await server.database.query('UPDATE projections.ledgers SET balance = $2 WHERE ledger_id = $1', [user, 2n ** 53n]);
    await append(user, 0n, spent(5));
    await append(other, -1n, earned(20));
    expect((await viewAt(other, 0n)).state.balance).toBe(units(20));
    expect(await stalls(user)).toMatchObject({
      revision: 1n,
      reason: expect.stringContaining('beyond the safe integers'),
    });
    await server.database.query('UPDATE projections.ledgers SET balance = 100000 WHERE ledger_id = $1', [user]);
    await server.restartWorker();
    expect((await viewAt(user, 1n)).state.balance).toBe(units(995));
  });

  test('because of a gap, which the next start fills from the stream', async () => {
    const user = randomUUID();
    await append(user, -1n, earned(1000));
    await viewAt(user, 0n);
    await server.worker.stop();
    await append(user, 0n, spent(1, 3), spent(1, 4));
    // As if the worker had missed revision 1: it is before the checkpoint but not applied.
    await append(user, 2n, spent(1, 5));
    const beforeLast = await positionOf(user, 2n);
    await server.database.query('UPDATE projections.checkpoint SET position = $1', [beforeLast]);
    await server.restartWorker();
    expect(await stalls(user)).toMatchObject({ revision: 3n, reason: 'revision 1 is missing' });

    await server.restartWorker();
    expect(await viewAt(user, 3n)).toMatchObject({ state: { balance: units(997) }, transactionCount: 4 });
    expect(await stalledUser(user)).toBeUndefined();
    await append(user, 3n, spent(1, 6));
    expect(await viewAt(user, 4n)).toMatchObject({ transactionCount: 5 });
  });

  test('and the readiness check has their number', async () => {
    const user = randomUUID();
    await server.log.append(user, -1n, [odd('GoldFound', {})]);
    await stalls(user);
    const { data } = await server.visitor().get<{ stalledUsers: number }>('/health/ready');
    expect(data.stalledUsers).toBe((await allStalled(server.database, 'projections')).length);
    expect(data.stalledUsers).toBeGreaterThan(0);
  });
});

async function positionOf(userId: string, revision: bigint): Promise<string> {
  for await (const event of server.log.subscribe(null, new AbortController().signal, () => {})) {
    if (event.kind === 'event' && event.ledgerId === userId && event.revision === revision) return event.position;
  }
  throw new Error('The subscription ended.');
}

describe('exactly once', () => {
  test('applied events are skipped after a checkpoint that lies before them', async () => {
    const user = randomUUID();
    await append(user, -1n, earned(1000), spent(30));
    await viewAt(user, 1n);
    await server.worker.stop();
    await server.database.query('UPDATE projections.checkpoint SET position = NULL');
    await server.restartWorker();
    await append(user, 1n, spent(1, 7));
    expect(await viewAt(user, 2n)).toMatchObject({ state: { balance: units(969) }, transactionCount: 3 });
    expect((await statisticsAround(server.database, user, '2026-11-20')).month).toEqual({
      income: units(1000),
      expense: units(31),
    });
  });

  test('a worker that is stopped amid many events resumes at its checkpoint', async () => {
    const users = Array.from({ length: 20 }, () => randomUUID());
    server.worker.pause();
    for (const user of users)
      await append(user, -1n, earned(1000), ...Array.from({ length: 60 }, (_, at) => spentNumber(at)));
    server.worker.resume();
    for (let times = 0; times < 4; times += 1) await server.restartWorker();
    for (const user of users) {
      expect(await viewAt(user, 60n)).toMatchObject({ state: { balance: units(940) }, transactionCount: 61 });
    }
  });
});

function spentNumber(number: number): LedgerEvent {
  const transactionId = `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
  return { type: 'ExpenseRecorded', data: { ...spent(1).data, transactionId } } as LedgerEvent;
}

test('deleted read models are rebuilt from the log, row for row', async () => {
  const user = randomUUID();
  await append(user, -1n, earned(1000), spent(30), planned(300), saved(20));
  await viewAt(user, 3n);
  // Events of one command with different times, as in the demo's samples, in two batches.
  await server.log.append(user, 3n, [stored(spentNumber(1), 'sample', '2026-10-01T18:30:00.000Z')]);
  await viewAt(user, 4n);
  await server.log.append(user, 4n, [stored(spentNumber(2), 'sample', '2026-10-02T18:30:00.000Z')]);
  await viewAt(user, 5n);
  const tables = ['ledgers', 'goals', 'entries', 'statistics', 'change_sets', 'events'];
  const content = async () =>
    await Promise.all(
      tables.map(async (table) => {
        const { rows } = await server.database.query(
          `SELECT to_jsonb(t) AS row FROM projections.${table} t WHERE ledger_id = $1 ORDER BY to_jsonb(t)::text`,
          [user],
        );
        return rows;
      }),
    );
  const before = await content();
  expect(before.every((rows) => rows.length > 0)).toBe(true);
  await server.worker.stop();
  await server.database.query('DROP SCHEMA projections CASCADE');
  await server.restartWorker();
  await viewAt(user, 5n);
  expect(await content()).toEqual(before);
});

test('read models of another log are refused and unchanged', async () => {
  await server.worker.stop();
  const { rows } = await server.database.query('SELECT log_id FROM projections.checkpoint');
  await server.database.query("UPDATE projections.checkpoint SET log_id = 'another'");
  await expect(server.restartWorker()).rejects.toThrow('another event log');
  await server.database.query('UPDATE projections.checkpoint SET log_id = $1', [rows[0]?.log_id]);
  await server.restartWorker();
});
