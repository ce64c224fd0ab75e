import { CancelledError, QueryClient, useQuery } from '@tanstack/react-query';
import { PAGE_ROWS, PAGE_ROWS_MAX } from '../../contract/limits.ts';
import type { Problem } from '../../contract/problems.ts';
import { useKnown } from '../browser-state/known.ts';
import { FORGOTTEN, mapData, type Outcome } from './problem.ts';

/** A value that a call reads. The cache holds it by its key. */
export type Resource<Value> = {
  key: readonly string[];
  load: () => Promise<Outcome<Value>>;
  /**
   * Returns a copy that is already here, to show until the response arrives. A resource with copies elsewhere is
   * forgotten when no screen shows it any more, so that it can't be older than its copy.
   */
  copy?: () => Value | undefined;
};

/** What calls take to answer as of a moment; empty for now. */
export type Moment = { known?: string };

/** A resource that there is as of every moment (product 5.10): itself it is that of now, `asKnown` gives another. */
export type InTime<Of> = Of & { asKnown: (known: string) => Of };

/** Creates a resource that there is as of every moment. Takes what creates it for one. */
export function inTime<Of extends object>(create: (at: Moment) => Of): InTime<Of> {
  const created = new Map<string, Of>();
  function asKnown(known: string): Of {
    const resource = created.get(known) ?? create({ known });
    created.set(known, resource);
    return resource;
  }
  return { ...create({}), asKnown };
}

/** The key of a resource as of a moment. It does not begin like that of now, which commands replace and refresh. */
export function keyAt({ known }: Moment, ...key: string[]): Resource<unknown>['key'] {
  return known === undefined ? key : ['as known', known, ...key];
}

/** Returns a resource in a component as of the moment that screens show. */
export function useAsKnown<Of>(resource: InTime<Of>): Of {
  const known = useKnown();
  return known === null ? resource : resource.asKnown(known);
}

/** State of a resource on a screen. `failed` has a function that tries again. */
export type Loadable<Value> =
  | { state: 'loading' }
  | { state: 'ready'; value: Value }
  | { state: 'failed'; problem: Problem; retry: () => void };

/** What a query throws after a call that failed. */
class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.title);
    this.problem = problem;
  }
}

/** The cache. A mounted screen refetches what it shows; what no screen shows stays until it is forgotten. */
export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: Number.POSITIVE_INFINITY,
      // `online` would wait for a connection instead of telling that there is none.
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
      retry: false,
    },
  },
});

function queryOf<Value>({ key, load, copy }: Resource<Value>) {
  return {
    queryKey: key,
    queryFn: async (): Promise<Value> => {
      const outcome = await load();
      if (!outcome.ok) throw new ProblemError(outcome.problem);
      return outcome.data;
    },
    ...(copy && { initialData: copy, gcTime: 0 }),
  };
}

/** Whether the problem says that there is no such value (any more), or that it is not for this user. */
const endsValue = ({ status }: Problem) => status === 404 || status === 402;

/**
 * Returns a resource in a component and fetches it on mount. A value that is here stays visible during a fetch and after
 * a failure, unless the server says that it is gone.
 */
export function useResource<Value>(resource: Resource<Value>): Loadable<Value> {
  const { data, error, refetch } = useQuery<Value, ProblemError>(queryOf(resource), cache);
  if (error && (data === undefined || endsValue(error.problem)))
    return { state: 'failed', problem: error.problem, retry: () => void refetch() };
  return data === undefined ? { state: 'loading' } : { state: 'ready', value: data };
}

/** Returns the value of a resource in a component, or undefined if it is not here. Does not fetch. */
export function useCached<Value>(resource: Resource<Value>): Value | undefined {
  return useQuery({ ...queryOf(resource), enabled: false }, cache).data;
}

/** Returns the value of a resource outside of components, or undefined if it is not here. */
export function cached<Value>({ key }: Resource<Value>): Value | undefined {
  return cache.getQueryData<Value>(key);
}

/** Replaces the value of a resource. Discards the response of a request in flight, which is older. */
export function replace<Value>({ key }: Resource<Value>, value: Value): void {
  void cache.cancelQueries({ queryKey: key, exact: true });
  cache.setQueryData(key, value);
}

/**
 * Fetches a resource. Joins a request in flight. Resolves to what is here if `replace` came meanwhile, and to the problem
 * FORGOTTEN if the resource was forgotten.
 */
export async function fetchResource<Value>(resource: Resource<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, data: await cache.fetchQuery({ ...queryOf(resource), staleTime: 0 }) };
  } catch (error) {
    if (error instanceof ProblemError) return { ok: false, problem: error.problem };
    if (!(error instanceof CancelledError)) throw error;
    const value = cached(resource);
    return value === undefined ? { ok: false, problem: FORGOTTEN } : { ok: true, data: value };
  }
}

/** Rows, and the cursor of the rows after them (null for the last page). A kind of page may have more, which the first one sets. */
export type Page<Row> = { rows: Row[]; next: string | null };

/** The loaded rows, the cursor of the rows after them (null if there are none), and the state of their fetch. */
export type Pages<Row, Of extends Page<Row> = Page<Row>> = Of & {
  nextPage: 'idle' | 'loading' | Problem;
  /** The older pages may have changed, so the next fetch does not keep them. */
  outdated?: true;
};

/** A list that is loaded page by page. `loadNextPage` appends a page, unless one is being loaded or there is none. */
export type PagedResource<Row, Of extends Page<Row> = Page<Row>> = Resource<Pages<Row, Of>> & {
  loadNextPage: () => Promise<void>;
};

/** Starts a paged list with its first page. */
export function firstPage<Row, Of extends Page<Row>>(page: Of): Pages<Row, Of> {
  return { ...page, nextPage: 'idle' };
}

/** Makes the next fetch of a list load it anew, instead of keeping the older pages. */
export function outdate<Row>(resource: PagedResource<Row>): void {
  const pages = cached(resource);
  if (pages) cache.setQueryData(resource.key, { ...pages, outdated: true });
}

/**
 * Creates a paged resource. `loadPage` fetches `limit` rows, from the newest on or after the cursor `before`. Where `rowsChange`,
 * a fetch loads as many rows anew as are there (at most PAGE_ROWS_MAX) instead of keeping the older pages.
 */
export function pagedResource<Row, Of extends Page<Row> = Page<Row>>(
  key: Resource<unknown>['key'],
  loadPage: (input: { limit: number; before?: string }) => Promise<Outcome<Of>>,
  { rowsChange = false } = {},
): PagedResource<Row, Of> {
  const resource: PagedResource<Row, Of> = { key, load: rowsChange ? loadAnew : loadNewest, loadNextPage };

  async function loadAnew(): Promise<Outcome<Pages<Row, Of>>> {
    const { length } = cached(resource)?.rows ?? [];
    return mapData(await loadPage({ limit: Math.min(Math.max(length, PAGE_ROWS), PAGE_ROWS_MAX) }), firstPage<Row, Of>);
  }

  /** Keeps the older pages that are loaded if the newest rows are still the same. */
  async function loadNewest(): Promise<Outcome<Pages<Row, Of>>> {
    const outcome = await loadPage({ limit: PAGE_ROWS });
    if (!outcome.ok) return outcome;
    const pages = cached(resource);
    return {
      ok: true,
      data: pages && !pages.outdated && beginsWith(pages, outcome.data) ? pages : firstPage<Row, Of>(outcome.data),
    };
  }

  /** The page size doubles the loaded rows, up to PAGE_ROWS_MAX, so that scrolling far needs few requests. */
  async function loadNextPage(): Promise<void> {
    const pages = cached(resource);
    if (!pages || pages.next === null || pages.nextPage === 'loading') return;
    const { rows, next } = pages;
    const set = (change: Partial<Pages<Row>>) => cache.setQueryData(resource.key, { ...pages, ...change });
    set({ nextPage: 'loading' });
    const outcome = await loadPage({
      limit: Math.min(Math.max(rows.length, PAGE_ROWS), PAGE_ROWS_MAX),
      before: next,
    });
    // The rows were replaced meanwhile.
    if (cached(resource)?.rows !== rows) return;
    if (!outcome.ok) return void set({ nextPage: outcome.problem });
    set({ rows: [...rows, ...outcome.data.rows], next: outcome.data.next, nextPage: 'idle' });
  }

  return resource;
}

function beginsWith<Row>(pages: Page<Row>, newest: Page<Row>): boolean {
  const { length } = newest.rows;
  if (newest.next === null && pages.rows.length !== length) return false;
  return JSON.stringify(pages.rows.slice(0, length)) === JSON.stringify(newest.rows);
}
