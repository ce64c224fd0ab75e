import type { CallData } from '#contract/calls.ts';
import { PAGE_ROWS, SKIPPED_MAX } from '#contract/limits.ts';
import { amountOf } from '#ledger/model/money.ts';
import { loadSnapshot } from '#projections/queries/snapshot.ts';
import { isTransaction } from '#projections/tables/entries.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';
import { presentValue } from '../present/values.ts';
import { type AskedRules, scanOf, UNKEPT } from './asked.ts';
import { scan } from './scan.ts';

/** Attempts before a preview that another command overtakes each time gives up. */
const ATTEMPTS_MAX = 5;

/** A page of the changes: at most `limit`, behind the place `before`. */
export type AskedPreview = AskedRules & { limit: number | undefined; before: string | undefined };

/**
 * Says what rules would do, on the read models (product 4.20). Throws what `scanOf` and `scan` throw, and the problem
 * busy.
 */
export async function previewRules(
  { database }: JobServices,
  { limit = PAGE_ROWS, before, ...asked }: AskedPreview,
): Promise<CallData<'previewRules'>> {
  const { ledgerId } = asked;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const snapshot = await loadSnapshot(database, { ledgerId, commandId: '', needs: { rules: true } });
    const preview: CallData<'previewRules'> = { count: 0, changes: [], kept: [], keptCount: 0, next: null };
    const { revision, state } = snapshot;
    const { categories } = state;
    const after = before === undefined ? null : placeIn(before);
    let last = '';
    const asking = await scanOf(asked, snapshot);
    const isDone = await scan(database, ledgerId, asking, { ...state, revision }, (scanned) => {
      const { row, changes, kept } = scanned;
      const { entryId: entry, title, date } = row;
      const amount = amountOf(row.amount);
      const kind = isTransaction(row) ? 'transaction' : 'transfer';
      if (changes.length > 0) preview.count += 1;
      for (const [index, { field, now, then, ruleId }] of changes.entries()) {
        const place = { date: row.date, revision: Number(row.revision), index };
        if (preview.next !== null || (after && !comesAfter(place, after))) continue;
        if (preview.changes.length === limit) preview.next = last;
        else {
          const shape = (value: unknown) => presentValue({ ledgerId, categories }, kind, field, value);
          const [shownNow, shownThen] = [now, then].map(shape);
          const shown = { entry, title, date, amount, field, now: shownNow, then: shownThen };
          preview.changes.push({ ...shown, ruleId: ruleId === UNKEPT ? null : ruleId });
          last = `${place.date}.${place.revision}.${index}`;
        }
      }
      preview.keptCount += kept.length;
      for (const { field, reason } of kept) {
        if (preview.kept.length < SKIPPED_MAX) preview.kept.push({ entry, field, reason });
      }
    });
    if (isDone) return preview;
  }
  throw new ProblemError('busy');
}

/** The place of a change: the date and the revision of its entry, and its number among the entry's changes. */
type Place = { date: string; revision: number; index: number };

function placeIn(cursor: string): Place {
  const [date = '', revision, index] = cursor.split('.');
  return { date, revision: Number(revision), index: Number(index) };
}

/** Whether a change stands behind another one; entries are the newest first. */
function comesAfter(place: Place, other: Place): boolean {
  if (place.date !== other.date) return place.date < other.date;
  return place.revision === other.revision ? place.index > other.index : place.revision < other.revision;
}

export const RULES_PREVIEW_JOB = jobOf(previewRules, import.meta.url, 'read');
