/** A change-set that was undone in this tab, and the change-set that undid it. */
type Undone = { changeSetId: string; undoneBy: string };

let done: readonly string[] = [];
let undone: readonly Undone[] = [];

/** Notes the change-set of a command of this tab. The keyboard can no longer redo what was undone before. */
export function noteChange(changeSetId: string): void {
  done = [...done.filter((id) => id !== changeSetId), changeSetId];
  undone = [];
}

/**
 * Notes that the change-set `undoneBy` undid another. Returns the change-set whose undo reverses this: `undoneBy`, or
 * after a redo the change-set that is in force again.
 */
export function noteUndo(changeSetId: string, undoneBy: string): string {
  const redone = undone.find(({ undoneBy }) => undoneBy === changeSetId);
  forgetChange(changeSetId);
  if (redone) done = [...done, redone.changeSetId];
  else undone = [...undone, { changeSetId, undoneBy }];
  return redone?.changeSetId ?? undoneBy;
}

/** Forgets a change-set that can't be undone. */
export function forgetChange(changeSetId: string): void {
  done = done.filter((id) => id !== changeSetId);
  undone = undone.filter(({ undoneBy }) => undoneBy !== changeSetId);
}

/** The newest change-set of this tab that is not undone. */
export const lastDone = (): string | undefined => done.at(-1);

/** The change-set whose undo redoes what this tab has undone last. */
export const lastUndone = (): string | undefined => undone.at(-1)?.undoneBy;

/** Forgets all change-sets, for another user or another ledger. */
export function forgetOwnChanges(): void {
  done = [];
  undone = [];
}
