import { NEWEST_TRANSACTIONS } from '../../ledger/constants.ts';
import type { RecordedEvent } from '../../ledger/events.ts';
import { EMPTY, type LedgerState } from '../../ledger/state.ts';
import { batched } from '../../platform/batched.ts';
import { project } from '../fold/project.ts';
import { loadedBooks, type TransactionRow } from '../fold/projection-changes.ts';
import { type AccountRow, accountColumns, stateOf } from '../tables/account-row.ts';
import { LIVE } from '../tables/read-models.ts';
import { NEWEST_FIRST, type StoredTransaction, TRANSACTION_COLUMNS, transactionRow } from './transactions.ts';

/** What the screens show of a user's books at a revision: the newest transactions newest first. */
export type AccountView = {
  userId: string;
  revision: bigint;
  state: LedgerState;
  transactionCount: number;
  newest: readonly TransactionRow[];
};

/** Loads what the screens show of a user's books, in one statement. Before the first event everything is empty. */
export const loadAccountView = batched<string, AccountView>(async (database, userIds) => {
  const { rows } = await database.query<AccountRow & { newest: StoredTransaction[] | null }>({
    name: 'account-view',
    text: `
      SELECT ${accountColumns()},
        (SELECT json_agg(n) FROM (
          SELECT ${TRANSACTION_COLUMNS} FROM ${LIVE}.transactions t
          WHERE t.user_id = a.user_id ORDER BY ${NEWEST_FIRST} LIMIT ${NEWEST_TRANSACTIONS}) n) AS newest
      FROM ${LIVE}.accounts a WHERE a.user_id = ANY($1)`,
    values: [[...new Set(userIds)]],
  });
  const views = new Map(rows.map((row) => [row.user_id, viewOf(row)]));
  return userIds.map(
    (userId) => views.get(userId) ?? { userId, revision: -1n, state: EMPTY, transactionCount: 0, newest: [] },
  );
});

function viewOf(row: AccountRow & { newest: StoredTransaction[] | null }): AccountView {
  return {
    userId: row.user_id,
    revision: BigInt(row.revision),
    state: stateOf(row),
    transactionCount: row.transaction_count,
    newest: (row.newest ?? []).map(transactionRow),
  };
}

/**
 * What the screens show once these events have been applied, made with the projection's own functions: the answer when
 * the worker is late (product 7.5). Events that the view holds already change nothing.
 */
export function viewWith(view: AccountView, events: readonly RecordedEvent[]): AccountView {
  const news = events.filter(({ revision }) => revision > view.revision);
  if (news.length === 0) return view;
  const before = loadedBooks(view.userId, view.revision, view.state, view.transactionCount);
  const books = project(before, news);
  const kept = books.cleared ? [] : view.newest.filter(({ transactionId }) => !books.deleted.has(transactionId));
  return {
    userId: view.userId,
    revision: books.revision,
    state: books.state,
    transactionCount: books.transactionCount,
    newest: [...kept, ...books.entered.values()].sort(newestFirst).slice(0, NEWEST_TRANSACTIONS),
  };
}

function newestFirst(a: TransactionRow, b: TransactionRow): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.revision < b.revision ? 1 : -1;
}
