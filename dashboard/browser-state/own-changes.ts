import { create } from 'zustand';

/** A change-set that was undone in this tab, and the change-set that undid it. */
type Undone = { changeSetId: string; undoneBy: string };
type OwnChanges = { done: readonly string[]; undone: readonly Undone[] };

const NONE: OwnChanges = { done: [], undone: [] };
const useOwnChanges = create<OwnChanges>(() => NONE);

/** Notes the change-set of a command of this tab. The keyboard can no longer redo what was undone before. */
export function noteChange(changeSetId: string): void {
  useOwnChanges.setState(({ done }) => ({
    done: [...done.filter((id) => id !== changeSetId), changeSetId],
    undone: [],
  }));
}

/**
 * Notes that the change-set `undoneBy` undid another. Returns the change-set whose undo reverses this: `undoneBy`, or
 * after a redo the change-set that is in force again.
 */
export function noteUndo(changeSetId: string, undoneBy: string): string {
  const redone = useOwnChanges.getState().undone.find(({ undoneBy }) => undoneBy === changeSetId);
  forgetChange(changeSetId);
  useOwnChanges.setState(({ done, undone }) =>
    redone ? { done: [...done, redone.changeSetId] } : { undone: [...undone, { changeSetId, undoneBy }] },
  );
  return redone?.changeSetId ?? undoneBy;
}

/** Forgets a change-set that can't be undone. */
export function forgetChange(changeSetId: string): void {
  useOwnChanges.setState(({ done, undone }) => ({
    done: done.filter((id) => id !== changeSetId),
    undone: undone.filter(({ undoneBy }) => undoneBy !== changeSetId),
  }));
}

/** The newest change-set of this tab that is not undone. */
export const lastDone = (): string | undefined => useOwnChanges.getState().done.at(-1);

/** Whether this tab has a change-set that is not undone. */
export const useHasUndo = (): boolean => useOwnChanges(({ done }) => done.length > 0);

/** The change-set whose undo redoes what this tab has undone last. */
export const lastUndone = (): string | undefined => useOwnChanges.getState().undone.at(-1)?.undoneBy;

/** Forgets all change-sets, for another user or another ledger. */
export function forgetOwnChanges(): void {
  useOwnChanges.setState(NONE);
}
