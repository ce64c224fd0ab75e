import type { ChangeSetPage, UndoPreview } from '#contract/ledger-calls.ts';
import { PAGE_ROWS_MAX } from '#contract/limits.ts';
import { amountOf } from '#ledger/model/money.ts';
import { previewUndo, undoneChanges } from '#ledger/undo/preview-undo.ts';
import { needsOfUndo } from '#ledger/undo/undo.ts';
import { newestChangeSets } from '#projections/queries/change-sets.ts';
import { withGoneCategories } from '#projections/queries/gone-categories.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { loadSnapshot } from '#projections/queries/snapshot.ts';
import { latest } from '../commands/execute.ts';
import { rejectionProblem } from '../commands/rejection.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';
import { presentChange, presentChangeSet, presentConflict, presentEffect } from '../present/change-sets.ts';

/** A page of a list: at most `limit` parts after the first `before`. */
type Page = { limit?: number | undefined; before?: string | undefined };

/** A request for a page of a change-set; amounts in its summary are in `currency`. */
type AskedChangeSet = Page & { ledgerId: string; currency: string; changeSetId: string };

/** A request for a page of a preview. `today` is the caller's, an ISO date. */
type AskedPreview = Page & { ledgerId: string; changeSetId: string; today: string };

/** The last change-set or preview in full, for its next page: to make a large one again takes seconds. */
let last: { key: string; whole: unknown } | null = null;

async function lastOr<Whole>(key: string, make: () => Promise<Whole>): Promise<Whole> {
  if (last?.key !== key) {
    // Two of them may not fit.
    last = null;
    last = { key, whole: await make() };
  }
  return last.whole as Whole;
}

/** A change-set with a page of its changes. Throws the problem change_set_not_found. */
export async function readChangeSetPage(
  { database }: JobServices,
  { ledgerId, currency, changeSetId, ...page }: AskedChangeSet,
): Promise<ChangeSetPage> {
  const [listed] = await newestChangeSets(database, ledgerId, 1, { changeSetId });
  if (!listed) throw new ProblemError('change_set_not_found');
  const { state, revision } = await loadLedgerView(database, ledgerId);
  const key = `changes ${ledgerId} ${listed.first} ${listed.revision} ${revision}`;
  const { changes, categories } = await lastOr(key, async () => {
    const snapshot = await loadSnapshot(database, { ledgerId, commandId: '', needs: { changeSetId } });
    return { categories: snapshot.state.categories, changes: undoneChanges(snapshot.state.history, changeSetId) };
  });
  const [from, to] = boundsOf(page);
  const shownChanges = changes.slice(from, to);
  const shown = { ledgerId, categories: await withGoneCategories(database, ledgerId, categories, shownChanges) };
  return {
    changeSet: presentChangeSet(listed, currency, state),
    changes: shownChanges.map((change) => presentChange(shown, change)),
    count: changes.length,
    next: to < changes.length ? String(to) : null,
  };
}

/**
 * A page of the effects of an undo of a change-set. Throws the problem change_set_not_found, UnreadableEvent and
 * LogUnavailable.
 */
export async function undoPreviewPage(
  { database, log }: JobServices,
  { ledgerId, changeSetId, today, ...page }: AskedPreview,
): Promise<UndoPreview> {
  const { revision } = await latest(database, log, { ledgerId, commandId: '' }, {});
  const preview = await lastOr(`undo ${ledgerId} ${changeSetId} ${revision} ${today}`, async () => {
    const { state } = await latest(database, log, { ledgerId, commandId: '' }, needsOfUndo(changeSetId));
    return { categories: state.categories, ...previewUndo(state, changeSetId, today) };
  });
  const { categories, reason, effects, change, conflicts } = preview;
  if (reason === 'change_set_not_found') throw new ProblemError(reason);
  const [from, to] = boundsOf(page);
  const values = { effects: effects.slice(from, to), conflicts: conflicts.slice(from, to) };
  const shown = { ledgerId, categories: await withGoneCategories(database, ledgerId, categories, values) };
  return {
    possible: reason === null,
    reason: reason && rejectionProblem(reason, {}).message,
    effects: values.effects.map((effect) => presentEffect(shown, effect)),
    change: amountOf(change),
    conflicts: values.conflicts.map((conflict) => presentConflict(shown, conflict)),
    count: effects.length,
    conflictCount: conflicts.length,
    next: to < Math.max(effects.length, conflicts.length) ? String(to) : null,
  };
}

function boundsOf({ limit = PAGE_ROWS_MAX, before = '0' }: Page): [number, number] {
  return [Number(before), Number(before) + limit];
}

export const CHANGE_SET_PAGE_JOB = jobOf(readChangeSetPage, import.meta.url, 'read');
export const UNDO_PREVIEW_PAGE_JOB = jobOf(undoPreviewPage, import.meta.url, 'read');
