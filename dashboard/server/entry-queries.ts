import { queryOptions } from '@tanstack/react-query';
import type { Problem } from '#contract/problems.ts';
import type { Entry } from '#contract/transaction.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { atMoment, type CachedMoment, fetchData, keyAt } from './cache.ts';
import { call } from './client.ts';
import { listQuery, type PageOfList } from './list-query.ts';
import { type CallOutcome, isProblem } from './problem.ts';
import { ENTRIES_KEY, FOUND } from './queries.ts';

/** Part of a cursor after all entries of its day: the largest revision that a cursor can have. */
const END_OF_DAY = '.999999999999999';

/** The entries of a list: of one account, up to the end of one day (ISO date), and found by a query (product 5.15). */
export type ListedEntries = { account?: string | null; until?: string | null; q?: string };

/** The time after which the entries of a query are forgotten, since each typed query finds others. */
const FOUND_KEPT_MS = 300_000;

/** The expenses, income and transfers, newest first. */
export function entriesQuery({ account = null, until = null, q = '' }: ListedEntries, known: CachedMoment = null) {
  // Rows of a search show the place of a hit, which the details have.
  const filter = { ...(account !== null && { account }), ...(q !== '' && { q, details: 'true' as const }) };
  const from = until === null ? {} : { before: until + END_OF_DAY };
  const key = Object.entries({ ...filter, ...from }).map(([name, value]) => `${name} ${value}`);
  const list = listQuery(keyAt(known, ENTRIES_KEY, ...key), async (input): Promise<PageOfList<Entry>> => {
    const { entries, next } = await fetchData('getEntries', { ...filter, ...atMoment(known), ...from, ...input });
    return { rows: entries, next };
  });
  return q === '' ? list : { ...list, gcTime: FOUND_KEPT_MS };
}

/** The entries of each page of a download. */
const DOWNLOADED_ROWS = 500;

/** All entries that a query finds, newest first, with their details, page by page. */
export async function allEntries(q: string, known: CachedMoment): Promise<CallOutcome<Entry[]>> {
  const all: Entry[] = [];
  const input = { q, limit: DOWNLOADED_ROWS, details: 'true', ...atMoment(known) } as const;
  let page = await call('getEntries', input);
  while (page.ok) {
    all.push(...page.data.entries);
    const { next } = page.data;
    if (next === null) return { ok: true, data: all };
    page = await call('getEntries', { ...input, before: next });
  }
  return page;
}

/** How many entries a query finds, and their totals (product 5.15). */
export function foundQuery(q: string, known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, FOUND, 'totals', q),
    queryFn: () => fetchData('find', { q, ...atMoment(known) }),
    gcTime: FOUND_KEPT_MS,
  });
}

/** Whether a problem is about the query itself. */
export function isRefusal(problem: Problem): boolean {
  return isProblem(problem, 'invalid') || isProblem(problem, 'query_too_slow');
}

/** The user's views, oldest first. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async () => (await fetchData('getViews')).views,
});

/** The number of the newest entries with tags that are looked at for the tags in use. */
const TAGGED_ENTRIES = 200;

/** The tags of the newest entries with tags, tags of most entries first. */
export function tagsQuery(known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, FOUND, 'tags'),
    queryFn: async () => {
      const { entries } = await fetchData('getEntries', { q: 'has:tags', limit: TAGGED_ENTRIES, ...atMoment(known) });
      const entriesOf = Map.groupBy(
        entries.flatMap(({ tags }) => tags),
        (tag) => comparableText(tag),
      );
      return [...entriesOf.values()].toSorted((a, b) => b.length - a.length).flatMap(([tag]) => tag ?? []);
    },
  });
}

/** The query of entries without a category. */
export const UNFILED = 'category:-';

/** The entries without a category, by groups of like titles (product 5.16). */
export const toFileQuery = queryOptions({
  queryKey: [ENTRIES_KEY, 'to file'],
  queryFn: () => fetchData('getToFile'),
});
