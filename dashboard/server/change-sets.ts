import type { ChangeSet, FieldChange } from '../../contract/ledger-calls.ts';
import { call } from './client.ts';
import type { Resource } from './resource.ts';

/** The first part of the keys of lists of change-sets. */
export const CHANGE_SET_LIST = 'change-sets';
const CHANGE_SET = 'change-set';

/** The first part of the keys of all resources of change-sets. */
export const CHANGE_SET_KEYS = [[CHANGE_SET_LIST], [CHANGE_SET]] as const;

/** A change-set with each field that it changed. */
export type ChangeSetDetail = { changeSet: ChangeSet; changes: readonly FieldChange[] };

/** One change-set with what it changed. */
export function changeSetResource(id: string): Resource<ChangeSetDetail> {
  return { key: [CHANGE_SET, id], load: () => call('getChangeSet', { id }) };
}
