import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const HEADER = 'Date,Description,Amount,Status';
const previewed = async (user: Caller, lines: readonly string[]) => {
  const form = new FormData();
  form.set('file', new Blob([[HEADER, ...lines].join('\n')]), 'bank.csv');
  return (await expectOk(user.postForm<CallData<'importPreview'>>('/import/preview', form))).data;
};
const statuses = ({ rows }: CallData<'importPreview'>) => rows.map(({ status }) => status);
const entriesOf = async (user: Caller) => {
  const { data } = await expectOk(user.get<CallData<'getEntries'>>('/ledger/entries'));
  return data.entries.map(({ title, amount }) => `${title} ${amount}`).toSorted();
};

test('a payment that was imported while it was pending makes room for what is booked with another amount', async () => {
  const user = await server.newUser();
  const bread = '2026-10-01,Bakery,-3.00,Completed';
  const pending = await previewed(user, [bread, '2026-10-03,Shell Station 12,-100.00,Pending']);
  expect(statuses(pending)).toEqual(['new', 'not-booked']);
  await expectOk(user.post('/import/commit', { importId: pending.importId, choices: { 3: 'take' } }));
  expect(await entriesOf(user)).toEqual(['Bakery 3', 'Shell Station 12 100']);

  const booked = await previewed(user, [bread, '2026-10-05,SHELL STATION,-61.35,Completed']);
  expect(statuses(booked)).toEqual(['known', 'likely']);
  const [, row] = booked.rows;
  expect(row?.reason).toBe(
    'Imported before as ‘Shell Station 12’ of October 3, 2026 with another amount, which this file lacks',
  );
  const [match] = row?.matches ?? [];
  await expectOk(user.post('/import/commit', { importId: booked.importId, choices: { 3: { match: match?.id } } }));
  expect(await entriesOf(user)).toEqual(['Bakery 3', 'SHELL STATION 61.35']);
  const { data } = await expectOk(user.get<CallData<'getChangeSets'>>('/ledger/change-sets'));
  await expectOk(user.post('/ledger/undo', { changeSetId: data.changeSets[0]?._id }));
  expect(await entriesOf(user)).toEqual(['Bakery 3', 'Shell Station 12 100']);
});

test('two payments that a file has both are two, and one of another shop is none of the other', async () => {
  const user = await server.newUser();
  const first = await previewed(user, ['2026-10-03,Shell Station 12,-100.00,Completed']);
  await expectOk(user.post('/import/commit', { importId: first.importId }));
  const both = ['2026-10-03,Shell Station 12,-100.00,Completed', '2026-10-05,Shell Station 12,-61.35,Completed'];
  expect(statuses(await previewed(user, both))).toEqual(['known', 'new']);
  const other = ['2026-10-02,Bakery,-3.00,Completed', '2026-10-05,Bookshop,-61.35,Completed'];
  expect(statuses(await previewed(user, other))).toEqual(['new', 'new']);
  // Before it, and more than five days later, it is another one.
  const far = ['2026-10-02,Shell Station 12,-61.35,Completed', '2026-10-09,Shell Station 12,-62.00,Completed'];
  expect(statuses(await previewed(user, far))).toEqual(['new', 'new']);
});
