import { queryOptions } from '@tanstack/react-query';
import { atMoment, type CachedMoment, fetchData, keyAt } from './cache.ts';

/** The first part of the key of the categories. */
export const CATEGORIES = 'categories';

/** All categories, archived ones too, in the order in which they are shown (product 3.8). */
export function allCategoriesQuery(known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, CATEGORIES),
    queryFn: async () => (await fetchData('getCategories', atMoment(known))).categories,
    // Only few commands change them: `send-command.ts` refreshes them then.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
