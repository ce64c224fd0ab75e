import { queryOptions } from '@tanstack/react-query';
import type { PastTitle } from '#contract/ledger-calls.ts';
import { PAGE_ROWS_MAX } from '#contract/limits.ts';
import { shifted } from '#ledger/model/days.ts';
import { fetchData } from './cache.ts';
import { call } from './client.ts';
import { READ_LINE, TITLES_KEY } from './queries.ts';

/** The titles of the past that complete what was typed, the best first (product 3.9). */
export function titlesQuery(typed: string) {
  return queryOptions({
    queryKey: [TITLES_KEY, typed],
    // The categories of both types: the form shows one type's.
    queryFn: async () => (await fetchData('getTitles', { q: typed, limit: '16' })).titles,
    gcTime: 60_000,
  });
}

/** The content of a line, as the server reads it on a day (ISO date). */
export function readLineQuery(text: string, today: string) {
  return queryOptions({
    queryKey: [READ_LINE, text, today],
    queryFn: () => fetchData('readLine', { text }),
    gcTime: 60_000,
  });
}

/** The id of the newest entry with a title of the past; undefined where it is gone. */
export async function newestEntryOf({ title, type, last }: PastTitle): Promise<string | undefined> {
  const outcome = await call('getEntries', { before: `${shifted(last, 1)}.0`, limit: String(PAGE_ROWS_MAX) });
  if (!outcome.ok) return undefined;
  return outcome.data.entries.find((entry) => entry.title === title && entry.type === type)?._id;
}
