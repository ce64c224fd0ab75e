import { create } from 'zustand';
import type { ChangeSet, UndoPreview } from '../../contract/ledger-calls.ts';
import type { Conflict } from '../../contract/problem-details.ts';
import type { ChangeSetDetail } from '../server/change-sets.ts';
import { call } from '../server/client.ts';
import type { Outcome } from '../server/problem.ts';

/** What the dialog shows: the change-set, what its undo would do, and the later change-sets that stand in the way, by their ids. */
export type UndoQuestion = { detail: ChangeSetDetail; preview: UndoPreview; later: ReadonlyMap<string, ChangeSet> };

/** How many of the change-sets in the way are named. */
const NAMED_MAX = 20;

const useQuestionStore = create<{ question: UndoQuestion | null }>(() => ({ question: null }));

/** Returns the question that the dialog asks, or null while it is closed. */
export function useUndoQuestion(): UndoQuestion | null {
  return useQuestionStore(({ question }) => question);
}

/** Loads what the dialog shows, and opens it. */
export async function openUndoDialog(changeSetId: string): Promise<Outcome<UndoPreview>> {
  const [preview, detail] = await Promise.all([
    call('previewUndo', { changeSetId }),
    call('getChangeSet', { id: changeSetId }),
  ]);
  if (!preview.ok) return preview;
  if (!detail.ok) return detail;
  const later = await changeSetsInTheWay(preview.data.conflicts);
  useQuestionStore.setState({ question: { detail: detail.data, preview: preview.data, later } });
  return preview;
}

/** Shows other conflicts in the open dialog. */
export async function replaceConflicts(conflicts: Conflict[]): Promise<void> {
  const later = await changeSetsInTheWay(conflicts);
  useQuestionStore.setState(({ question }) => ({
    question: question && { ...question, preview: { ...question.preview, conflicts }, later },
  }));
}

/** Closes the dialog. */
export function closeUndoDialog(): void {
  useQuestionStore.setState({ question: null });
}

async function changeSetsInTheWay(conflicts: readonly Conflict[]): Promise<ReadonlyMap<string, ChangeSet>> {
  const ids = [...new Set(conflicts.map(({ changeSetId }) => changeSetId))].slice(0, NAMED_MAX);
  const outcomes = await Promise.all(ids.map((id) => call('getChangeSet', { id })));
  return new Map(outcomes.flatMap((one) => (one.ok ? [[one.data.changeSet._id, one.data.changeSet]] : [])));
}
