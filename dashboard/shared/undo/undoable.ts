import type { ChangeSet } from '#contract/ledger-calls.ts';
import { NOT_UNDOABLE } from '#ledger/model/constants.ts';

/** Whether a change-set of this kind can ever be undone. */
export function isUndoable(kind: ChangeSet['kind']): boolean {
  return !NOT_UNDOABLE.includes(kind);
}
