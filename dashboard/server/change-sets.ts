import type { ChangeSet, FieldChange } from '../../contract/ledger-calls.ts';
import { call } from './client.ts';
import { mapData } from './problem.ts';
import { type Page, type PagedResource, pagedResource } from './resource.ts';

/** The first part of the keys of lists of change-sets. */
export const CHANGE_SET_LIST = 'change-sets';
const CHANGE_SET = 'change-set';

/** The first part of the keys of all resources of change-sets. */
export const CHANGE_SET_KEYS = [[CHANGE_SET_LIST], [CHANGE_SET]] as const;

/** Fields that a change-set changed; `count` is the number of all. */
export type ChangesPage = Page<FieldChange> & { changeSet: ChangeSet; count: number };

/** One change-set with what it changed, page by page. */
export function changeSetResource(id: string): PagedResource<FieldChange, ChangesPage> {
  return pagedResource<FieldChange, ChangesPage>(
    [CHANGE_SET, id],
    async (input) =>
      mapData(await call('getChangeSet', { id, ...input }), ({ changes, ...page }) => ({ rows: changes, ...page })),
    { rowsChange: true },
  );
}
