import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#audit/audit.ts';
import type { ChangeSet, HistoryResponse, LedgerSeal, SealCheck, Verification } from '#contract/ledger-calls.ts';
import type { Entry } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import { storable } from '#ledger/model/storable.ts';
import { deposited, planned } from '#ledger/testing/scenario.ts';
import { openClient } from '#platform/postgres.ts';
import { READ_MODEL_VERSION } from '#projections/tables/version.ts';
import { expectOk } from '../support/caller.ts';
import { previewed } from '../support/register-file.ts';
import { settled } from '../support/settled.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';
import { exported } from '../support/unzipped.ts';

// Postgres can't store NUL, and its functions can't read JSON with NUL or lone surrogates.

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const RECORDED_AT = '2026-11-20T18:30:00.000Z';
/** An event as the log has it; `data` where that is what an older version wrote. */
const stored = (event: LedgerEvent, commandId: string, data: object = event.data) => ({
  id: randomUUID(),
  ...encode(event, { commandId, inputHash: 'hash', recordedAt: RECORDED_AT }),
  data,
});

test.each([
  ['NUL', 'a\0b'],
  ['a lone surrogate', 'a\ud800b'],
  ['60,000 characters', 'x'.repeat(60_000)],
])('a log with %s in a key of an undo is read, replayed and undone like any other', async (_, key) => {
  const user = await server.newUser();
  const undone = { changeSetId: 'goal', chain: ['goal'], count: 1, today: '2026-11-20' };
  const goal = planned(10);
  const { goalId } = goal.data as { goalId: string };
  await server.log.append(user.userId, -1n, [stored(deposited(1_000), 'deposit'), stored(goal, 'goal')]);
  await server.log.append(user.userId, 1n, [
    stored({ type: 'ChangeSetUndone', data: undone }, 'away', { ...undone, resolve: { [key]: 'now' } }),
    stored({ type: 'GoalDeleted', data: { goalId, returnedAmount: 0 as never } }, 'away'),
  ]);
  // Read models of the version that recorded it hold the key, until they are rebuilt.
  await settled(
    () => server.database.query('SELECT FROM projections.events WHERE ledger_id = $1', [user.userId]),
    ({ rowCount }) => rowCount === 4,
    5_000,
  );
  const older = JSON.stringify({ ...undone, resolve: { [key]: 'now' } });
  const text = `UPDATE projections.events SET data = $1 WHERE ledger_id = $2 AND type = 'ChangeSetUndone'`;
  await server.database.query(text, [older, user.userId]);
  await server.database.query(`UPDATE projections.checkpoint SET version = 'older'`);
  await server.restartWorker();
  // The worker builds the read models anew.
  await settled(
    () => server.database.query<{ version: string }>('SELECT version FROM projections.checkpoint'),
    ({ rows }) => rows[0]?.version === READ_MODEL_VERSION,
  );

  const changeSets = () => user.get<{ changeSets: ChangeSet[] }>('/ledger/change-sets');
  await settled(changeSets, ({ data }) => data?.changeSets.length === 3);
  expect(server.logged.join('')).not.toContain('stalled');

  const history = (await expectOk(user.get<HistoryResponse>('/ledger/history'))).data;
  expect(history.entries.map(({ type }) => type)).toEqual([
    'GoalDeleted',
    'ChangeSetUndone',
    'GoalCreated',
    'InitialDepositMade',
  ]);
  for (const id of ['deposit', 'goal', 'away']) {
    await expectOk(user.get(`/ledger/change-set?id=${id}`));
    await expectOk(user.post('/ledger/preview-undo', { changeSetId: id }));
  }
  await expectOk(user.get('/ledger/what-changed?figure=balance&from=0&to=3'));
  const { seal } = (await expectOk(user.get<LedgerSeal>('/ledger/seal'))).data;
  expect((await expectOk(user.get<Verification>('/ledger/verify'))).data).toMatchObject({ intact: true, seal });
  await exported(user);

  const reader = await openClient(server.databaseUrl);
  const { findings } = await audit({ database: reader, log: server.log, ledgerId: user.userId });
  await reader.end();
  expect(findings).toEqual([]);

  const { data } = await expectOk(user.post<User>('/ledger/undo', { changeSetId: 'away' }));
  expect(data.goals).toHaveLength(1);
  expect((await expectOk(user.post<SealCheck>('/ledger/check-seal', { seal }))).data).toMatchObject({ holds: true });
});

test.each([
  [{ 'a\0b': 'now' }],
  [{ 'a\ud800b': 'then' }],
  [{ ['x'.repeat(201)]: 'now' }],
  [Object.fromEntries(Array.from({ length: 1_501 }, (_, at) => [`${at}`, 'now']))],
])('an undo with such keys is refused, and one with keys that are no conflict records none', async (resolve) => {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 1 }, { 'Idempotency-Key': 'deposit' }));
  const { status, problem } = await user.post('/ledger/undo', { changeSetId: 'deposit', resolve });
  expect([status, problem.code, Object.keys(problem.errors ?? {})]).toEqual([422, 'invalid', ['resolve']]);
  await expectOk(user.post('/ledger/undo', { changeSetId: 'deposit', resolve: { elsewhere: 'now' } }));
  const [, undone] = await eventsOf(server, user.userId);
  expect(undone?.data).not.toHaveProperty('resolve');
});

const BUDGET = {
  accounts: [{ entityId: 'a\0', accountName: 'A\0' }],
  payees: [{ entityId: 'p', name: 'P\0\ud800' }],
  masterCategories: [{ name: 'M', subCategories: [{ entityId: 'c', name: 'C\0' }] }],
  transactions: [
    {
      ...{ entityId: 't\0\ud800', accountId: 'a\0', payeeId: 'p', amount: -5.5, date: '2025-01-01', memo: 'M\0' },
      subTransactions: [
        { entityId: 's', amount: -2.5, categoryId: 'c', memo: 'N\0' },
        { entityId: 'u', amount: -3, categoryId: 'c', memo: '\ud800' },
      ],
    },
    { entityId: 'v\0', accountId: 'a\0', amount: -7, date: '2025-01-02', memo: 'W' },
  ],
};
const EXPORT = {
  ...{ stream: 'ledger-1', revision: 0, id: 'x', type: 'GoalCreated', metadata: {} },
  data: { goalId: randomUUID(), title: 'a\0b', finalAmount: 500, description: 'c\0\ud800' },
};

test.each([
  ['x.yfull', BUDGET],
  ['events.jsonl', EXPORT],
])('what a file %s names with such characters is imported without them', async (name, content) => {
  const user = await server.newUser();
  const { data } = await expectOk(previewed(user, new File([JSON.stringify(content)], name)));
  const choices = Object.fromEntries(data.rows.slice(-1).map(({ line }) => [line, 'leave']));
  await expectOk(user.post('/import/commit', { importId: data.importId, choices }));
  const events = await eventsOf(server, user.userId);
  expect(storable(events.map((event) => event.data))).toEqual(events.map((event) => event.data));
  const { entries } = (await expectOk(user.get<{ entries: Entry[] }>('/ledger/entries'))).data;
  for (const { _id } of entries) await expectOk(user.post('/transaction/get-transaction', { transactionId: _id }));
  await expectOk(user.get('/ledger/change-sets'));
  expect((await user.user()).goals).toHaveLength(name === 'x.yfull' ? 0 : 1);
});

test.each([{ delimiter: '\0' }, { delimiter: '\ud800' }, { debitWords: ['a\0'] }])(
  'a mapping with %j is refused',
  async (part) => {
    const user = await server.newUser();
    const form = new FormData();
    form.set('file', new File(['Date,Amount\n2026-01-01,5\n'], 'x.csv'));
    form.set('mapping', JSON.stringify({ ...part, columns: { date: 0, amount: 1 } }));
    const { status, problem } = await user.postForm('/import/preview', form);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['mapping']]);
  },
);
