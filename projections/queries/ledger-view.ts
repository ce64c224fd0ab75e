import type { DecodedEvent } from '#ledger/events.ts';
import { EMPTY, type LedgerState } from '#ledger/history.ts';
import { NEWEST_TRANSACTIONS } from '#ledger/model/constants.ts';
import { batched } from '#platform/batched.ts';
import { queryPrepared } from '#platform/sql.ts';
import { project } from '../fold/project.ts';
import { type ProjectionChanges, unchanged } from '../fold/projection-changes.ts';
import { ledgerWithGoals, readLedger } from '../storage/storage.ts';
import { type EntryRow, entries, IS_TRANSACTION, isTransaction, type TransactionRow } from '../tables/entries.ts';
import { stateOf } from '../tables/ledgers.ts';
import { LIVE } from '../tables/read-models.ts';
import { columnsOf, readRow } from '../tables/table.ts';

/** A ledger at a revision as the screens show it: its state, and the newest transactions, newest first. */
export type LedgerView = {
  ledgerId: string;
  revision: bigint;
  state: LedgerState;
  transactionCount: number;
  knownAt: string | null;
  newest: readonly TransactionRow[];
};

type StoredView = { ledger_id: string; goals: object[] | null; newest: object[] | null };

/** Loads the view of a ledger in one statement. Before the first event everything is empty. */
export const loadLedgerView = batched<string, LedgerView>(async (database, ledgerIds) => {
  const { rows } = await queryPrepared<StoredView>(
    database,
    `
      SELECT ${ledgerWithGoals(LIVE)},
        (SELECT json_agg(n) FROM (
          SELECT ${columnsOf(entries, 't')} FROM ${LIVE}.entries t WHERE t.ledger_id = a.ledger_id AND ${IS_TRANSACTION}
          ORDER BY t.date DESC, t.revision DESC LIMIT ${NEWEST_TRANSACTIONS}) n) AS newest
      FROM ${LIVE}.ledgers a WHERE a.ledger_id = ANY($1)`,
    [[...new Set(ledgerIds)]],
  );
  const views = new Map(rows.map((row) => [row.ledger_id, viewOf(row)]));
  return ledgerIds.map(
    (ledgerId) =>
      views.get(ledgerId) ?? { ledgerId, revision: -1n, state: EMPTY, transactionCount: 0, knownAt: null, newest: [] },
  );
});

function viewOf(stored: StoredView): LedgerView {
  const { ledger, goals } = readLedger(stored);
  return {
    ledgerId: ledger.ledgerId,
    revision: ledger.revision,
    state: stateOf(ledger, goals),
    transactionCount: ledger.transactionCount,
    knownAt: ledger.knownAt,
    newest: (stored.newest ?? []).map((row) => readRow(entries, row)).filter(isTransaction),
  };
}

/**
 * The view after these events, made with the projection's own functions: the answer when the worker is late (product
 * 7.5). Events that the view has already change nothing.
 */
export function viewWith(view: LedgerView, events: readonly DecodedEvent[]): LedgerView {
  const news = events.filter(({ revision }) => revision > view.revision);
  if (news.length === 0) return view;
  const { ledgerId, revision, state, transactionCount, knownAt } = view;
  const after = project(unchanged(ledgerId, revision, state, transactionCount, knownAt), news);
  return {
    ledgerId: view.ledgerId,
    revision: after.revision,
    state: after.state,
    transactionCount: after.transactionCount,
    knownAt: after.knownAt,
    newest: changed(after.cleared ? [] : view.newest, after.entries)
      .filter(isTransaction)
      .sort(newestFirst)
      .slice(0, NEWEST_TRANSACTIONS),
  };
}

function changed(rows: readonly EntryRow[], changes: ProjectionChanges['entries']): EntryRow[] {
  const after = new Map(rows.map((row) => [row.entryId, row]));
  for (const [entryId, happened] of changes) {
    for (const change of happened) {
      const before = after.get(entryId);
      if (change.kind === 'insert') after.set(entryId, change.row);
      else if (change.kind === 'delete') after.delete(entryId);
      else if (before) after.set(entryId, { ...before, ...change.fields });
    }
  }
  return [...after.values()];
}

function newestFirst(a: TransactionRow, b: TransactionRow): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.revision < b.revision ? 1 : -1;
}
