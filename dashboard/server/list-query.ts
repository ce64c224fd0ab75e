import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { PAGE_ROWS, PAGE_ROWS_MAX } from '#contract/limits.ts';
import { cache } from './cache.ts';

/**
 * Rows, and the cursor of the rows after them (null for the last page). `known` is the moment as of which the following
 * pages are read, if it differs from the query's.
 */
export type PageOfList<Row> = { rows: Row[]; next: string | null; known?: string };

/** Input of a page: `limit` rows, from the newest on or after the cursor `before`. */
type PageInput = { limit: number; before?: string; known?: string };

type Pages<ListPage> = InfiniteData<ListPage, PageInput>;

const FIRST_PAGE: PageInput = { limit: PAGE_ROWS };

/** A list of which only this first page is loaded. */
export function firstPage<ListPage>(page: ListPage): Pages<ListPage> {
  return { pages: [page], pageParams: [FIRST_PAGE] };
}

/**
 * Options of a list that is loaded page by page; screens get its pages as one. A page has as many rows as are loaded
 * before it, at most PAGE_ROWS_MAX, so that a long list needs few requests. A refetch keeps the older pages if the
 * pages before them end at the same row, unless the list was invalidated.
 */
export function listQuery<ListPage extends PageOfList<unknown>>(
  queryKey: string[],
  loadPage: (input: PageInput) => Promise<ListPage>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam }) => keptPage<ListPage>(queryKey, pageParam) ?? (await loadPage(pageParam)),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }, pages): PageInput | null => {
      if (next === null) return null;
      const rowCount = pages.reduce((count, { rows }) => count + rows.length, 0);
      const known = pages[0]?.known;
      const limit = Math.min(Math.max(rowCount, PAGE_ROWS), PAGE_ROWS_MAX);
      return { limit, before: next, ...(known !== undefined && { known }) };
    },
    select: asOnePage<ListPage>,
  });
}

/** A further page that was loaded with the same input. */
function keptPage<ListPage>(queryKey: string[], input: PageInput): ListPage | undefined {
  const state = cache.getQueryState<Pages<ListPage>>(queryKey);
  if (!state?.data || state.isInvalidated || input.before === undefined) return undefined;
  const { pages, pageParams } = state.data;
  return pages[pageParams.findIndex((param) => JSON.stringify(param) === JSON.stringify(input))];
}

function asOnePage<ListPage extends PageOfList<unknown>>({ pages }: Pages<ListPage>): ListPage {
  // There is at least one page.
  const first = pages.reduce((page) => page);
  return { ...first, rows: pages.flatMap(({ rows }) => rows), next: pages.at(-1)?.next ?? null };
}
