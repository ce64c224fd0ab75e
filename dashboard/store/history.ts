import { create } from 'zustand';
import type { HistoryEntry } from '../../contract/ledger.ts';
import { PAGE_ROWS, PAGE_ROWS_MAX } from '../../contract/limits.ts';
import { call } from '../api-client/client.ts';
import { LOADING, type Loadable, ready } from './loadable.ts';

/** The entries fetched so far, newest first, and where the next page begins; null when there is none. */
export type HistoryPages = { rows: HistoryEntry[]; next: string | null };

type History = {
  pages: Loadable<HistoryPages>;
  /** The fetch of the page after those that are here. */
  more: 'idle' | 'loading' | 'failed';
};

const INITIAL_STATE: History = { pages: LOADING, more: 'idle' };

/** What was written down in the user's ledger. */
export const useHistory = create<History>(() => INITIAL_STATE);

/** Counts what makes an answer that is still on its way too old to be kept. */
let edition = 0;

/** Forgets it, for another user. */
export function resetHistory(): void {
  edition++;
  useHistory.setState(INITIAL_STATE);
}

/** Fetches the newest page. What is already here stays on the screen meanwhile, and if the fetch fails. */
export async function fetchHistory(): Promise<void> {
  const asked = edition;
  if (useHistory.getState().pages.state === 'failed') useHistory.setState({ pages: LOADING });
  const outcome = await call('getHistory', { limit: PAGE_ROWS });
  const { pages } = useHistory.getState();
  if (asked !== edition || (!outcome.ok && pages.state === 'ready')) return;
  if (!outcome.ok) return useHistory.setState({ pages: { state: 'failed', problem: outcome.problem } });
  const { entries: rows, next } = outcome.data;
  // Entries never change: with the same one on top all that is here is still so.
  if (pages.state === 'ready' && pages.value.rows[0]?._id === rows[0]?._id) return;
  edition++;
  useHistory.setState({ pages: ready({ rows, next }), more: 'idle' });
}

/**
 * Fetches the page after those that are here, unless it is on its way or there is none. Who goes far back gets ever
 * more at once: as many again as are here.
 */
export async function fetchNextHistoryPage(): Promise<void> {
  const { pages, more } = useHistory.getState();
  if (pages.state !== 'ready' || pages.value.next === null || more === 'loading') return;
  const asked = edition;
  useHistory.setState({ more: 'loading' });
  const { rows: here, next: before } = pages.value;
  const limit = Math.min(Math.max(here.length, PAGE_ROWS), PAGE_ROWS_MAX);
  const outcome = await call('getHistory', { limit, before });
  if (asked !== edition) return;
  if (!outcome.ok) return useHistory.setState({ more: 'failed' });
  const rows = [...here, ...outcome.data.entries];
  useHistory.setState({ pages: ready({ rows, next: outcome.data.next }), more: 'idle' });
}
