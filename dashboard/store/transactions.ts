import { create } from 'zustand';
import { PAGE_ROWS, PAGE_ROWS_MAX, RECENT_TRANSACTIONS } from '../../contract/limits.ts';
import type { RecentTransaction, Transaction } from '../../contract/transaction.ts';
import type { User } from '../../contract/user.ts';
import { call } from '../api-client/client.ts';
import { isRetryable } from '../api-client/problem.ts';
import { LOADING, type Loadable, ready } from './loadable.ts';

/** The transactions fetched so far, newest first, and where the next page begins; null when there is none. */
export type Pages = { rows: Transaction[]; next: string | null };

type Books = {
  pages: Loadable<Pages>;
  /** The fetch of the page after those that are here. */
  more: 'idle' | 'loading' | 'failed';
  recent: Loadable<RecentTransaction[]>;
  /** Single transactions, by id. */
  single: Record<string, Loadable<Transaction>>;
};

const INITIAL_STATE: Books = { pages: LOADING, more: 'idle', recent: LOADING, single: {} };

/** The transactions' one home in the browser. */
export const useTransactions = create<Books>(() => INITIAL_STATE);

/** Counts what makes an answer that is still on its way too old to be kept. */
let edition = 0;

/** Forgets everything, for another user. */
export function resetTransactions(): void {
  edition++;
  useTransactions.setState(INITIAL_STATE);
}

/** After a command, takes the newest transactions out of its answer. */
export function setTransactionsFromUser({ transactionHistory, transactionCount }: User): void {
  edition++;
  const rows = transactionHistory.toReversed();
  const oldest = rows.at(-1);
  const next = transactionCount > rows.length && oldest ? oldest._id : null;
  const recent = rows
    .slice(0, RECENT_TRANSACTIONS)
    .map(({ _id, type, title, amount }) => ({ _id, type, title, amount }));
  useTransactions.setState({ pages: ready({ rows, next }), more: 'idle', recent: ready(recent) });
}

/** Fetches the newest page. What is already here stays on the screen meanwhile, and if the fetch fails. */
export async function fetchTransactions(): Promise<void> {
  const asked = edition;
  if (useTransactions.getState().pages.state === 'failed') useTransactions.setState({ pages: LOADING });
  const outcome = await call('getTransactions', { limit: PAGE_ROWS });
  const { pages } = useTransactions.getState();
  if (asked !== edition || (!outcome.ok && pages.state === 'ready')) return;
  if (!outcome.ok) return useTransactions.setState({ pages: { state: 'failed', problem: outcome.problem } });
  const { transactions, next = null } = outcome.data;
  const known = pages.state === 'ready' ? pages.value.rows : [];
  const unchanged = known.length > 0 && transactions.every(({ _id }, at) => known[at]?._id === _id);
  if (unchanged) return;
  edition++;
  useTransactions.setState({ pages: ready({ rows: transactions, next }), more: 'idle' });
}

/**
 * Fetches the page after those that are here, unless it is on its way or there is none. Who goes far back gets ever
 * more at once: as many again as are here.
 */
export async function fetchNextPage(): Promise<void> {
  const { pages, more } = useTransactions.getState();
  if (pages.state !== 'ready' || pages.value.next === null || more === 'loading') return;
  const asked = edition;
  useTransactions.setState({ more: 'loading' });
  const { rows: here, next: before } = pages.value;
  const limit = Math.min(Math.max(here.length, PAGE_ROWS), PAGE_ROWS_MAX);
  const outcome = await call('getTransactions', { limit, before });
  if (asked !== edition) return;
  if (!outcome.ok) return useTransactions.setState({ more: 'failed' });
  const rows = [...here, ...outcome.data.transactions];
  useTransactions.setState({ pages: ready({ rows, next: outcome.data.next ?? null }), more: 'idle' });
}

/** Fetches the five newest. */
export async function fetchRecent(): Promise<void> {
  const asked = edition;
  if (useTransactions.getState().recent.state === 'failed') useTransactions.setState({ recent: LOADING });
  const outcome = await call('recentTransactions');
  if (asked !== edition) return;
  if (outcome.ok) useTransactions.setState({ recent: ready(outcome.data.transactions) });
  else if (useTransactions.getState().recent.state !== 'ready') {
    useTransactions.setState({ recent: { state: 'failed', problem: outcome.problem } });
  }
}

/** Fetches one transaction; one that stands in the list is shown at once. */
export async function fetchTransaction(id: string): Promise<void> {
  const asked = edition;
  const { pages } = useTransactions.getState();
  const known = pages.state === 'ready' ? pages.value.rows.find(({ _id }) => _id === id) : undefined;
  put(id, known ? ready(known) : LOADING);
  const outcome = await call('getTransaction', { transactionId: id });
  if (asked !== edition) return;
  if (outcome.ok) put(id, ready(outcome.data.transaction));
  else if (!known || !isRetryable(outcome.problem)) put(id, { state: 'failed', problem: outcome.problem });
}

function put(id: string, transaction: Loadable<Transaction>) {
  useTransactions.setState(({ single }) => ({ single: { ...single, [id]: transaction } }));
}
