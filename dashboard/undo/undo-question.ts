import { create } from 'zustand';
import type { ChangeSet, FieldChange, UndoPreview } from '#contract/ledger-calls.ts';
import { PAGE_ROWS, PAGE_ROWS_MAX } from '#contract/limits.ts';
import type { Conflict } from '#contract/problem-details.ts';
import type { Problem } from '#contract/problems.ts';
import { call } from '../server/client.ts';
import type { Outcome } from '../server/problem.ts';

/**
 * What the dialog shows of an undo: the change-set, the first of the fields that it changed, the pages of what the undo
 * would do that are loaded, and the later change-sets that stand in the way, by their ids.
 */
export type Asked = {
  changeSet: ChangeSet;
  changes: readonly FieldChange[];
  preview: UndoPreview;
  later: ReadonlyMap<string, ChangeSet>;
};

/** The question that the dialog asks; `asked` is null until what it shows has come. */
export type UndoQuestion = { changeSetId: string; asked: Asked | null };

/** How many of the change-sets in the way are named. */
const NAMED_MAX = 20;

const useQuestionStore = create<{ question: UndoQuestion | null }>(() => ({ question: null }));

/** Returns the question that the dialog asks, or null while it is closed. */
export function useUndoQuestion(): UndoQuestion | null {
  return useQuestionStore(({ question }) => question);
}

/**
 * Opens the dialog and loads what it shows. Gives null where the dialog was closed meanwhile; after a failure it is
 * closed.
 */
export async function openUndoDialog(changeSetId: string): Promise<Outcome<UndoPreview> | null> {
  const question = { changeSetId, asked: null };
  useQuestionStore.setState({ question });
  const [preview, detail] = await Promise.all([
    call('previewUndo', { changeSetId, limit: PAGE_ROWS }),
    call('getChangeSet', { id: changeSetId, limit: PAGE_ROWS_MAX }),
  ]);
  const later = preview.ok ? await changeSetsInTheWay(preview.data.conflicts) : new Map();
  if (useQuestionStore.getState().question !== question) return null;
  if (preview.ok && detail.ok) {
    const { changeSet, changes } = detail.data;
    useQuestionStore.setState({
      question: { changeSetId, asked: { changeSet, changes, preview: preview.data, later } },
    });
    return preview;
  }
  closeUndoDialog();
  return detail.ok ? preview : detail;
}

/** Loads the next page of what the open dialog shows. Gives the problem, or null after success. */
export async function loadMoreOfUndo(): Promise<Problem | null> {
  const { question } = useQuestionStore.getState();
  const before = question?.asked?.preview.next;
  if (!question?.asked || !before) return null;
  const { changeSetId, asked } = question;
  const page = await call('previewUndo', { changeSetId, limit: PAGE_ROWS_MAX, before });
  if (!page.ok) return page.problem;
  const preview = {
    ...page.data,
    effects: [...asked.preview.effects, ...page.data.effects],
    conflicts: [...asked.preview.conflicts, ...page.data.conflicts],
  };
  await show(question, { ...asked, preview });
  return null;
}

/** Loads all conflicts of the open dialog, and gives them; none where it was closed meanwhile. */
export async function loadAllConflicts(): Promise<Outcome<readonly Conflict[]>> {
  for (;;) {
    const preview = useQuestionStore.getState().question?.asked?.preview;
    if (!preview) return { ok: true, data: [] };
    if (preview.next === null || hasAllConflicts(preview)) return { ok: true, data: preview.conflicts };
    const problem = await loadMoreOfUndo();
    if (problem) return { ok: false, problem };
  }
}

/** Whether all conflicts of an undo are loaded. */
export function hasAllConflicts({ conflicts, conflictCount }: UndoPreview): boolean {
  return conflicts.length >= conflictCount;
}

/** Asks anew in the open dialog, since what stands in the way has changed. Gives the problem, or null after success. */
export async function askAnew(): Promise<Problem | null> {
  const { question } = useQuestionStore.getState();
  if (!question?.asked) return null;
  const { changeSetId, asked } = question;
  const limit = Math.min(Math.max(asked.preview.conflicts.length, PAGE_ROWS), PAGE_ROWS_MAX);
  const preview = await call('previewUndo', { changeSetId, limit });
  if (!preview.ok) return preview.problem;
  await show(question, { ...asked, preview: preview.data });
  return null;
}

/** Closes the dialog. */
export function closeUndoDialog(): void {
  useQuestionStore.setState({ question: null });
}

/** Shows more in the dialog, unless it asks something else meanwhile. */
async function show(question: UndoQuestion, asked: Asked): Promise<void> {
  const later = await changeSetsInTheWay(asked.preview.conflicts, asked.later);
  if (useQuestionStore.getState().question === question)
    useQuestionStore.setState({ question: { ...question, asked: { ...asked, later } } });
}

/** Loads those of the change-sets in the way that are not known yet. */
async function changeSetsInTheWay(
  conflicts: readonly Conflict[],
  known: ReadonlyMap<string, ChangeSet> = new Map(),
): Promise<ReadonlyMap<string, ChangeSet>> {
  const ids = [...new Set(conflicts.map(({ changeSetId }) => changeSetId))].slice(0, NAMED_MAX);
  const unknown = ids.filter((id) => !known.has(id));
  const outcomes = await Promise.all(unknown.map((id) => call('getChangeSet', { id, limit: 1 })));
  return new Map([
    ...known,
    ...outcomes.flatMap((outcome) => {
      if (!outcome.ok) return [];
      const { changeSet } = outcome.data;
      return [[changeSet._id, changeSet] as const];
    }),
  ]);
}
