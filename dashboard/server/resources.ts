import type { Goal } from '../../contract/goal.ts';
import type { HistoryEntry } from '../../contract/ledger-calls.ts';
import { RECENT_TRANSACTIONS } from '../../contract/limits.ts';
import type { StatisticsResponse } from '../../contract/statistics-calls.ts';
import type { Transaction } from '../../contract/transaction.ts';
import type { RecentTransaction } from '../../contract/transaction-calls.ts';
import type { User } from '../../contract/user.ts';
import { call } from './client.ts';
import { mapData } from './problem.ts';
import { cache, cached, firstPage, pagedResource, type Resource, replace } from './resource.ts';
import { userResource } from './user.ts';

/** The goals, oldest first. */
export const goalsResource: Resource<readonly Goal[]> = {
  key: ['goals'],
  load: async () => mapData(await call('getGoals'), ({ goals }) => goals),
};

/** The statistics of Premium. */
export const statisticsResource: Resource<StatisticsResponse> = {
  key: ['statistics'],
  load: () => call('getStatistics'),
};

/** The newest transactions, as Overview lists them. */
export const recentTransactionsResource: Resource<readonly RecentTransaction[]> = {
  key: ['recent transactions'],
  load: async () => mapData(await call('recentTransactions'), ({ transactions }) => transactions),
};

/** All transactions, newest first. */
export const transactionsResource = pagedResource<Transaction>('transactions', async (input) =>
  mapData(await call('getTransactions', input), ({ transactions, next = null }) => ({ rows: transactions, next })),
);

/** One transaction, first as the list has it. */
export function transactionResource(id: string): Resource<Transaction> {
  return {
    key: ['transaction', id],
    load: async () => mapData(await call('getTransaction', { transactionId: id }), ({ transaction }) => transaction),
    known: () => cached(transactionsResource)?.rows.find(({ _id }) => _id === id),
  };
}

/** All events of the ledger, newest first. */
export const historyResource = pagedResource<HistoryEntry>('history', async (input) =>
  mapData(await call('getHistory', input), ({ entries, next }) => ({ rows: entries, next })),
);

/**
 * Takes the user that a command returned: replaces the user and the resources that are part of it, and refreshes the
 * others. Responses to requests for them that were sent before are discarded.
 */
export function applyCommandResult(user: User): void {
  replace(userResource, user);
  replace(goalsResource, user.goals);
  const rows = user.transactionHistory.toReversed();
  const oldest = rows.at(-1);
  const next = user.transactionCount > rows.length && oldest ? oldest._id : null;
  replace(transactionsResource, firstPage({ rows, next }));
  replace(
    recentTransactionsResource,
    rows.slice(0, RECENT_TRANSACTIONS).map(({ _id, type, title, amount }) => ({ _id, type, title, amount })),
  );
  for (const row of rows) {
    const resource = transactionResource(row._id);
    if (cached(resource)) replace(resource, row);
  }
  refresh([statisticsResource, historyResource]);
}

/** Refetches what a screen shows and forgets the rest, after a change elsewhere, such as in another tab. */
export function refreshAll(): void {
  cache.removeQueries({ predicate: ({ queryKey }) => !isUser(queryKey), type: 'inactive' });
  void cache.invalidateQueries();
}

/** Takes the user that has logged in, and forgets what an earlier one has loaded. */
export function takeLogin(user: User): void {
  forgetAll();
  replace(userResource, user);
}

/** Forgets all but the user, which stays after a logout (product 10.1). */
export function forgetAll(): void {
  void cache.cancelQueries();
  cache.removeQueries({ predicate: ({ queryKey }) => !isUser(queryKey) });
}

function refresh(resources: readonly Resource<unknown>[]): void {
  for (const { key } of resources) {
    cache.removeQueries({ queryKey: key, type: 'inactive' });
    void cache.invalidateQueries({ queryKey: key });
  }
}

const isUser = ([name]: readonly unknown[]) => name === userResource.key[0];
