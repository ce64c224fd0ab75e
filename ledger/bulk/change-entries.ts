import type { BulkChange } from '../change-sets.ts';
import type { LedgerEvent } from '../events.ts';
import { type Categories, type CategoryRef, categoryNamed } from '../model/categories.ts';
import { type Deciders, type Decision, type Needs, NOTHING, type Rejection, rejected } from '../model/command-rule.ts';
import { comparableText } from '../model/comparable-text.ts';
import { CATEGORY_KINDS, EVERYDAY, TAGS_MAX } from '../model/constants.ts';
import { type Cents, safe, ZERO } from '../model/money.ts';
import { type Books, type Draft, draftOf } from '../model/state.ts';
import { distinctTags } from '../model/tags.ts';
import { recordAsIf } from '../record-as-if.ts';
import { transactionCommands } from '../transactions/commands.ts';
import { isAcross, transferCommands } from '../transfers/commands.ts';

/** An entry that a bulk is about. */
export type SelectedEntry = { id: string; kind: 'transaction' | 'transfer' };

/** The change that a bulk makes to each entry: it gives fields new values, or deletes it where `change` is null. */
export type BulkCommand = { type: 'ChangeEntries'; entries: readonly SelectedEntry[]; change: NamedChange | null };

/** The new values of a bulk as a command has them, which names a category by its id or its name. */
export type NamedChange = Omit<BulkChange, 'category'> & { category?: CategoryRef | null | undefined };

/** An entry that a rule of the ledger leaves as it is. */
export type SkippedEntry = SelectedEntry & { reason: Rejection };

/** The events of a bulk, one for each entry that it changes or deletes, and the entries that it leaves as they are. */
export type BulkPlan = { events: LedgerEvent[]; unchanged: number; skipped: SkippedEntry[] };

/** The rule of bulks (product 4.18): each entry is decided like a command about it alone, in the order of `entries`. */
export const bulkCommands: Deciders<BulkCommand, LedgerEvent> = {
  ChangeEntries: {
    needs: ({ entries }) => needsOfEntries(entries),
    decide(command, state) {
      const plan = planBulk(command, state);
      if (typeof plan === 'string') return rejected(plan);
      const { events } = plan;
      if (events.length === 0) return NOTHING;
      const change = command.change && recordedChange(command.change, state.categories);
      const begun: LedgerEvent = { type: 'BulkBegun', data: { ...(change && { change }), count: events.length } };
      // Not as arguments: a call takes fewer.
      return { outcome: 'events', events: [begun, ...events] };
    },
  },
};

/** The entries that a command about entries needs loaded. */
export function needsOfEntries(entries: readonly SelectedEntry[]): Needs {
  return {
    transactionIds: entries.flatMap(({ id, kind }) => (kind === 'transaction' ? [id] : [])),
    transferIds: entries.flatMap(({ id, kind }) => (kind === 'transfer' ? [id] : [])),
  };
}

/** A change as the event has it: with the id of the category, of expenses where both kinds have its name. */
function recordedChange({ category, ...change }: NamedChange, categories: Categories): BulkChange {
  if (category === null || category === undefined || typeof category === 'string') {
    return { ...change, ...(category !== undefined && { category }) };
  }
  const [id] = CATEGORY_KINDS.flatMap((kind) => categoryNamed(categories, category.name, kind) ?? []);
  return { ...change, ...(id !== undefined && { category: id }) };
}

/** Plans a bulk, or gives why nothing of it can be done: an account or a category that is not there. Pure. */
export function planBulk({ entries, change }: BulkCommand, state: Books): BulkPlan | Rejection {
  if (change && !state.accounts.has(change.accountId ?? EVERYDAY)) return 'account_not_found';
  const reason = change && whyNoCategory(change, state.categories);
  if (reason) return reason;
  const draft = draftOf(state);
  const plan: BulkPlan = { events: [], unchanged: 0, skipped: [] };
  for (const entry of entries) {
    const decision = change ? decideChange(entry, change, draft) : decideDeletion(entry, draft);
    if (decision.outcome === 'nothing') plan.unchanged += 1;
    else if (decision.outcome === 'rejected') plan.skipped.push({ ...entry, reason: decision.reason });
    else {
      const reason = decision.events.map((event) => recordAsIf(draft, event)).find((why) => why !== null);
      if (reason) plan.skipped.push({ ...entry, reason });
      else plan.events.push(...decision.events);
    }
  }
  return plan;
}

function whyNoCategory({ category }: NamedChange, categories: Categories): Rejection | null {
  if (category === null || category === undefined) return null;
  if (typeof category === 'string') return categories.has(category) ? null : 'category_not_found';
  const isThere = CATEGORY_KINDS.some((kind) => categoryNamed(categories, category.name, kind) !== undefined);
  return isThere ? null : 'not_a_category';
}

function decideDeletion({ id, kind }: SelectedEntry, draft: Draft): Decision<LedgerEvent> {
  return kind === 'transfer'
    ? transferCommands.DeleteTransfer.decide({ type: 'DeleteTransfer', transferId: id }, draft)
    : transactionCommands.DeleteTransaction.decide({ type: 'DeleteTransaction', transactionId: id }, draft);
}

function decideChange({ id, kind }: SelectedEntry, change: NamedChange, draft: Draft): Decision<LedgerEvent> {
  const { title, category, accountId, wallet, date, note } = change;
  const before = kind === 'transfer' ? draft.transfers.get(id) : draft.transactions.get(id);
  const tags = tagsAfter(before?.tags ?? [], change);
  if (tags.length > TAGS_MAX) return rejected('too_many_tags');
  const edit = { title, date, note, tags: tags.length > 0 ? tags : null };
  if (kind === 'transfer') {
    const isFiled = before !== undefined && 'from' in before && isAcross(draft, before);
    if (category !== undefined && !isFiled) return rejected('category_of_transfer');
    if (wallet !== undefined) return rejected('wallet_of_transfer');
    if (accountId !== undefined) return rejected('account_of_transfer');
    return unlessSame(
      transferCommands.ChangeTransfer.decide({ type: 'ChangeTransfer', transferId: id, ...edit, category }, draft),
    );
  }
  return unlessSame(
    transactionCommands.ChangeTransaction.decide(
      { type: 'ChangeTransaction', transactionId: id, accountId, edit: { ...edit, category, wallet } },
      draft,
    ),
  );
}

/** A command about one entry is rejected where it changes nothing. */
function unlessSame(decision: Decision<LedgerEvent>): Decision<LedgerEvent> {
  return decision.outcome === 'rejected' && decision.reason === 'no_changes' ? NOTHING : decision;
}

/** The tags of an entry after some are removed, then others added; a tag that it has stays as it is written. */
function tagsAfter(tags: readonly string[], { addTags = [], removeTags = [] }: NamedChange): string[] {
  const removed = new Set(removeTags.map(comparableText));
  return distinctTags([...tags.filter((tag) => !removed.has(comparableText(tag))), ...addTags]);
}

/** The sums of expenses and incomes, in cents, both positive. */
export type BulkTotals = { in: Cents; out: Cents };

/** The totals of entries as they are in a state: whole amounts; transfers count nothing. */
export function totalsOfEntries(entries: readonly SelectedEntry[], { transactions }: Books): BulkTotals {
  const totals = { in: ZERO, out: ZERO };
  for (const { id } of entries) {
    const transaction = transactions.get(id);
    if (!transaction) continue;
    const side = transaction.type === 'Expense' ? 'out' : 'in';
    totals[side] = safe(totals[side] + transaction.amount);
  }
  return totals;
}

/** The transactions that events of a bulk change, by the id of the category that they had, null for none. */
export type CategoryTotals = { category: string | null; count: number; amount: Cents };

/**
 * The categories that transactions had before the events of a bulk, with their number and their sum in cents, the
 * largest first.
 */
export function categoriesBefore(events: readonly LedgerEvent[], { transactions }: Books): CategoryTotals[] {
  const totals = new Map<string | null, CategoryTotals>();
  for (const { data } of events) {
    const before = 'transactionId' in data ? transactions.get(data.transactionId) : undefined;
    if (!before) continue;
    const category = before.category ?? null;
    const { count, amount } = totals.get(category) ?? { count: 0, amount: ZERO };
    totals.set(category, { category, count: count + 1, amount: safe(amount + before.amount) });
  }
  return [...totals.values()].toSorted((one, other) => other.amount - one.amount);
}
