import type { History } from '../history.ts';
import { NOT_UNDOABLE } from '../model/constants.ts';

/** Why a change-set can't be undone, whatever the answers to conflicts. */
export type NotUndone = 'change_set_not_found' | 'not_undoable' | 'already_undone';

/**
 * A change-set, its target if it is an undo, and so on. Once the first of them is undone, every second one is in force,
 * from the second on.
 */
export type UndoChain = {
  ids: readonly string[];
  /** The change-set at its end, which is no undo. */
  rootId: string;
  /** The revision of the last event of the change-set at its beginning. */
  end: bigint;
  /** Whether the change-set at its end will be in force. */
  isRedone: boolean;
  /** Whether a change-set is in force before the undo. */
  wasInForce: (changeSetId: string) => boolean;
  /** Whether a change-set is in force once the undo is done. */
  isInForce: (changeSetId: string) => boolean;
};

/** The chain of the undo of a change-set, or why it can't be undone. Pure. */
export function undoChainOf({ changeSets, events }: History, changeSetId: string): UndoChain | NotUndone {
  const ids: string[] = [];
  for (let id: string | null = changeSetId; id !== null; ) {
    const changeSet = changeSets.get(id);
    if (!changeSet) return 'change_set_not_found';
    ids.push(id);
    id = changeSet.undoes;
  }
  const rootId = ids.at(-1) ?? '';
  const root = changeSets.get(rootId);
  const first = changeSets.get(changeSetId);
  // Of a change-set from before a reset no events are left.
  const isKnown = events.some(({ metadata }) => metadata.commandId === changeSetId);
  if (!root || !first || !isKnown) return 'change_set_not_found';
  if (NOT_UNDOABLE.includes(root.kind)) return 'not_undoable';
  const wasInForce = (id: string) => changeSets.get(id)?.undoneBy === null;
  // Each second change-set is undone by its neighbour. If another undo has undone one of the rest since, this undo was
  // overtaken.
  if (ids.some((id, index) => index % 2 === 0 && !wasInForce(id))) return 'already_undone';
  const isInForce = (id: string) => {
    const at = ids.indexOf(id);
    return at === -1 ? wasInForce(id) : at % 2 === 1;
  };
  return { ids, rootId, end: first.last, isRedone: ids.length % 2 === 0, wasInForce, isInForce };
}
