import { type DataTag, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import type { CallData, CallName } from '#contract/calls.ts';
import type { Problem } from '#contract/problems.ts';
import { type CallArguments, call } from './client.ts';

/** Error of a query or a command whose call failed. */
export class CallError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.title);
    this.problem = problem;
  }
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError;
  }
}

/** Returns the data of a call of the contract. Throws a ProblemError where it fails. */
export async function fetchData<Name extends CallName>(
  name: Name,
  ...callArguments: CallArguments<Name>
): Promise<CallData<Name>> {
  const outcome = await call(name, ...callArguments);
  if (!outcome.ok) throw new CallError(outcome.problem);
  if (outcome.isBehind) reloadLater();
  return outcome.data;
}

/** The wait after which screens load again when the read models were behind: longer each time, until a quiet time. */
const RELOAD_MS = 1_000;
const RELOAD_MS_MAX = 30_000;
let reloadMs = RELOAD_MS;
let reload: ReturnType<typeof setTimeout> | undefined;
let reloadedAtMs = Number.NEGATIVE_INFINITY;

/**
 * Loads the mounted queries again soon: the read models lacked what this person has written, and a request waits for
 * them only two seconds (product 7.5).
 */
function reloadLater(): void {
  if (reload !== undefined) return;
  const isQuiet = performance.now() - reloadedAtMs > 2 * RELOAD_MS_MAX;
  reloadMs = isQuiet ? RELOAD_MS : Math.min(2 * reloadMs, RELOAD_MS_MAX);
  reload = setTimeout(() => {
    reload = undefined;
    reloadedAtMs = performance.now();
    void cache.invalidateQueries({ type: 'active' });
  }, reloadMs);
}

/** The moment as of which a query answers (product 5.10): a revision, an ISO instant, or null for now. */
export type CachedMoment = string | null;

/** Input that makes a call answer as of a moment. */
export function atMoment(known: CachedMoment): { known?: string } {
  return known === null ? {} : { known };
}

/** The key of a query as of a moment. Its prefix differs from the key of now, which commands replace and refresh. */
export function keyAt(known: CachedMoment, ...key: string[]): string[] {
  return known === null ? key : ['as known', known, ...key];
}

/** Whether the problem says that the value does not exist (any more), or is not for this user. */
const endsValue = ({ status }: Problem) => status === 404 || status === 402;

/**
 * The cache. A mounted screen refetches its queries; unmounted ones stay until they are forgotten. A value survives a
 * failed fetch, unless the server says that it is gone.
 */
export const cache = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (error instanceof CallError && endsValue(error.problem)) query.setState({ data: undefined, dataUpdatedAt: 0 });
    },
  }),
  defaultOptions: {
    queries: {
      gcTime: Number.POSITIVE_INFINITY,
      // `online` would wait for a connection instead of telling that there is none.
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
      retry: false,
    },
    // The input of a command, such as a password, is not kept.
    mutations: { gcTime: 0, networkMode: 'always' },
  },
});

/** Replaces the value of a query. Discards the response of a request in flight, which is older. */
export function replace<Value>(queryKey: DataTag<QueryKey, Value, CallError>, value: NoInfer<Value>): void {
  void cache.cancelQueries({ queryKey, exact: true });
  cache.setQueryData<Value>(queryKey, () => value);
}

/** Refetches queries with this key prefix that screens show, and forgets the rest. */
export function refresh(keys: readonly QueryKey[]): void {
  for (const queryKey of keys) {
    cache.removeQueries({ queryKey, type: 'inactive' });
    void cache.invalidateQueries({ queryKey });
  }
}
