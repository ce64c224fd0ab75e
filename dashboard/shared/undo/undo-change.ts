import type { ReactNode } from 'react';
import type { CallInput } from '#contract/calls.ts';
import type { ConflictDetails } from '#contract/problem-details.ts';
import type { Problem } from '#contract/problems.ts';
import { NO_CHANGES } from '#contract/texts.ts';
import { currentKnown, WRITING_IS_OFF } from '../../browser-state/known.ts';
import { forgetChange, lastDone, lastUndone, noteUndo } from '../../browser-state/own-changes.ts';
import { call } from '../../server/client.ts';
import { refreshAll, refreshTransaction } from '../../server/command-result.ts';
import { isProblem, problemMessage } from '../../server/problem.ts';
import { commandSender } from '../../server/send-command.ts';
import { dismissToast, showErrorToast, showInfoToast, showSuccessToast } from '../../ui/toast.ts';
import { hasOneAnswer } from './conflict-groups.ts';
import { hasAllConflicts, openUndoDialog, previewOfUndo } from './undo-question.ts';

const NOTHING_TO_UNDO = 'Nothing to undo since this page was loaded';

/** Answers to conflicts, by their ids. */
export type ConflictAnswers = NonNullable<CallInput<'undo'>['resolve']>;

/**
 * Shows the toast of a command that has succeeded, with 'Undo' where it made a change-set. Replaces the toast with this
 * id if one is given.
 */
export function showSavedToast(text: string, changeSet: string | undefined, id?: string): void {
  if (changeSet === undefined) showSuccessToast(text, id);
  else showToastWithUndo(text, 'Undo', changeSet, id);
}

/** The toasts with an undo button, by the change-set that it undoes. */
const toasts = new Map<string, { id: string; text: string }>();

function showToastWithUndo(text: string, label: 'Undo' | 'Redo', changeSetId: string, id?: string, more?: ReactNode) {
  const action = { label, onClick: () => void undoChange(changeSetId) };
  toasts.set(changeSetId, { id: showSuccessToast(text, id, action, more), text });
}

/** Adds to the toast of a change-set what else can be done. Nothing once it is undone, or another one is newer. */
export function addToSavedToast(changeSetId: string, more: ReactNode): void {
  const shown = toasts.get(changeSetId);
  if (shown && lastDone() === changeSetId) showToastWithUndo(shown.text, 'Undo', changeSetId, shown.id, more);
}

/** Dismisses the toast of a change-set, such as one that is already undone. */
export function dismissToastOf(changeSetId: string): void {
  const shown = toasts.get(changeSetId);
  if (shown) dismissToast(shown.id);
  toasts.delete(changeSetId);
}

/** Undoes the newest change-set of this tab that is not undone. */
export function undoLast(): Promise<void> {
  return undoOrSay(lastDone(), NOTHING_TO_UNDO);
}

/** Redoes the last undo of this tab. */
export function redoLast(): Promise<void> {
  return undoOrSay(lastUndone(), 'Nothing to redo');
}

async function undoOrSay(changeSetId: string | undefined, nothing: string): Promise<void> {
  if (currentKnown() !== null) return showInfoToast(WRITING_IS_OFF);
  if (changeSetId === undefined) showInfoToast(nothing);
  else await undoChange(changeSetId);
}

/** Undoes a change-set, or opens the dialog if there is something to ask. */
async function undoChange(changeSetId: string): Promise<void> {
  const preview = await previewOfUndo(changeSetId);
  if (!preview.ok) return sayFailure(changeSetId, preview.problem);
  const { possible, conflicts } = preview.data;
  const isAsked = !hasAllConflicts(preview.data) || !conflicts.every(hasOneAnswer);
  if (!possible || isAsked) return await askToUndo(changeSetId);
  const problem = await sendUndo(changeSetId, conflicts.length > 0 ? keepAll(conflicts) : undefined);
  if (!problem) return;
  if (isProblem(problem, 'undo_conflicts')) await askToUndo(changeSetId);
  else sayFailure(changeSetId, problem);
}

/** Opens the dialog with the effects of the undo of a change-set. Resolves when they are loaded. */
export async function askToUndo(changeSetId: string): Promise<void> {
  const outcome = await openUndoDialog(changeSetId);
  if (outcome === null) return;
  if (!outcome.ok) sayFailure(changeSetId, outcome.problem);
  else if (!outcome.data.possible) {
    forgetChange(changeSetId);
    // The screens may be older than what is said, such as after a lost response.
    refreshAll();
  }
}

function sayFailure(changeSetId: string, problem: Problem): void {
  if (isProblem(problem, 'change_set_not_found')) forgetChange(changeSetId);
  showErrorToast('Unable to undo', { description: problemMessage(problem) });
}

/** The answer that leaves all as it is, for each of these conflicts. */
export function keepAll(conflicts: readonly ConflictDetails[]): ConflictAnswers {
  return Object.fromEntries(conflicts.map(({ _id }) => [_id, 'now']));
}

const send = commandSender();

/** Undoes a change-set and says so. Returns the problem, or null after success. A retry is the same command. */
export async function sendUndo(changeSetId: string, resolve?: ConflictAnswers): Promise<Problem | null> {
  const outcome = await send('undo', { changeSetId, ...(resolve && { resolve }) });
  if (!outcome.ok) return outcome.problem;
  // Only the demo's Overview shows it: no screen loads it first.
  void import('../../browser-state/demo-tasks.ts').then(({ noteDemoTask }) => noteDemoTask('undo'));
  dismissToastOf(changeSetId);
  refreshTransaction();
  if (outcome.changeSet !== undefined) await sayUndone(changeSetId, outcome.changeSet);
  else {
    // The keyboard goes on to the change-set before it.
    forgetChange(changeSetId);
    showInfoToast(NO_CHANGES);
  }
  return null;
}

/** Shows the effect of an undo, in the words of the history, with a button that undoes it. */
async function sayUndone(changeSetId: string, undoneBy: string): Promise<void> {
  const back = noteUndo(changeSetId, undoneBy);
  const [made, undone] = await Promise.all([
    call('getChangeSet', { id: undoneBy, limit: 1 }),
    call('getChangeSet', { id: changeSetId, limit: 1 }),
  ]);
  const isRedo = undone.ok && undone.data.changeSet.kind === 'undo';
  const text = made.ok ? made.data.changeSet.summary : isRedo ? 'Redone' : 'Undone';
  showToastWithUndo(text, isRedo ? 'Undo' : 'Redo', back);
}
