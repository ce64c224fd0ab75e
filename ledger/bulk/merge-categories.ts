import { budgetMoved } from '../budget/commands.ts';
import { whyNotMerged } from '../categories/commands.ts';
import type { LedgerEvent } from '../events.ts';
import { cellOf } from '../model/budget.ts';
import { type Deciders, type Decision, rejected } from '../model/command-rule.ts';
import { type Books, draftOf, type TransactionState } from '../model/state.ts';
import { recordAsIf } from '../record-as-if.ts';
import { needsOfEntries, type SelectedEntry } from './change-entries.ts';

/** `entries` are all that have the merged category, themselves or in a part. */
export type MergeCommand = {
  type: 'MergeCategories';
  mergedId: string;
  into: string;
  entries: readonly SelectedEntry[];
};

/** The rule of merging categories (product 4.19). */
export const mergeCommands: Deciders<MergeCommand, LedgerEvent> = {
  MergeCategories: {
    needs: ({ entries }) => ({ ...needsOfEntries(entries), budget: true }),
    decide({ mergedId: from, into, entries }, state) {
      const reason = whyNotMerged(state.categories, from, into);
      return reason ? rejected(reason) : merge(state, from, into, entries);
    },
  },
};

function merge(state: Books, from: string, into: string, entries: readonly SelectedEntry[]): Decision<LedgerEvent> {
  const draft = draftOf(state);
  const events: LedgerEvent[] = [];
  for (const { id: transactionId, kind } of entries) {
    if (kind === 'transfer') {
      const before = state.transfers.get(transactionId);
      if (!before) return rejected('transfer_not_found');
      const after = { ...before, category: into };
      events.push({ type: 'TransferChanged', data: { transferId: transactionId, before, after } });
      continue;
    }
    const before = state.transactions.get(transactionId);
    if (!before) return rejected('transaction_not_found');
    const after = withCategories(before, (categoryId) => (categoryId === from ? into : categoryId));
    events.push({ type: 'TransactionChanged', data: { transactionId, before, after } });
  }
  for (const [id, amount] of state.plans) {
    const { categoryId, month } = cellOf(id);
    if (categoryId !== from) continue;
    events.push(
      budgetMoved(state, { categoryId, month }, -amount, into),
      budgetMoved(state, { categoryId: into, month }, amount, from),
    );
  }
  events.push({ type: 'CategoryRemoved', data: { categoryId: from, into } });
  for (const event of events) {
    const reason = recordAsIf(draft, event);
    if (reason) return rejected(reason);
  }
  const merged: LedgerEvent = { type: 'CategoriesMerged', data: { from, into, count: events.length } };
  // Not as arguments: a call takes fewer.
  return { outcome: 'events', events: [merged, ...events] };
}

/** A transaction with other categories, its own and its parts'. */
function withCategories(
  { category, parts, ...transaction }: TransactionState,
  other: (categoryId: string) => string,
): TransactionState {
  return {
    ...transaction,
    category: category === undefined ? undefined : other(category),
    parts: parts?.map((part) => ({ ...part, category: other(part.category) })),
  };
}
