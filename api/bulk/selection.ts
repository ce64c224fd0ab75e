import type pg from 'pg';
import { messages } from '#contract/messages.ts';
import type { BulkCommand, SelectedEntry } from '#ledger/bulk/change-entries.ts';
import type { MergeCommand } from '#ledger/bulk/merge-categories.ts';
import { BULK_ENTRIES_MAX } from '#ledger/model/constants.ts';
import type { Query } from '#ledger/search/query.ts';
import { readConsistently } from '#platform/postgres.ts';
import { revisionOfRows, selectByIds, selectFound } from '#projections/queries/search.ts';
import type { Snapshot } from '#projections/queries/snapshot.ts';
import { type EntryRow, isTransaction, transactionOf, transferOf } from '#projections/tables/entries.ts';
import { ProblemError } from '../http/problem-error.ts';
import { type OwnDays, queryIn } from '../search/read.ts';
import { BULK_STATEMENT_MS_MAX, limitSearch, tooSlow } from '../search/search.ts';
import type { SelectedByBulk } from './do-selected.ts';

/**
 * A bulk of a ledger as it is asked for: the entries by a query or by their ids, without the entries of `except`, and
 * the change, null for a deletion. `today` is the caller's, an ISO date. `revision` is the revision of a preview;
 * undefined if no preview is named. With `merge` all entries of a category are given another one instead.
 */
export type AskedBulk = OwnDays & {
  ledgerId: string;
  select: { q?: string | undefined; ids?: readonly string[] | undefined; except?: readonly string[] | undefined };
  change: BulkCommand['change'];
  merge?: { mergedId: string; into: string };
  revision: bigint | undefined;
};

/** The entries that a bulk is about, newest first, and a snapshot of the ledger with them. */
export type BulkSelection = { entries: SelectedEntry[]; snapshot: Snapshot };

/**
 * Selects the entries of a bulk in the read models (product 4.18), which have a snapshot of the ledger without entries.
 * Null if they have another revision by now. Throws the problems invalid, for a query that isn't understood and for too
 * many entries, entry_not_found, changed_meanwhile, query_too_slow, and unavailable while the read models have another
 * version.
 */
export async function selectionOf(
  database: pg.Pool,
  { ledgerId, today, calendar, select: { q, ids, except = [] }, merge, revision: seen }: AskedBulk,
  before: Snapshot,
): Promise<BulkSelection | null> {
  if (seen !== undefined && before.revision !== seen) throw new ProblemError('changed_meanwhile');
  const ofCategory: Query | null = merge ? { is: 'category', categories: [merge.mergedId] } : null;
  const query = q === undefined ? ofCategory : queryIn('q', q, before.state, { today, calendar });
  const named = [...new Set([...(ids ?? []), ...except])];
  return await readConsistently(database, async (client) => {
    const revision = await revisionOfRows(client, ledgerId);
    if (revision === null) throw new ProblemError('unavailable');
    if (revision !== before.revision) return null;
    const rows = await selectByIds(client, ledgerId, named);
    if (rows.length < named.length) throw new ProblemError('entry_not_found');
    if (query) await limitSearch(client, BULK_STATEMENT_MS_MAX);
    const limit = BULK_ENTRIES_MAX + except.length + 1;
    const found = query ? await tooSlow(() => selectFound(client, ledgerId, query, limit)) : rows;
    const isLeftOut = new Set(except);
    const selected = found.filter(({ entryId }) => !isLeftOut.has(entryId));
    if (selected.length > BULK_ENTRIES_MAX) throw new ProblemError('invalid', { select: messages.tooManyEntries });
    return { entries: selected.map(selectedOf), snapshot: withSelectedEntries(before, selected) };
  });
}

/** A snapshot with the entries of rows. */
export function withSelectedEntries(before: Snapshot, rows: readonly EntryRow[]): Snapshot {
  const transactions = new Map(rows.filter(isTransaction).map((row) => [row.entryId, transactionOf(row)]));
  const transfers = new Map(rows.flatMap((row) => (isTransaction(row) ? [] : [[row.entryId, transferOf(row)]])));
  return { ...before, state: { ...before.state, transactions, transfers } };
}

/** The entry of a row, as commands about entries name it. */
export function selectedOf(row: EntryRow): SelectedEntry {
  return { id: row.entryId, kind: isTransaction(row) ? 'transaction' : 'transfer' };
}

/** The bulk, or the merge, on the entries that `selectionOf` gives; it throws the same. */
export async function selectedByBulk(
  database: pg.Pool,
  asked: AskedBulk,
  before: Snapshot,
): Promise<SelectedByBulk<BulkCommand | MergeCommand> | null> {
  const selection = await selectionOf(database, asked, before);
  if (!selection) return null;
  const { entries, snapshot } = selection;
  return { command: commandOf(asked, entries), snapshot, count: entries.length };
}

/** The bulk, or the merge, as a command on what is selected. */
export function commandOf({ change, merge }: AskedBulk, entries: readonly SelectedEntry[]): BulkCommand | MergeCommand {
  return merge ? { type: 'MergeCategories', ...merge, entries } : { type: 'ChangeEntries', entries, change };
}
