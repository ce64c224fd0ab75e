import { queryOptions } from '@tanstack/react-query';
import type { Problem } from '#contract/problems.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { atMoment, fetchData, keyAt, type Moment } from './cache.ts';
import { isProblem } from './problem.ts';
import { FOUND, FOUND_KEPT_MS } from './queries.ts';

/** How many entries a query finds, and their totals (product 5.15). */
export function foundQuery(q: string, known: Moment = null) {
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

/** So many of the newest entries with tags are looked at for the tags in use. */
const TAGGED_ENTRIES = 200;

/** The tags of the newest entries with tags, those of most entries first. */
export function tagsQuery(known: Moment = null) {
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
