import { expect, test } from 'vitest';
import { cache } from '../../server/cache.ts';
import { changeSetOf } from '../../testing/change-sets.ts';
import { api } from '../../testing/open.tsx';
import { changeSetsQuery } from './change-set-list.ts';

test('a day is asked for page by page, with the other filters', async () => {
  api.answer('getChangeSets', (input) => ({
    changeSets: [changeSetOf(input?.before === undefined ? '7' : '3')],
    next: input?.before === undefined ? '7' : null,
  }));
  const query = changeSetsQuery({ day: '2026-11-03', kind: 'create-expense' });
  const { pages } = await cache.fetchInfiniteQuery({ ...query, pages: 2 });
  expect(pages.flatMap(({ rows }) => rows.map(({ _id }) => _id))).toEqual(['7', '3']);
  const asked = { day: '2026-11-03', kind: 'create-expense', limit: '50' };
  expect(api.inputsOf('getChangeSets')).toEqual([asked, { ...asked, before: '7' }]);
});
