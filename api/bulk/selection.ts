import type pg from 'pg';
import { messages } from '#contract/messages.ts';
import type { BulkCommand, SelectedEntry } from '#ledger/bulk/change-entries.ts';
import { BULK_ENTRIES_MAX } from '#ledger/model/constants.ts';
import type { AccountState } from '#ledger/model/state.ts';
import { readConsistently } from '#platform/postgres.ts';
import { revisionOfRows, type SelectedRow, selectByIds, selectFound } from '#projections/queries/search.ts';
import { ProblemError } from '../http/problem-error.ts';
import { queryIn } from '../search/read.ts';
import { limitSearch, tooSlow } from '../search/search.ts';

/**
 * A bulk of a ledger as it is asked for: the entries by a query or by their ids, without those of `except`, and the
 * change, null for a deletion. `today` is the caller's, an ISO date. `revision` is that of a preview; undefined where
 * none is named.
 */
export type AskedBulk = {
  ledgerId: string;
  today: string;
  select: { q?: string | undefined; ids?: readonly string[] | undefined; except?: readonly string[] | undefined };
  change: BulkCommand['change'];
  revision: bigint | undefined;
};

/** The entries that a bulk is about, newest first, and the ledger's revision at which they were selected. */
export type Selection = { revision: bigint; entries: SelectedEntry[] };

/**
 * Selects the entries of a bulk in the read models (product 4.18). Throws the problems invalid, for a query that isn't
 * understood and for too many entries, entry_not_found, query_too_slow, and unavailable while the read models are those
 * of another version.
 */
export async function selectionOf(
  database: pg.Pool,
  { ledgerId, today, select: { q, ids, except = [] } }: AskedBulk,
  accounts: ReadonlyMap<string, AccountState>,
): Promise<Selection> {
  const query = q === undefined ? null : queryIn('q', q, accounts, today);
  const named = [...new Set([...(ids ?? []), ...except])];
  return await readConsistently(database, async (client) => {
    const revision = await revisionOfRows(client, ledgerId);
    if (revision === null) throw new ProblemError('unavailable');
    const rows = await selectByIds(client, ledgerId, named);
    if (rows.length < named.length) throw new ProblemError('entry_not_found');
    if (query) await limitSearch(client);
    const limit = BULK_ENTRIES_MAX + except.length + 1;
    const found = query ? await tooSlow(() => selectFound(client, ledgerId, query, limit)) : rows;
    const isLeftOut = new Set(except);
    const isNamed = new Set(ids);
    const entries = found
      .filter(({ entryId }) => (query !== null || isNamed.has(entryId)) && !isLeftOut.has(entryId))
      .map(selectedEntry);
    if (entries.length > BULK_ENTRIES_MAX) throw new ProblemError('invalid', { select: messages.tooManyEntries });
    return { revision, entries };
  });
}

function selectedEntry({ entryId, type }: SelectedRow): SelectedEntry {
  return { id: entryId, kind: type === 'Transfer' ? 'transfer' : 'transaction' };
}

/** The bulk as a command on what is selected. */
export function commandOf({ change }: AskedBulk, entries: readonly SelectedEntry[]): BulkCommand {
  return { type: 'ChangeEntries', entries, change };
}

/** Throws the problem changed_meanwhile where the ledger has events after the revision of the preview. */
export function checkUnchanged({ revision: seen }: AskedBulk, revision: bigint): void {
  if (seen !== undefined && revision > seen) throw new ProblemError('changed_meanwhile');
}
