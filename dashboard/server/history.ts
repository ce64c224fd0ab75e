import { create } from 'zustand';
import type { HistoryEntry } from '../../contract/ledger-calls.ts';
import { PAGE_ROWS, PAGE_ROWS_MAX } from '../../contract/limits.ts';
import { call } from './client.ts';
import { LOADING, type Loadable, ready } from './loadable.ts';

/** Fetched entries, newest first, and the cursor of the next page (null on the last). */
export type HistoryPages = { rows: HistoryEntry[]; next: string | null };

type History = {
  pages: Loadable<HistoryPages>;
  /** State of the fetch of the next page. */
  nextPage: 'idle' | 'loading' | 'failed';
};

const INITIAL_STATE: History = { pages: LOADING, nextPage: 'idle' };

/** Store of the user's history. */
export const useHistory = create<History>(() => INITIAL_STATE);

/** Incremented by every change of the pages. A response to a request of an older version is discarded. */
let version = 0;

/** Clears the history, for another user. */
export function resetHistory(): void {
  version++;
  useHistory.setState(INITIAL_STATE);
}

/** Fetches the newest page. Entries that are loaded stay visible during the fetch and after a failure. */
export async function fetchHistory(): Promise<void> {
  const startVersion = version;
  if (useHistory.getState().pages.state === 'failed') useHistory.setState({ pages: LOADING });
  const outcome = await call('getHistory', { limit: PAGE_ROWS });
  const { pages } = useHistory.getState();
  if (startVersion !== version || (!outcome.ok && pages.state === 'ready')) return;
  if (!outcome.ok) return useHistory.setState({ pages: { state: 'failed', problem: outcome.problem } });
  const { entries: rows, next } = outcome.data;
  // Entries are immutable, so the same newest entry means that nothing changed.
  if (pages.state === 'ready' && pages.value.rows[0]?._id === rows[0]?._id) return;
  version++;
  useHistory.setState({ pages: ready({ rows, next }), nextPage: 'idle' });
}

/**
 * Fetches the next page, unless that fetch is in flight or there is none. The page size doubles the loaded rows, up to
 * PAGE_ROWS_MAX, so that scrolling far needs few requests.
 */
export async function fetchNextHistoryPage(): Promise<void> {
  const { pages, nextPage } = useHistory.getState();
  if (pages.state !== 'ready' || pages.value.next === null || nextPage === 'loading') return;
  const startVersion = version;
  useHistory.setState({ nextPage: 'loading' });
  const { rows: loadedRows, next: cursor } = pages.value;
  const limit = Math.min(Math.max(loadedRows.length, PAGE_ROWS), PAGE_ROWS_MAX);
  const outcome = await call('getHistory', { limit, before: cursor });
  if (startVersion !== version) return;
  if (!outcome.ok) return useHistory.setState({ nextPage: 'failed' });
  const rows = [...loadedRows, ...outcome.data.entries];
  useHistory.setState({ pages: ready({ rows, next: outcome.data.next }), nextPage: 'idle' });
}
