import type { ChangeSet } from '#contract/ledger-calls.ts';
import { fetchData } from '../../server/cache.ts';
import { listQuery, type PageOfList } from '../../server/list-query.ts';
import { CHANGE_SETS_KEY } from '../../server/queries.ts';

/**
 * Filter of change-sets: of one kind, of an account, by an actor, recorded on a day (ISO date in the local time zone).
 */
export type HistoryFilter = {
  kind?: ChangeSet['kind'];
  account?: string;
  actor?: string;
  day?: string;
};

/** The change-sets that pass a filter, newest first. */
export function changeSetsQuery(filter: HistoryFilter) {
  return listQuery([CHANGE_SETS_KEY, JSON.stringify(filter)], async (input): Promise<PageOfList<ChangeSet>> => {
    const { changeSets, next } = await fetchData('getChangeSets', { ...filter, ...input });
    return { rows: changeSets, next };
  });
}

/** The change-sets with these ids, in their order. */
export function chosenChangeSetsQuery(ids: readonly string[]) {
  return listQuery([CHANGE_SETS_KEY, 'chosen', ...ids], async (): Promise<PageOfList<ChangeSet>> => {
    const details = await Promise.all(ids.map((id) => fetchData('getChangeSet', { id, limit: 1 })));
    return { rows: details.map(({ changeSet }) => changeSet), next: null };
  });
}
