import { create } from 'zustand';
import { PAGE_ROWS, PAGE_ROWS_MAX, RECENT_TRANSACTIONS } from '../../contract/limits.ts';
import type { Transaction } from '../../contract/transaction.ts';
import type { RecentTransaction } from '../../contract/transaction-calls.ts';
import type { User } from '../../contract/user.ts';
import { call } from './client.ts';
import { LOADING, type Loadable, ready } from './loadable.ts';
import { isRetryable } from './problem.ts';

/** Fetched transactions, newest first, and the cursor of the next page (null on the last). */
export type TransactionPages = { rows: Transaction[]; next: string | null };

type TransactionsState = {
  pages: Loadable<TransactionPages>;
  /** State of the fetch of the next page. */
  nextPage: 'idle' | 'loading' | 'failed';
  recent: Loadable<RecentTransaction[]>;
  byId: Record<string, Loadable<Transaction>>;
};

const INITIAL_STATE: TransactionsState = { pages: LOADING, nextPage: 'idle', recent: LOADING, byId: {} };

/** Store of the transactions. */
export const useTransactions = create<TransactionsState>(() => INITIAL_STATE);

/** Incremented by every change of the transactions. A response to a request of an older version is discarded. */
let version = 0;

/** Clears the transactions, for another user. */
export function resetTransactions(): void {
  version++;
  useTransactions.setState(INITIAL_STATE);
}

/** Replaces the list with the newest transactions of a command response, and updates those of them that are shown alone. */
export function setTransactionsFromUser({ transactionHistory, transactionCount }: User): void {
  version++;
  const rows = transactionHistory.toReversed();
  const oldest = rows.at(-1);
  const next = transactionCount > rows.length && oldest ? oldest._id : null;
  const recent = rows
    .slice(0, RECENT_TRANSACTIONS)
    .map(({ _id, type, title, amount }) => ({ _id, type, title, amount }));
  useTransactions.setState(({ byId }) => {
    const opened = rows.filter(({ _id }) => Object.hasOwn(byId, _id)).map((row) => [row._id, ready(row)]);
    const updated = { ...byId, ...Object.fromEntries(opened) };
    return { pages: ready({ rows, next }), nextPage: 'idle', recent: ready(recent), byId: updated };
  });
}

/** Fetches the newest page. Transactions that are loaded stay visible during the fetch and after a failure. */
export async function fetchTransactions(): Promise<void> {
  const startVersion = version;
  if (useTransactions.getState().pages.state === 'failed') useTransactions.setState({ pages: LOADING });
  const outcome = await call('getTransactions', { limit: PAGE_ROWS });
  const { pages } = useTransactions.getState();
  if (startVersion !== version || (!outcome.ok && pages.state === 'ready')) return;
  if (!outcome.ok) return useTransactions.setState({ pages: { state: 'failed', problem: outcome.problem } });
  const { transactions, next = null } = outcome.data;
  const loaded = pages.state === 'ready' ? pages.value.rows : [];
  const newest = loaded.slice(0, transactions.length);
  const unchanged = loaded.length > 0 && JSON.stringify(newest) === JSON.stringify(transactions);
  if (unchanged) return;
  version++;
  useTransactions.setState({ pages: ready({ rows: transactions, next }), nextPage: 'idle' });
}

/**
 * Fetches the next page, unless that fetch is in flight or there is none. The page size doubles the loaded rows, up to
 * PAGE_ROWS_MAX, so that scrolling far needs few requests.
 */
export async function fetchNextPage(): Promise<void> {
  const { pages, nextPage } = useTransactions.getState();
  if (pages.state !== 'ready' || pages.value.next === null || nextPage === 'loading') return;
  const startVersion = version;
  useTransactions.setState({ nextPage: 'loading' });
  const { rows: loadedRows, next: cursor } = pages.value;
  const limit = Math.min(Math.max(loadedRows.length, PAGE_ROWS), PAGE_ROWS_MAX);
  const outcome = await call('getTransactions', { limit, before: cursor });
  if (startVersion !== version) return;
  if (!outcome.ok) return useTransactions.setState({ nextPage: 'failed' });
  const rows = [...loadedRows, ...outcome.data.transactions];
  useTransactions.setState({ pages: ready({ rows, next: outcome.data.next ?? null }), nextPage: 'idle' });
}

/** Fetches the newest transactions of the Overview. */
export async function fetchRecent(): Promise<void> {
  const startVersion = version;
  if (useTransactions.getState().recent.state === 'failed') useTransactions.setState({ recent: LOADING });
  const outcome = await call('recentTransactions');
  if (startVersion !== version) return;
  if (outcome.ok) useTransactions.setState({ recent: ready(outcome.data.transactions) });
  else if (useTransactions.getState().recent.state !== 'ready') {
    useTransactions.setState({ recent: { state: 'failed', problem: outcome.problem } });
  }
}

/** Fetches one transaction by id. Shows the copy of the list, if it has one, until the response arrives. */
export async function fetchTransaction(id: string): Promise<void> {
  const startVersion = version;
  const { pages } = useTransactions.getState();
  const loaded = pages.state === 'ready' ? pages.value.rows.find(({ _id }) => _id === id) : undefined;
  setTransaction(id, loaded ? ready(loaded) : LOADING);
  const outcome = await call('getTransaction', { transactionId: id });
  if (startVersion !== version) return;
  if (outcome.ok) setTransaction(id, ready(outcome.data.transaction));
  else if (!loaded || !isRetryable(outcome.problem)) setTransaction(id, { state: 'failed', problem: outcome.problem });
}

function setTransaction(id: string, transaction: Loadable<Transaction>) {
  useTransactions.setState(({ byId }) => ({ byId: { ...byId, [id]: transaction } }));
}
