import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const FILE = [
  'Date;Description;Amount',
  '2026-10-01;Rewe Markt 32;-10.00',
  '2026-10-08;Rewe Markt 17;-20.50',
  '2026-10-09;Kiosk am Ring;-3.00',
  '2026-10-31;Employer 10/2026;2500.00',
].join('\n');

const previewed = async (user: Caller) => {
  const form = new FormData();
  form.set('file', new Blob([FILE]), 'bank.csv');
  return (await expectOk(user.postForm<CallData<'importPreview'>>('/import/preview', form))).data;
};

const queue = async (user: Caller) => (await expectOk(user.get<CallData<'getToFile'>>('/ledger/to-file'))).data;

test('what has no category is grouped, filed as one change-set, and proposed by the past', async () => {
  const user = await server.newUser();
  expect(await queue(user)).toEqual({ count: 0, groups: [], groupsLeft: 0 });
  await expectOk(user.post('/users/update-word-list', { usesWordList: false }));
  const preview = await previewed(user);
  expect(preview.rows.map(({ categoryReason }) => categoryReason)).toEqual([null, null, null, null]);
  // An import does what its preview showed.
  await expectOk(user.post('/users/update-word-list', { usesWordList: true }));
  await expectOk(user.post('/import/commit', { importId: preview.importId }));
  const { groups } = await settled(
    () => queue(user),
    ({ count }) => count === 3,
    10_000,
  );
  expect(groups).toMatchObject([
    {
      ...{ title: 'Rewe Markt', type: 'Expense', count: 2, amount: 30.5, first: '2026-10-01', last: '2026-10-08' },
      proposal: { category: 'Groceries', reason: 'By the word list, for ‘rewe’' },
    },
    { title: 'Kiosk am Ring', type: 'Expense', proposal: null },
  ]);
  await expectOk(user.post('/ledger/archive-category', { categoryId: 'Groceries' }));
  expect((await queue(user)).groups[0]?.proposal).toBe(null);
  await expectOk(user.post('/ledger/restore-category', { categoryId: 'Groceries' }));
  const [rewe] = groups;
  const found = await expectOk(user.get<CallData<'find'>>(`/ledger/find?q=${encodeURIComponent(rewe?.query ?? '')}`));
  expect(found.data).toMatchObject({ count: 2, out: 30.5 });

  const change = { category: 'Groceries' };
  await expectOk(user.post('/ledger/bulk', { select: { ids: rewe?.ids }, change }));
  expect((await queue(user)).groups).toMatchObject([{ title: 'Kiosk am Ring' }]);
  const other = { select: { ids: rewe?.ids.slice(1) }, change: { category: null } };
  await expectOk(user.post('/ledger/bulk', other));
  expect((await queue(user)).groups[0]).toMatchObject({
    title: 'Rewe Markt 32',
    proposal: { category: 'Groceries', reason: 'As your entry with ‘Rewe Markt 32’' },
  });
  expect((await queue(await server.newUser())).count).toBe(0);
});

test('an import takes the categories of the word list, and says that they are its', async () => {
  const user = await server.newUser();
  const preview = await previewed(user);
  expect(preview.rows.map(({ category, categoryReason }) => [category, categoryReason])).toEqual([
    ['Groceries', 'By the word list, for ‘rewe’'],
    ['Groceries', 'By the word list, for ‘rewe’'],
    [null, null],
    [null, null],
  ]);
  await expectOk(user.post('/import/commit', { importId: preview.importId }));
  const { groups } = await settled(
    () => queue(user),
    ({ count }) => count === 1,
    10_000,
  );
  expect(groups).toMatchObject([{ title: 'Kiosk am Ring', proposal: null }]);
  const find = (q: string) => expectOk(user.get<CallData<'find'>>(`/ledger/find?q=${encodeURIComponent(q)}`));
  expect((await find('by:words')).data).toMatchObject({ count: 2, out: 30.5 });
  const { data } = await expectOk(user.get<CallData<'getEntries'>>('/ledger/entries?q=by:words'));
  const { data: entry } = await expectOk(user.get<CallData<'getEntry'>>(`/ledger/entry?id=${data.entries[0]?._id}`));
  expect(entry.origins).toMatchObject({ category: { by: 'words' }, title: { by: 'import' } });
});
