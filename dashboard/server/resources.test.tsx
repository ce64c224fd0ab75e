import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CallName } from '../../contract/calls.ts';
import type { HistoryEntry } from '../../contract/ledger-calls.ts';
import { PAGE_ROWS } from '../../contract/limits.ts';
import type { Transaction } from '../../contract/transaction.ts';
import type { User } from '../../contract/user.ts';
import { api } from '../testing/open.tsx';
import { clara, goalOf, transactionOf } from '../testing/people.ts';
import { FORGOTTEN } from './problem.ts';
import { cache, cached, fetchResource, type Resource, replace, useResource } from './resource.ts';
import {
  applyCommandResult,
  forgetAll,
  goalsResource,
  historyResource,
  recentTransactionsResource,
  refreshAll,
  statisticsResource,
  transactionResource,
  transactionsResource,
} from './resources.ts';
import { confirmPayment, fetchUser, userResource } from './user.ts';

/** Mounts a component that shows a resource. */
function show<Value>(resource: Resource<Value>) {
  return renderHook(() => useResource(resource));
}

/** Shows a resource, and waits until it is loaded. */
async function showLoaded<Value>(resource: Resource<Value>) {
  const shown = show(resource);
  await waitFor(() => expect(shown.result.current.state).toBe('ready'));
  return shown;
}

const zero = { income: 0, expense: 0 };
const statistics = { week: zero, month: zero, year: { income: 10, expense: 0 } };
const rows = (newest: number, count: number) => Array.from({ length: count }, (_, at) => transactionOf(newest - at));
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

/** Every resource: its call, what the call answers, and the value that screens get. */
const RESOURCES: { name: CallName; resource: Resource<unknown>; given: () => void; value: unknown }[] = [
  {
    name: 'getGoals',
    resource: goalsResource,
    given: () => api.answer('getGoals', { goals: [goalOf(1), goalOf(2)] }),
    value: [goalOf(1), goalOf(2)],
  },
  {
    name: 'recentTransactions',
    resource: recentTransactionsResource,
    given: () => api.answer('recentTransactions', { transactions: [] }),
    value: [],
  },
  {
    name: 'getTransactions',
    resource: transactionsResource,
    given: () => api.answer('getTransactions', { transactions: rows(2, 2), next: null }),
    value: { rows: rows(2, 2), next: null, nextPage: 'idle' },
  },
  {
    name: 'getTransaction',
    resource: transactionResource(transactionOf(1)._id),
    given: () => api.answer('getTransaction', { transaction: transactionOf(1) }),
    value: transactionOf(1),
  },
  {
    name: 'getStatistics',
    resource: statisticsResource,
    given: () => api.answer('getStatistics', statistics),
    value: statistics,
  },
  {
    name: 'getHistory',
    resource: historyResource,
    given: () => api.answer('getHistory', { entries: [entry(1)], next: null }),
    value: { rows: [entry(1)], next: null, nextPage: 'idle' },
  },
  { name: 'getCurrentUser', resource: userResource, given: () => api.answer('getCurrentUser', clara), value: clara },
];

test.each(RESOURCES)('$name: loading, then ready', async ({ name, resource, given, value }) => {
  given();
  const answer = api.hold(name);
  const shown = show(resource);
  expect(shown.result.current).toEqual({ state: 'loading' });
  answer();
  await waitFor(() => expect(shown.result.current).toEqual({ state: 'ready', value }));
});

test.each(RESOURCES)('$name: failed, then ready after a retry', async ({ name, resource, given, value }) => {
  api.lose(name);
  const shown = show(resource);
  await waitFor(() =>
    expect(shown.result.current).toMatchObject({ state: 'failed', problem: { code: 'unreachable' } }),
  );
  given();
  const { current } = shown.result;
  if (current.state === 'failed') act(current.retry);
  await waitFor(() => expect(shown.result.current).toEqual({ state: 'ready', value }));
});

test.each(RESOURCES)(
  '$name: shown again, it is there at once and is fetched again',
  async ({ name, resource, given, value }) => {
    given();
    const first = await showLoaded(resource);
    const second = show(resource);
    expect(second.result.current).toEqual({ state: 'ready', value });
    await waitFor(() => expect(api.inputsOf(name)).toHaveLength(2));
    first.unmount();
  },
);

test.each(RESOURCES)('$name: stays visible when a later fetch fails', async ({ name, resource, given, value }) => {
  given();
  const first = await showLoaded(resource);
  api.lose(name);
  const second = show(resource);
  await waitFor(() => expect(cache.getQueryState(resource.key)?.status).toBe('error'));
  expect(second.result.current).toEqual({ state: 'ready', value });
  first.unmount();
});

test('what the server says is gone is no longer shown', async () => {
  const { _id } = transactionOf(1);
  replace(transactionsResource, { rows: rows(1, 1), next: null, nextPage: 'idle' });
  api.refuse('getTransaction', 'transaction_not_found');
  const shown = show(transactionResource(_id));
  expect(shown.result.current.state).toBe('ready');
  await waitFor(() => expect(shown.result.current).toMatchObject({ problem: { code: 'transaction_not_found' } }));
});

test('a response that is not from the API does not replace what is shown', async () => {
  replace(goalsResource, [goalOf(1)]);
  globalThis.fetch = async () => new Response('<html>Log in to this network</html>');
  const shown = show(goalsResource);
  await waitFor(() => expect(cache.getQueryState(goalsResource.key)?.status).toBe('error'));
  expect(shown.result.current).toEqual({ state: 'ready', value: [goalOf(1)] });
});

test('a user is stored when it came from the server, and not again when it is being fetched', async () => {
  replace(userResource, clara);
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
  const shown = [show(goalsResource), show(goalsResource), show(goalsResource)];
  answer();
  for (const { result } of shown) await waitFor(() => expect(result.current.state).toBe('ready'));
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

const listed = () => cached(transactionsResource)?.rows.map(({ amount }) => amount);
const numbers = (newest: number, count: number) => rows(newest, count).map(({ amount }) => amount);

test('a page as large as what is loaded is appended, until the last', async () => {
  serve(() => rows(130, 130));
  const shown = await showLoaded(transactionsResource);
  expect(listed()).toEqual(numbers(130, PAGE_ROWS));
  await act(transactionsResource.loadNextPage);
  expect(listed()).toEqual(numbers(130, 2 * PAGE_ROWS));
  await act(transactionsResource.loadNextPage);
  expect(shown.result.current).toEqual({
    state: 'ready',
    value: { rows: rows(130, 130), next: null, nextPage: 'idle' },
  });
  await act(transactionsResource.loadNextPage);
  expect(api.inputsOf('getTransactions').map(({ limit }) => Number(limit))).toEqual([50, 50, 100]);
});

test('a page that is being loaded is not requested again, and a failed one can be', async () => {
  serve(() => rows(60, 60));
  const shown = await showLoaded(transactionsResource);
  const nextPage = () => shown.result.current.state === 'ready' && shown.result.current.value.nextPage;
  const answer = api.hold('getTransactions');
  const loading = transactionsResource.loadNextPage();
  await waitFor(() => expect(nextPage()).toBe('loading'));
  await transactionsResource.loadNextPage();
  expect(api.inputsOf('getTransactions')).toHaveLength(2);
  api.lose('getTransactions');
  answer();
  await act(() => loading);
  await waitFor(() => expect(nextPage()).toBe('idle'));

  replace(transactionsResource, { rows: rows(60, 50), next: transactionOf(11)._id, nextPage: 'idle' });
  await act(transactionsResource.loadNextPage);
  await waitFor(() => expect(nextPage()).toMatchObject({ code: 'unreachable' }));
  expect(listed()).toEqual(numbers(60, 50));
  serve(() => rows(60, 60));
  await act(transactionsResource.loadNextPage);
  expect(listed()).toEqual(numbers(60, 60));
});

test('a later fetch keeps the older pages only while the newest rows are the same', async () => {
  let all = rows(120, 120);
  serve(() => all);
  const first = await showLoaded(transactionsResource);
  await act(transactionsResource.loadNextPage);
  await act(transactionsResource.loadNextPage);
  first.unmount();

  const same = await showLoaded(transactionsResource);
  await waitFor(() => expect(api.inputsOf('getTransactions')).toHaveLength(4));
  expect(listed()).toEqual(numbers(120, 120));
  same.unmount();

  all = rows(121, 121);
  const newer = await showLoaded(transactionsResource);
  await waitFor(() => expect(listed()).toEqual(numbers(121, PAGE_ROWS)));
  newer.unmount();

  // Fewer rows than are loaded, although the newest are the same.
  all = rows(121, 30);
  await showLoaded(transactionsResource);
  await waitFor(() => expect(listed()).toEqual(numbers(121, 30)));
});

test('after a change elsewhere a list is loaded anew, the older pages, too', async () => {
  let all = rows(120, 120);
  serve(() => all);
  await showLoaded(transactionsResource);
  await act(transactionsResource.loadNextPage);
  expect(listed()).toHaveLength(2 * PAGE_ROWS);
  all = all.filter(({ amount }) => amount !== 30);
  act(refreshAll);
  await waitFor(() => expect(listed()).toEqual(numbers(120, PAGE_ROWS)));
});

test('a page of a list that was replaced meanwhile is discarded', async () => {
  serve(() => rows(60, 60));
  await showLoaded(transactionsResource);
  const answer = api.hold('getTransactions');
  const loading = transactionsResource.loadNextPage();
  act(() => applyCommandResult(after(rows(61, 3))));
  answer();
  await act(() => loading);
  expect(listed()).toEqual(numbers(61, 3));
});

test('what is known as of another moment is asked for apart, and stays after a command', async () => {
  const before = { ...statistics, week: { income: 1, expense: 0 } };
  api.answer('getStatistics', (input) => (input?.known === '5' ? before : statistics));
  const then = await showLoaded(statisticsResource.asKnown('5'));
  await showLoaded(statisticsResource);
  act(() => applyCommandResult(clara));
  await waitFor(() => expect(api.inputsOf('getStatistics')).toHaveLength(3));
  expect(api.inputsOf('getStatistics')).toEqual([{ known: '5' }, {}, {}]);
  expect(then.result.current).toEqual({ state: 'ready', value: before });
});

test('a command replaces the user, the lists and the transaction that is shown', async () => {
  const [changed] = rows(1, 1);
  api.answer('getTransaction', { transaction: transactionOf(1) });
  const shown = await showLoaded(transactionResource(transactionOf(1)._id));
  const user = after([{ ...(changed as Transaction), title: 'Changed' }], { goals: [goalOf(1)], currentBalance: 7 });
  act(() => applyCommandResult(user));
  expect(cached(userResource)).toEqual(user);
  expect(cached(goalsResource)).toEqual([goalOf(1)]);
  expect(cached(transactionsResource)?.rows[0]?.title).toBe('Changed');
  expect(cached(recentTransactionsResource)?.[0]?.title).toBe('Changed');
  await waitFor(() => expect(shown.result.current).toMatchObject({ value: { title: 'Changed' } }));
});

test('the list after a command has a next page where the user has more transactions', () => {
  applyCommandResult(after(rows(60, 50), { transactionCount: 60 }));
  expect(cached(transactionsResource)?.next).toBe(transactionOf(11)._id);
  applyCommandResult(after(rows(50, 50)));
  expect(cached(transactionsResource)?.next).toBeNull();
  applyCommandResult(after([]));
  expect(cached(transactionsResource)).toEqual({ rows: [], next: null, nextPage: 'idle' });
});

test('a response to a request from before a command is discarded', async () => {
  api.answer('getTransactions', { transactions: rows(1, 1), next: null });
  api.answer('getCurrentUser', clara);
  const answers = [api.hold('getTransactions'), api.hold('getCurrentUser')];
  show(transactionsResource);
  const fetched = fetchUser();
  act(() => applyCommandResult(after(rows(2, 2), { currentBalance: 7 })));
  for (const answer of answers) answer();
  expect(await fetched).toMatchObject({ ok: true, data: { currentBalance: 7 } });
  await waitFor(() => expect(listed()).toEqual(numbers(2, 2)));
  expect(cached(userResource)?.currentBalance).toBe(7);
});

test('a fetch whose value is forgotten meanwhile resolves to a problem that says so', async () => {
  api.answer('getStatistics', statistics);
  const answer = api.hold('getStatistics');
  const fetched = fetchResource(statisticsResource);
  forgetAll();
  answer();
  expect(await fetched).toEqual({ ok: false, problem: FORGOTTEN });
  expect(cached(statisticsResource)).toBeUndefined();
});

test('a payment confirmed by a response from before a command is discarded', async () => {
  replace(userResource, clara);
  api.answer('confirmPayment', { ...clara, currentBalance: 1 });
  const answer = api.hold('confirmPayment');
  const confirmed = confirmPayment();
  applyCommandResult({ ...clara, currentBalance: 7 });
  answer();
  await confirmed;
  expect(cached(userResource)?.currentBalance).toBe(7);
});

test('after a command the statistics and the history are fetched anew, where they are shown at once', async () => {
  api.answer('getStatistics', statistics);
  api.answer('getHistory', { entries: [entry(1)], next: null });
  const shown = await showLoaded(statisticsResource);
  const left = await showLoaded(historyResource);
  left.unmount();
  act(() => applyCommandResult(clara));
  await waitFor(() => expect(api.inputsOf('getStatistics')).toHaveLength(2));
  expect(shown.result.current.state).toBe('ready');
  expect(show(historyResource).result.current).toEqual({ state: 'loading' });
});

test('a detail that is left is forgotten, so that it is first as the list has it', async () => {
  const { _id } = transactionOf(1);
  api.answer('getTransaction', { transaction: transactionOf(1) });
  const first = await showLoaded(transactionResource(_id));
  first.unmount();
  await waitFor(() => expect(cached(transactionResource(_id))).toBeUndefined());
  act(() => applyCommandResult(after([transactionOf(1, { title: 'Changed' })])));
  const second = show(transactionResource(_id));
  expect(second.result.current).toMatchObject({ state: 'ready', value: { title: 'Changed' } });
});

test('a change in another tab refetches what is shown and forgets the rest', async () => {
  api.answer('getGoals', { goals: [goalOf(1)] });
  api.answer('getStatistics', statistics);
  const left = await showLoaded(statisticsResource);
  left.unmount();
  const shown = await showLoaded(goalsResource);
  api.answer('getGoals', { goals: [] });
  act(refreshAll);
  await waitFor(() => expect(shown.result.current).toEqual({ state: 'ready', value: [] }));
  expect(cached(statisticsResource)).toBeUndefined();
});

test('a logout forgets all but the user', async () => {
  applyCommandResult(after(rows(3, 3), { goals: [goalOf(1)] }));
  forgetAll();
  for (const { resource } of RESOURCES.slice(0, -1)) expect(cached(resource)).toBeUndefined();
  expect(cached(userResource)?.transactionCount).toBe(3);
});
