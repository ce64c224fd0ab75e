import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishDeletions } from '#api/identity/deletion.ts';
import { openEventLog } from '#event-log/event-log.ts';
import { openLogFile } from '#platform/log.ts';
import { ForeignLog } from '#projections/tables/checkpoint.ts';
import { LIVE } from '#projections/tables/read-models.ts';
import { startWorker } from '#projections/worker/worker.ts';
import { scavengeOf } from '#tools/embedded/eventstore/testing/scavenge.ts';
import { expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';
import { openStore, runCopy, type Store } from './stores.ts';

let server: TestServer;
let copy: Store;
beforeAll(async () => {
  [server, copy] = await Promise.all([openTestServer(), openStore()]);
});
afterAll(async () => {
  await copy.close();
  await server.close();
});

/** All but `change_sets`: the rows of scavenged events can't be restored from a log. */
const TABLES = [
  ...['ledgers', 'goals', 'entries', 'statistics', 'events', 'receipts', 'imported_keys', 'bank_texts', 'stalled'],
];

/** Every row of the tables, in a fixed order. */
async function readModelRows(): Promise<string[]> {
  const rows = await Promise.all(
    TABLES.map((table) =>
      server.database.query<{ row: string }>(`SELECT t::text AS row FROM ${LIVE}.${table} t ORDER BY 1`),
    ),
  );
  return rows.flatMap(({ rows: found }, at) => found.map(({ row }) => `${TABLES[at]} ${row}`));
}

const client = () => EventStoreDBClient.connectionString(server.eventStoreUrl);

test('read models rebuilt from a copy equal those of the source', async () => {
  const [clara, ann, gone] = [await server.newUser(), await server.newUser(), await server.newUser()];
  for (const user of [clara, ann, gone]) {
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 500 }));
    await expectOk(user.post('/transaction/create-expense', { title: 'Strings', amount: 41.5, wallet: 'Cash' }));
    await expectOk(user.post('/goals/create-goal', { title: 'Violin', finalAmount: 900 }));
  }
  // A reset truncates the stream, so this ledger begins at a later revision.
  await server.log.append(clara.userId, 2n, [
    { id: crypto.randomUUID(), type: 'LedgerReset', data: {}, metadata: reset('reset') },
    { id: crypto.randomUUID(), type: 'InitialDepositMade', data: { amount: 123_45 }, metadata: reset('deposit') },
  ]);
  await server.log.truncate(clara.userId, 3n);
  await expectOk(gone.post('/users/delete-account', { password: gone.password }));
  await finishDeletions(server.services);
  await settled(
    readModelRows,
    (rows) => rows.some((row) => row.includes('12345')) && !rows.join().includes(gone.userId),
  );
  // The copy must keep the revisions that follow scavenged events.
  expect(await scavengeOf(Number(new URL(server.eventStoreUrl).port), client())).toBeGreaterThan(3);
  const before = await readModelRows();
  expect(before.join()).toContain('12345');

  expect(await runCopy({ url: server.eventStoreUrl }, copy)).toMatchObject({ code: 0 });
  await server.worker.stop();
  const log = openEventLog(copy.url);
  const worker = () => startWorker({ databaseUrl: server.databaseUrl, log, logger: openLogFile('test', 'silent') });

  // A copy has other positions, so a worker must not resume on it from a checkpoint of the source.
  const refused = worker();
  await expect(refused.ready).rejects.toThrow(ForeignLog);
  await refused.stop();

  await server.database.query(`DROP SCHEMA ${LIVE} CASCADE`);
  const onCopy = worker();
  expect(await onCopy.ready).toBe('leading');
  expect(await readModelRows()).toEqual(before);
  await onCopy.stop();
  await log.close();
});

const reset = (commandId: string) => ({
  commandId,
  inputHash: 'none',
  recordedAt: '2026-11-20T10:00:00.000Z',
  version: 1,
});
