import type { DecodedEvent } from '#ledger/events.ts';
import { EMPTY, type LedgerState } from '#ledger/history.ts';
import { NEWEST_TRANSACTIONS } from '#ledger/model/constants.ts';
import { batched } from '#platform/batched.ts';
import { queryPrepared } from '#platform/sql.ts';
import { projectRows } from '../fold/project.ts';
import { type ProjectedEntryChange, type ProjectionChanges, unchanged } from '../fold/projection-changes.ts';
import { ledgerWithGoals, readLedger } from '../storage/storage.ts';
import {
  type EntryRow,
  entries,
  IS_TRANSACTION,
  isTransaction,
  rowAfter,
  type TransactionRow,
} from '../tables/entries.ts';
import { isOwnFold, stateOf } from '../tables/ledgers.ts';
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

/** A view as the read models have it, with the tables it is from, or null if there is none, or other code folded it. */
export type StoredLedgerView = LedgerView & { tables: number | null };

type StoredView = { ledger_id: string; tables: number; goals: object[] | null; newest: object[] | null };

/** The view of a ledger before its first event, but for its id. */
export const EMPTY_VIEW = { revision: -1n, state: EMPTY, transactionCount: 0, knownAt: null, newest: [] } as const;

/** Loads the view of a ledger in one statement. Before the first event everything is empty. */
export const loadLedgerView = batched<string, StoredLedgerView>(async (database, ledgerIds) => {
  const { rows } = await queryPrepared<StoredView>(
    database,
    `
      SELECT a.tableoid::bigint AS tables, ${ledgerWithGoals(LIVE)},
        (SELECT json_agg(n) FROM (
          SELECT ${columnsOf(entries, 't')} FROM ${LIVE}.entries t WHERE t.ledger_id = a.ledger_id AND ${IS_TRANSACTION}
          ORDER BY t.date DESC, t.revision DESC LIMIT ${NEWEST_TRANSACTIONS}) n) AS newest
      FROM ${LIVE}.ledgers a WHERE a.ledger_id = ANY($1)`,
    [[...new Set(ledgerIds)]],
  );
  const views = new Map(rows.map((row) => [row.ledger_id, viewOf(row)]));
  return ledgerIds.map((ledgerId) => views.get(ledgerId) ?? { ...EMPTY_VIEW, ledgerId, tables: null });
});

function viewOf(stored: StoredView): StoredLedgerView {
  const { ledger, goals } = readLedger(stored);
  return {
    ledgerId: ledger.ledgerId,
    revision: ledger.revision,
    state: stateOf(ledger, goals),
    transactionCount: ledger.transactionCount,
    knownAt: ledger.knownAt,
    newest: (stored.newest ?? []).map((row) => readRow(entries, row)).filter(isTransaction),
    tables: isOwnFold(ledger) ? stored.tables : null,
  };
}

/**
 * The view after these events, made with the projection's own functions: the answer when the worker is late (product
 * 7.5). Events that the view has already change nothing. Of the newest transactions it may lack those that take the
 * place of others.
 */
export function viewWith(view: LedgerView, events: readonly DecodedEvent[]): LedgerView {
  const news = events.filter(({ revision }) => revision > view.revision);
  return news.length === 0 ? view : viewOfChanges(view, changesOf(view, news));
}

/** The view after these events, the next ones, or null if it can't tell which transactions are the newest then. */
export function viewAfterAll(view: LedgerView, events: readonly DecodedEvent[]): LedgerView | null {
  const changes = changesOf(view, events);
  return isEnough(view, changes) ? viewOfChanges(view, changes) : null;
}

function changesOf(
  { ledgerId, revision, state, transactionCount, knownAt }: LedgerView,
  news: readonly DecodedEvent[],
) {
  return projectRows(unchanged(ledgerId, revision, state, transactionCount, knownAt), news);
}

function viewOfChanges({ ledgerId, newest }: LedgerView, after: ProjectionChanges): LedgerView {
  return {
    ledgerId,
    revision: after.revision,
    // Views have no rules: the rules of events since are not all.
    state: { ...after.state, rules: EMPTY.rules },
    transactionCount: after.transactionCount,
    knownAt: after.knownAt,
    newest: newestOf(after.cleared ? [] : newest, after.entries),
  };
}

/**
 * Whether the newest transactions after changes are among those before them and the changed ones: all that a ledger
 * has were among them, or none of them has gone or taken another place.
 */
function isEnough({ newest, transactionCount }: LedgerView, { cleared, entries }: ProjectionChanges): boolean {
  if (cleared || transactionCount <= newest.length) return true;
  for (const [entryId, happened] of entries) {
    for (const change of happened) {
      if (change.kind === 'insert') continue;
      const before = newest.find((row) => row.entryId === entryId);
      if (change.kind === 'delete' && before) return false;
      if (change.kind !== 'change' || change.fields.date === undefined) continue;
      if (change.fields.date !== before?.date) return false;
    }
  }
  return true;
}

/** Returns the newest transactions after changes, from the newest before them. */
function newestOf(before: readonly TransactionRow[], changes: ProjectionChanges['entries']): TransactionRow[] {
  const after: TransactionRow[] = [];
  for (const [entryId, happened] of changes) {
    const row = happened.reduce(afterChange, before.find((each) => each.entryId === entryId) ?? null);
    if (row && isTransaction(row)) after.push(row);
  }
  after.push(...before.filter(({ entryId }) => !changes.has(entryId)));
  return after.sort(newestFirst).slice(0, NEWEST_TRANSACTIONS);
}

function afterChange(before: EntryRow | null, change: ProjectedEntryChange): EntryRow | null {
  switch (change.kind) {
    case 'insert':
      return change.row;
    case 'delete':
      return null;
    case 'change':
      return before && rowAfter(before, change.fields);
    default:
      return change satisfies never;
  }
}

function newestFirst(a: TransactionRow, b: TransactionRow): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.revision < b.revision ? 1 : -1;
}
