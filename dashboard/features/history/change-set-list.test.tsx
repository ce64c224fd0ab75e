import { expect, test } from 'vitest';
import { cache } from '../../server/cache.ts';
import { changeSetOf } from '../../testing/change-sets.ts';
import { api } from '../../testing/open.tsx';
import { changeSetsQuery } from './change-set-list.ts';

/** Change-sets at these revisions, recorded on days of November, as the API pages them. */
function answer(recorded: [revision: number, day: number][]): void {
  const newestFirst = recorded.toReversed().map(([revision, day]) => ({
    revision,
    changeSet: changeSetOf(String(revision), { recordedAt: new Date(2026, 10, day, 12).toISOString() }),
  }));
  api.answer('getChangeSets', (input) => {
    const { limit = 50, before } = input ?? {};
    const from = newestFirst.filter(({ revision }) => before === undefined || revision < Number(before));
    const page = from.slice(0, Number(limit));
    const next = from.length > page.length ? String(page.at(-1)?.revision) : null;
    return { changeSets: page.map(({ changeSet }) => changeSet), next };
  });
}

async function idsOn(day: string): Promise<string[]> {
  const { pages } = await cache.fetchInfiniteQuery(changeSetsQuery({ day }));
  expect(pages.map(({ next }) => next)).toEqual([null]);
  return pages.flatMap(({ rows }) => rows.map(({ _id }) => _id));
}

const few: [number, number][] = [
  [0, 1],
  [1, 1],
  [4, 5],
  [9, 5],
  [10, 7],
];

test.each([
  ['2026-11-01', ['1', '0']],
  ['2026-11-05', ['9', '4']],
  ['2026-11-07', ['10']],
  ['2026-11-03', []],
  ['2026-11-09', []],
  ['2026-10-31', []],
])('of %s are %j', async (day, ids) => {
  answer(few);
  expect(await idsOn(day)).toEqual(ids);
});

test('a day far back takes few calls, and goes on page by page', async () => {
  const many = Array.from({ length: 20_000 }, (_, at): [number, number] => [at * 2, 1 + Math.floor(at / 1000)]);
  answer(many);
  const query = changeSetsQuery({ day: '2026-11-03' });
  const first = await cache.fetchInfiniteQuery(query);
  const calls = api.inputsOf('getChangeSets').length;
  expect(calls).toBeLessThan(20);
  expect(first.pages[0]?.rows).toHaveLength(50);
  expect(first.pages[0]?.rows[0]?._id).toBe('5998');
  await cache.invalidateQueries({ queryKey: query.queryKey });
  const { pages } = await cache.fetchInfiniteQuery({ ...query, pages: 20 });
  expect(pages.at(-1)?.next).toBeNull();
  expect(pages.flatMap(({ rows }) => rows)).toHaveLength(1000);
});
