import { create } from 'zustand';
import type { ChangeSet, FieldChange, UndoPreview } from '#contract/ledger-calls.ts';
import { PAGE_ROWS, PAGE_ROWS_MAX } from '#contract/limits.ts';
import type { ConflictDetails } from '#contract/problem-details.ts';
import type { Problem } from '#contract/problems.ts';
import { call } from '../../server/client.ts';
import type { CallOutcome } from '../../server/problem.ts';
import { hasOneAnswer } from './conflict-groups.ts';

/**
 * Content of the dialog for an undo: the change-set, the first of its changed fields, the loaded pages of the preview,
 * and the later change-sets that cause conflicts, by id.
 */
export type UndoContent = {
  changeSet: ChangeSet;
  changes: readonly FieldChange[];
  preview: UndoPreview;
  later: ReadonlyMap<string, ChangeSet>;
};

/** The question of the dialog; `content` is null until it is loaded. */
export type UndoQuestion = { changeSetId: string; content: UndoContent | null };

/** Number of conflicting change-sets that are named. */
const NAMED_MAX = 20;

const useQuestionStore = create<{ question: UndoQuestion | null }>(() => ({ question: null }));

/** Returns the question of the dialog, or null while it is closed. */
export function useUndoQuestion(): UndoQuestion | null {
  return useQuestionStore(({ question }) => question);
}

/** Opens the dialog and loads its content. Resolves to null if it was closed meanwhile; closes it after a failure. */
export async function openUndoDialog(changeSetId: string): Promise<CallOutcome<UndoPreview> | null> {
  const question = { changeSetId, content: null };
  useQuestionStore.setState({ question });
  const [preview, detail] = await Promise.all([
    previewOfUndo(changeSetId),
    call('getChangeSet', { id: changeSetId, limit: PAGE_ROWS_MAX }),
  ]);
  const later = preview.ok ? await changeSetsInTheWay(preview.data.conflicts) : new Map();
  if (useQuestionStore.getState().question !== question) return null;
  if (preview.ok && detail.ok) {
    const { changeSet, changes } = detail.data;
    useQuestionStore.setState({
      question: { changeSetId, content: { changeSet, changes, preview: preview.data, later } },
    });
    return preview;
  }
  closeUndoDialog();
  return detail.ok ? preview : detail;
}

/** Loads the next page of the open dialog. Resolves to the problem, or to null after success. */
export async function loadMoreOfUndo(): Promise<Problem | null> {
  const { question } = useQuestionStore.getState();
  const before = question?.content?.preview.next;
  if (!question?.content || !before) return null;
  const { changeSetId, content } = question;
  const preview = await withNextPage(changeSetId, content.preview, before);
  if (!preview.ok) return preview.problem;
  await show(question, { ...content, preview: preview.data });
  return null;
}

/** Loads pages of a preview, the first of `limit` rows, until there is something to ask. */
export async function previewOfUndo(changeSetId: string, limit = PAGE_ROWS): Promise<CallOutcome<UndoPreview>> {
  let preview: CallOutcome<UndoPreview> = await call('previewUndo', { changeSetId, limit });
  while (preview.ok && !hasAllConflicts(preview.data) && preview.data.conflicts.every(hasOneAnswer)) {
    const { next } = preview.data;
    if (next === null) return preview;
    preview = await withNextPage(changeSetId, preview.data, next);
  }
  return preview;
}

/** Loads the page after the loaded ones of a preview. */
async function withNextPage(
  changeSetId: string,
  { effects, conflicts }: UndoPreview,
  before: string,
): Promise<CallOutcome<UndoPreview>> {
  const page = await call('previewUndo', { changeSetId, limit: PAGE_ROWS_MAX, before });
  if (!page.ok) return page;
  const { data } = page;
  return {
    ok: true,
    data: { ...data, effects: [...effects, ...data.effects], conflicts: [...conflicts, ...data.conflicts] },
  };
}

/** Loads all conflicts of the open dialog and resolves to them; to none if it was closed meanwhile. */
export async function loadAllConflicts(): Promise<CallOutcome<readonly ConflictDetails[]>> {
  for (;;) {
    const preview = useQuestionStore.getState().question?.content?.preview;
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

/**
 * Loads the preview of the open dialog again after new conflicts. Resolves to the problem, or to null after success.
 */
export async function reloadUndo(): Promise<Problem | null> {
  const { question } = useQuestionStore.getState();
  if (!question?.content) return null;
  const { changeSetId, content } = question;
  const limit = Math.min(Math.max(content.preview.conflicts.length, PAGE_ROWS), PAGE_ROWS_MAX);
  const preview = await previewOfUndo(changeSetId, limit);
  if (!preview.ok) return preview.problem;
  await show(question, { ...content, preview: preview.data });
  return null;
}

/** Closes the dialog. */
export function closeUndoDialog(): void {
  useQuestionStore.setState({ question: null });
}

/** Sets the content of the dialog, unless it has another question meanwhile. */
async function show(question: UndoQuestion, content: UndoContent): Promise<void> {
  const later = await changeSetsInTheWay(content.preview.conflicts, content.later);
  if (useQuestionStore.getState().question === question)
    useQuestionStore.setState({ question: { ...question, content: { ...content, later } } });
}

/** Loads the conflicting change-sets that are not known yet. */
async function changeSetsInTheWay(
  conflicts: readonly ConflictDetails[],
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
