import { QueryClientProvider, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { CallName } from '#contract/calls.ts';
import type { HistoryEntry } from '#contract/ledger-calls.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { Transaction } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { api } from '../testing/open.tsx';
import { clara, goalOf, transactionOf } from '../testing/people.ts';
import { cache, replace } from './cache.ts';
import { applyCommandResult, forgetAll, refreshAll } from './command-result.ts';
import { historyQuery } from './history-queries.ts';
import { firstPage } from './list-query.ts';
import { FORGOTTEN } from './problem.ts';
import {
  goalsQuery,
  recentTransactionsQuery,
  statisticsQuery,
  transactionQuery,
  transactionsQuery,
} from './queries.ts';
import { confirmPaymentOfUser, fetchUser, userQuery } from './user.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={cache}>{children}</QueryClientProvider>
);

/** Result of a query in a component. */
type Shown = { data: unknown; isPending: boolean; isLoadingError: boolean; error: unknown; refetch: () => unknown };

/** Mounts a component that shows a query. */
const show = <Result extends Shown>(useShown: () => Result) => renderHook(useShown, { wrapper });

/** Shows a query, and waits until it is loaded. */
async function showLoaded<Result extends Shown>(useShown: () => Result) {
  const shown = show(useShown);
  await waitFor(() => expect(shown.result.current.data).toBeDefined());
  return shown;
}

/** Reads all of the result, so that each change of it renders. */
const useTransactions = () => ({ ...useInfiniteQuery(transactionsQuery()) });
const useHistory = () => useInfiniteQuery(historyQuery);
const useGoals = () => useQuery(goalsQuery());
const useStatistics = () => useQuery(statisticsQuery());

const transactions = () => cache.getQueryData(transactionsQuery().queryKey);
const user = () => cache.getQueryData(userQuery().queryKey);

const zero = { income: 0, expense: 0 };
const statistics = { week: zero, month: zero, year: { income: 10, expense: 0 } };
const rows = (newest: number, count: number) =>
  Array.from({ length: count }, (_, index) => transactionOf(newest - index));
/** The user after a command, with these transactions, newest first. */
const after = (transactions: Transaction[], more: Partial<User> = {}): User => ({
  ...clara,
  transactionHistory: transactions.toReversed(),
  transactionCount: transactions.length,
  ...more,
});
const entry = (revision: number): HistoryEntry => ({
  _id: `entry-${revision}`,
  revision,
  type: 'IncomeRecorded',
  words: `Entry ${revision}`,
  change: 1,
  balance: revision,
  recordedAt: '2026-11-20T10:00:00.000Z',
  transactionId: null,
  goalId: null,
  checkoutId: null,
});

/** Queries: the call, the key, the component's hook, what the call answers, and the value that screens get. */
const QUERIES: { name: CallName; queryKey: string[]; useShown: () => Shown; given: () => void; value: unknown }[] = [
  {
    name: 'getGoals',
    queryKey: goalsQuery().queryKey,
    useShown: useGoals,
    given: () => api.answer('getGoals', { goals: [goalOf(1), goalOf(2)] }),
    value: [goalOf(1), goalOf(2)],
  },
  {
    name: 'recentTransactions',
    queryKey: recentTransactionsQuery().queryKey,
    useShown: () => useQuery(recentTransactionsQuery()),
    given: () => api.answer('recentTransactions', { transactions: [] }),
    value: [],
  },
  {
    name: 'getTransactions',
    queryKey: transactionsQuery().queryKey,
    useShown: useTransactions,
    given: () => api.answer('getTransactions', { transactions: rows(2, 2), next: null }),
    value: { rows: rows(2, 2), next: null },
  },
  {
    name: 'getTransaction',
    queryKey: transactionQuery(transactionOf(1)._id).queryKey,
    useShown: () => useQuery(transactionQuery(transactionOf(1)._id)),
    given: () => api.answer('getTransaction', { transaction: transactionOf(1) }),
    value: transactionOf(1),
  },
  {
    name: 'getStatistics',
    queryKey: statisticsQuery().queryKey,
    useShown: useStatistics,
    given: () => api.answer('getStatistics', statistics),
    value: statistics,
  },
  {
    name: 'getHistory',
    queryKey: historyQuery.queryKey,
    useShown: useHistory,
    given: () => api.answer('getHistory', { entries: [entry(1)], next: null }),
    value: { rows: [entry(1)], next: null },
  },
  {
    name: 'getCurrentUser',
    queryKey: userQuery().queryKey,
    useShown: () => useQuery(userQuery()),
    given: () => api.answer('getCurrentUser', clara),
    value: clara,
  },
];

test.each(QUERIES)('$name: loading, then ready', async ({ name, useShown, given, value }) => {
  given();
  const answer = api.hold(name);
  const shown = show(useShown);
  expect(shown.result.current).toMatchObject({ isPending: true, data: undefined });
  answer();
  await waitFor(() => expect(shown.result.current.data).toEqual(value));
});

test.each(QUERIES)('$name: failed, then ready after a retry', async ({ name, useShown, given, value }) => {
  api.lose(name);
  const shown = show(useShown);
  await waitFor(() =>
    expect(shown.result.current).toMatchObject({ isLoadingError: true, error: { problem: { code: 'unreachable' } } }),
  );
  given();
  act(() => void shown.result.current.refetch());
  await waitFor(() => expect(shown.result.current.data).toEqual(value));
});

test.each(QUERIES)(
  '$name: shown again, it is there at once and is fetched again',
  async ({ name, useShown, given, value }) => {
    given();
    const first = await showLoaded(useShown);
    const second = show(useShown);
    expect(second.result.current.data).toEqual(value);
    await waitFor(() => expect(api.inputsOf(name)).toHaveLength(2));
    first.unmount();
  },
);

test.each(QUERIES)(
  '$name: stays visible when a later fetch fails',
  async ({ name, queryKey, useShown, given, value }) => {
    given();
    const first = await showLoaded(useShown);
    api.lose(name);
    const second = show(useShown);
    await waitFor(() => expect(cache.getQueryState(queryKey)?.status).toBe('error'));
    expect(second.result.current).toMatchObject({ isLoadingError: false, data: value });
    first.unmount();
  },
);

test('what the server says is gone is no longer shown', async () => {
  const { _id } = transactionOf(1);
  replace(transactionsQuery().queryKey, firstPage({ rows: rows(1, 1), next: null }));
  api.refuse('getTransaction', 'transaction_not_found');
  const shown = show(() => useQuery(transactionQuery(_id)));
  expect(shown.result.current.data).toEqual(transactionOf(1));
  await waitFor(() => expect(shown.result.current.isLoadingError).toBe(true));
  shown.rerender();
  expect(shown.result.current).toMatchObject({
    data: undefined,
    error: { problem: { code: 'transaction_not_found' } },
  });
});

test('a response that is not from the API does not replace what is shown', async () => {
  const { queryKey } = goalsQuery();
  replace(queryKey, [goalOf(1)]);
  globalThis.fetch = async () => new Response('<html>Log in to this network</html>');
  const shown = show(useGoals);
  await waitFor(() => expect(cache.getQueryState(queryKey)?.status).toBe('error'));
  expect(shown.result.current).toMatchObject({ isLoadingError: false, data: [goalOf(1)] });
});

test('a user is stored when it came from the server, and not again when it is being fetched', async () => {
  replace(userQuery().queryKey, clara);
  localStorage.setItem('userData', 'of another tab');
  api.lose('getCurrentUser');
  await fetchUser();
  expect(localStorage.getItem('userData')).toBe('of another tab');
  api.answer('getCurrentUser', { ...clara, currentBalance: 7 });
  await fetchUser();
  expect(localStorage.getItem('userData')).toContain('"currentBalance":7');
});

test('several components share one request', async () => {
  api.answer('getGoals', { goals: [] });
  const answer = api.hold('getGoals');
  const shown = [show(useGoals), show(useGoals), show(useGoals)];
  answer();
  for (const { result } of shown) await waitFor(() => expect(result.current.data).toEqual([]));
  expect(api.inputsOf('getGoals')).toHaveLength(1);
});

/** Answers get-transactions from these rows, newest first: the cursor of a page is the id of its last row. */
function serve(all: () => Transaction[]): void {
  api.answer('getTransactions', ({ limit, before }) => {
    const start = before === undefined ? 0 : all().findIndex(({ _id }) => _id === before) + 1;
    const transactions = all().slice(start, start + Number(limit));
    const last = transactions.at(-1);
    return { transactions, next: last && start + transactions.length < all().length ? last._id : null };
  });
}

const listed = () => transactions()?.pages.flatMap(({ rows }) => rows.map(({ amount }) => amount));
const numbers = (newest: number, count: number) => rows(newest, count).map(({ amount }) => amount);
const limits = () => api.inputsOf('getTransactions').map((input) => Number(input?.limit));
const loadNextPage = ({ result }: { result: { current: UseInfiniteQueryResult } }) =>
  act(() => result.current.fetchNextPage());

test('a page as large as what is loaded is appended, until the last', async () => {
  serve(() => rows(130, 130));
  const shown = await showLoaded(useTransactions);
  expect(listed()).toEqual(numbers(130, PAGE_ROWS));
  await loadNextPage(shown);
  expect(listed()).toEqual(numbers(130, 2 * PAGE_ROWS));
  await loadNextPage(shown);
  await waitFor(() => expect(shown.result.current.data).toEqual({ rows: rows(130, 130), next: null }));
  expect(shown.result.current.hasNextPage).toBe(false);
  await loadNextPage(shown);
  expect(limits()).toEqual([50, 50, 100]);
});

test('a page that could not be loaded can be, and what is loaded stays', async () => {
  serve(() => rows(60, 60));
  const shown = await showLoaded(useTransactions);
  api.lose('getTransactions');
  await loadNextPage(shown);
  await waitFor(() =>
    expect(shown.result.current).toMatchObject({
      isFetchNextPageError: true,
      isLoadingError: false,
      error: { problem: { code: 'unreachable' } },
    }),
  );
  expect(listed()).toEqual(numbers(60, 50));
  serve(() => rows(60, 60));
  await loadNextPage(shown);
  expect(listed()).toEqual(numbers(60, 60));
});

test('a later fetch keeps the older pages only while the newest rows end as they did', async () => {
  let all = rows(120, 120);
  serve(() => all);
  const first = await showLoaded(useTransactions);
  await loadNextPage(first);
  await loadNextPage(first);
  first.unmount();

  const same = await showLoaded(useTransactions);
  await waitFor(() => expect(limits()).toEqual([50, 50, 100, 50]));
  await waitFor(() => expect(same.result.current.isFetching).toBe(false));
  expect(listed()).toEqual(numbers(120, 120));
  same.unmount();

  all = rows(121, 121);
  const newer = await showLoaded(useTransactions);
  await waitFor(() => expect(listed()).toEqual(numbers(121, 121)));
  expect(limits()).toEqual([50, 50, 100, 50, 50, 50, 100]);
  newer.unmount();

  // Fewer rows than are loaded, although the newest are the same.
  all = rows(121, 30);
  await showLoaded(useTransactions);
  await waitFor(() => expect(listed()).toEqual(numbers(121, 30)));
});

test('after a change elsewhere a list is loaded anew, the older pages, too', async () => {
  let all = rows(120, 120);
  serve(() => all);
  const shown = await showLoaded(useTransactions);
  await loadNextPage(shown);
  expect(listed()).toHaveLength(2 * PAGE_ROWS);
  all = all.filter(({ amount }) => amount !== 30);
  act(refreshAll);
  await waitFor(() => expect(listed()).not.toContain(30));
  expect(listed()).toHaveLength(2 * PAGE_ROWS);
});

test('what is shown is loaded again until the read models have all that was written', async () => {
  api.answer('getTransactions', { transactions: rows(1, 1), next: null });
  api.lag = 1_500;
  await showLoaded(useTransactions);
  api.answer('getTransactions', () => {
    api.lag = api.inputsOf('getTransactions').length < 3 ? 700 : 0;
    return { transactions: api.lag > 0 ? rows(1, 1) : rows(2, 2), next: null };
  });
  await waitFor(() => expect(listed()).toEqual(numbers(2, 2)), { timeout: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(api.inputsOf('getTransactions')).toHaveLength(3);
});

test('a page of a list that was replaced meanwhile is discarded', async () => {
  serve(() => rows(60, 60));
  const shown = await showLoaded(useTransactions);
  const answer = api.hold('getTransactions');
  const loading = shown.result.current.fetchNextPage();
  act(() => applyCommandResult(after(rows(61, 3))));
  answer();
  await act(() => loading);
  expect(listed()).toEqual(numbers(61, 3));
});

test('what is known as of another moment is asked for apart, and stays after a command', async () => {
  const before = { ...statistics, week: { income: 1, expense: 0 } };
  api.answer('getStatistics', (input) => (input?.known === '5' ? before : statistics));
  const then = await showLoaded(() => useQuery(statisticsQuery('5')));
  await showLoaded(useStatistics);
  act(() => applyCommandResult(clara));
  await waitFor(() => expect(api.inputsOf('getStatistics')).toHaveLength(3));
  expect(api.inputsOf('getStatistics')).toEqual([{ known: '5' }, {}, {}]);
  expect(then.result.current.data).toEqual(before);
});

test('a command replaces the user, the lists and the transaction that is shown', async () => {
  const [changed] = rows(1, 1);
  api.answer('getTransaction', { transaction: transactionOf(1) });
  const shown = await showLoaded(() => useQuery(transactionQuery(transactionOf(1)._id)));
  const result = after([{ ...(changed as Transaction), title: 'Changed' }], { goals: [goalOf(1)], currentBalance: 7 });
  act(() => applyCommandResult(result));
  expect(user()).toEqual(result);
  expect(cache.getQueryData(goalsQuery().queryKey)).toEqual([goalOf(1)]);
  expect(transactions()?.pages[0]?.rows[0]?.title).toBe('Changed');
  expect(cache.getQueryData(recentTransactionsQuery().queryKey)?.[0]?.title).toBe('Changed');
  await waitFor(() => expect(shown.result.current).toMatchObject({ data: { title: 'Changed' } }));
});

test('the list after a command has a next page where the user has more transactions', () => {
  applyCommandResult(after(rows(60, 50), { transactionCount: 60 }));
  expect(transactions()?.pages[0]?.next).toBe(transactionOf(11)._id);
  applyCommandResult(after(rows(50, 50)));
  expect(transactions()?.pages[0]?.next).toBeNull();
  applyCommandResult(after([]));
  expect(transactions()?.pages).toEqual([{ rows: [], next: null }]);
});

test('a response to a request from before a command is discarded', async () => {
  api.answer('getTransactions', { transactions: rows(1, 1), next: null });
  api.answer('getCurrentUser', clara);
  const answers = [api.hold('getTransactions'), api.hold('getCurrentUser')];
  show(useTransactions);
  const fetched = fetchUser();
  act(() => applyCommandResult(after(rows(2, 2), { currentBalance: 7 })));
  for (const answer of answers) answer();
  expect(await fetched).toMatchObject({ ok: true, data: { currentBalance: 7 } });
  await waitFor(() => expect(listed()).toEqual(numbers(2, 2)));
  expect(user()?.currentBalance).toBe(7);
});

test('a fetch of the user that is given up meanwhile resolves to a problem that says so', async () => {
  api.answer('getCurrentUser', clara);
  const answer = api.hold('getCurrentUser');
  const fetched = fetchUser();
  forgetAll();
  answer();
  expect(await fetched).toEqual({ ok: false, problem: FORGOTTEN });
  expect(user()).toBeUndefined();
});

test('a payment confirmed by a response from before a command is discarded', async () => {
  replace(userQuery().queryKey, clara);
  api.answer('confirmPayment', { ...clara, currentBalance: 1 });
  const answer = api.hold('confirmPayment');
  const confirmed = confirmPaymentOfUser();
  applyCommandResult({ ...clara, currentBalance: 7 });
  answer();
  await confirmed;
  expect(user()?.currentBalance).toBe(7);
});

test('after a command the statistics and the history are fetched anew, where they are shown at once', async () => {
  api.answer('getStatistics', statistics);
  api.answer('getHistory', { entries: [entry(1)], next: null });
  const shown = await showLoaded(useStatistics);
  const left = await showLoaded(useHistory);
  left.unmount();
  act(() => applyCommandResult(clara));
  await waitFor(() => expect(api.inputsOf('getStatistics')).toHaveLength(2));
  expect(shown.result.current.data).toEqual(statistics);
  expect(show(useHistory).result.current.isPending).toBe(true);
});

test('a detail that is left is forgotten, so that it is first as the list has it', async () => {
  const { _id } = transactionOf(1);
  api.answer('getTransaction', { transaction: transactionOf(1) });
  const useDetail = () => useQuery(transactionQuery(_id));
  const first = await showLoaded(useDetail);
  first.unmount();
  await waitFor(() => expect(cache.getQueryData(transactionQuery(_id).queryKey)).toBeUndefined());
  act(() => applyCommandResult(after([transactionOf(1, { title: 'Changed' })])));
  const second = show(useDetail);
  expect(second.result.current).toMatchObject({ data: { title: 'Changed' } });
});

test('a change in another tab refetches what is shown and forgets the rest', async () => {
  api.answer('getGoals', { goals: [goalOf(1)] });
  api.answer('getStatistics', statistics);
  const left = await showLoaded(useStatistics);
  left.unmount();
  const shown = await showLoaded(useGoals);
  api.answer('getGoals', { goals: [] });
  act(refreshAll);
  await waitFor(() => expect(shown.result.current.data).toEqual([]));
  expect(cache.getQueryData(statisticsQuery().queryKey)).toBeUndefined();
});

test('a logout forgets all but the user', async () => {
  applyCommandResult(after(rows(3, 3), { goals: [goalOf(1)] }));
  forgetAll();
  for (const { queryKey } of QUERIES.slice(0, -1)) expect(cache.getQueryData(queryKey)).toBeUndefined();
  expect(user()?.transactionCount).toBe(3);
});
