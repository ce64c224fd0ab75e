import type { CallData } from '#contract/calls.ts';
import { SKIPPED_MAX } from '#contract/limits.ts';
import { type BulkTotals, categoriesBefore, planBulk, totalsOfEntries } from '#ledger/bulk/change-entries.ts';
import { amountOf, safe } from '#ledger/model/money.ts';
import { loadSnapshot } from '#projections/queries/snapshot.ts';
import { reasonOf, rejectionProblem } from '../commands/rejection.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';
import { type AskedBulk, selectionOf } from './selection.ts';

/** Attempts before a preview that another command overtakes each time gives up. */
const ATTEMPTS_MAX = 5;

/**
 * Says what a bulk would do, on the read models (product 4.18). Throws what `selectionOf` throws, and the problems
 * account_not_found and busy.
 */
export async function previewBulk({ database }: JobServices, asked: AskedBulk): Promise<CallData<'previewBulk'>> {
  const { ledgerId } = asked;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const before = await loadSnapshot(database, { ledgerId, commandId: '', needs: {} });
    const selection = await selectionOf(database, asked, before);
    if (!selection) continue;
    const {
      entries,
      snapshot: { state, revision },
    } = selection;
    const { change } = asked;
    const plan = planBulk({ type: 'ChangeEntries', entries, change }, state);
    if (typeof plan === 'string') throw rejectionProblem(plan, {});
    const { events, unchanged, skipped } = plan;
    return {
      count: entries.length,
      changed: events.length,
      unchanged,
      skipped: skipped.slice(0, SKIPPED_MAX).map(({ id, reason }) => ({
        _id: id,
        title: (state.transactions.get(id) ?? state.transfers.get(id))?.title ?? null,
        reason: reasonOf(reason),
      })),
      skippedCount: skipped.length,
      before: presentTotals(totalsOfEntries(entries, state)),
      after: presentTotals(totalsOfEntries(change ? entries : skipped, state)),
      ...(change?.category !== undefined && {
        categories: categoriesBefore(events, state).map(({ category, count, amount }) => ({
          category: category === null ? null : (state.categories.get(category)?.name ?? category),
          count,
          amount: amountOf(amount),
        })),
      }),
      revision: revision < 0n ? null : Number(revision),
    };
  }
  throw new ProblemError('busy');
}

export const BULK_PREVIEW_JOB = jobOf(previewBulk, import.meta.url, 'read');

function presentTotals({ in: income, out }: BulkTotals) {
  return { in: amountOf(income), out: amountOf(out), net: amountOf(safe(income - out)) };
}
