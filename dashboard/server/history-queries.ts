import { queryOptions } from '@tanstack/react-query';
import { atMoment, type CachedMoment, fetchData, keyAt } from './cache.ts';
import { listQuery } from './list-query.ts';
import { CHANGE_SET_KEY, CHANGE_SETS_KEY, EXPLANATION, HISTORY, SEAL_KEY, WHAT_CHANGED } from './queries.ts';

/** The events of the ledger, newest first. */
export const historyQuery = listQuery([HISTORY], async (input) => {
  const { entries, next } = await fetchData('getHistory', input);
  return { rows: entries, next };
});

/** The change-sets that changed an entry after it was recorded, newest first, at most `count`. */
export function changesOfEntryQuery(entry: string, count: number) {
  return queryOptions({
    queryKey: [CHANGE_SETS_KEY, 'of entry', entry],
    queryFn: async () => (await fetchData('getChangeSets', { entry, limit: count + 1 })).changeSets.slice(0, -1),
  });
}

/** The seal of the ledger. */
export const sealQuery = queryOptions({ queryKey: [SEAL_KEY], queryFn: () => fetchData('seal') });

/** A change-set with its changed fields, page by page; `count` is the number of all fields. */
export function changeSetQuery(id: string) {
  return listQuery([CHANGE_SET_KEY, id], async (input) => {
    const { changes, ...page } = await fetchData('getChangeSet', { id, ...input });
    return { rows: changes, ...page };
  });
}

/**
 * Explanation of a figure, with pages of the entries behind it, newest first. Takes its name in the API (product 5.9).
 */
export function explanationQuery(figure: string, known: CachedMoment = null) {
  return listQuery(keyAt(known, EXPLANATION, figure), async (input) => {
    const explanation = await fetchData('explain', { figure, ...atMoment(known), ...input });
    const { entries, next, revision } = explanation;
    // Later pages are of the moment of the first, so that all of them add up.
    return { rows: entries, next, explanation, ...(revision !== null && { known: String(revision) }) };
  });
}

/** Steps of a figure from one moment to another (product 5.11). Each moment is a revision or an ISO instant. */
export function whatChangedQuery(figure: string, from: string, to: string) {
  return queryOptions({
    queryKey: [WHAT_CHANGED, figure, from, to],
    queryFn: () => fetchData('whatChanged', { figure, from, to }),
  });
}
