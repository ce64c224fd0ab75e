import type { ChangeSet } from '#contract/ledger-calls.ts';
import { CHANGE_SET_KINDS, NOT_UNDOABLE } from '#ledger/model/constants.ts';

/** What a user does most is first in the filter. */
const FIRST: readonly ChangeSet['kind'][] = [
  'create-expense',
  'create-income',
  'update-transaction',
  'delete-transaction',
  'create-transfer',
  'update-transfer',
  'delete-transfer',
];
const IN_ORDER = [...new Set([...FIRST, ...CHANGE_SET_KINDS])];

/** Kinds that there are only with a second account, or for the demo user. */
const OF_TWO_ACCOUNTS = ['create-transfer', 'update-transfer', 'delete-transfer', 'close-account', 'reopen-account'];

/** The kinds that the filter offers: without those of transfers and of closing where there is one account. */
export function kindsFor(accounts: number): ChangeSet['kind'][] {
  return accounts > 1 ? IN_ORDER : IN_ORDER.filter((kind) => !OF_TWO_ACCOUNTS.includes(kind));
}

/** Whether a change-set of this kind can ever be undone. */
export function isUndoable(kind: ChangeSet['kind']): boolean {
  return !NOT_UNDOABLE.includes(kind);
}
