import { RECENT_TRANSACTIONS } from '#contract/limits.ts';
import type { User } from '#contract/user.ts';
import { forgetOwnChanges } from '../browser-state/own-changes.ts';
import { cache, refresh, replace } from './cache.ts';
import { firstPage } from './list-query.ts';
import {
  CHANGED_BY_COMMANDS,
  goalsQuery,
  listedTransaction,
  recentTransactionsQuery,
  TRANSACTION,
  transactionQuery,
  transactionsQuery,
} from './queries.ts';
import { USER, userQuery } from './user.ts';

/**
 * Stores the user that a command returned: replaces the user and the queries that are part of it, and refreshes the
 * others. Discards responses to earlier requests for them.
 */
export function applyCommandResult(user: User): void {
  replace(userQuery().queryKey, user);
  replace(goalsQuery().queryKey, user.goals);
  const rows = user.transactionHistory.toReversed();
  const oldest = rows.at(-1);
  const next = user.transactionCount > rows.length && oldest ? oldest._id : null;
  const list = cache.getQueryCache().find({ queryKey: transactionsQuery().queryKey });
  const shown = list?.isActive() ? cache.getQueryData(transactionsQuery().queryKey) : undefined;
  // A screen that shows several pages keeps its place: its rows are as they are now, and all are asked for again.
  if (shown && shown.pages.length > 1) {
    const newest = new Map(rows.map((row) => [row._id, row]));
    const pages = shown.pages.map((page) => ({ ...page, rows: page.rows.map((row) => newest.get(row._id) ?? row) }));
    replace(transactionsQuery().queryKey, { ...shown, pages });
    refresh([transactionsQuery().queryKey]);
  } else replace(transactionsQuery().queryKey, firstPage({ rows, next }));
  replace(
    recentTransactionsQuery().queryKey,
    rows.slice(0, RECENT_TRANSACTIONS).map(({ _id, type, title, amount }) => ({ _id, type, title, amount })),
  );
  for (const row of rows) {
    const { queryKey } = transactionQuery(row._id);
    const shown = cache.getQueryData(queryKey);
    if (shown) replace(queryKey, 'imported' in shown ? { ...row, imported: shown.imported } : row);
  }
  refresh(CHANGED_BY_COMMANDS.map((name) => [name]));
}

/**
 * Refetches a changed transaction or transfer that a screen shows: the user that a command returns has only the newest
 * transactions. Resolves after the response.
 */
export async function reloadTransaction(id: string): Promise<void> {
  if (!listedTransaction(id)) await cache.invalidateQueries({ queryKey: transactionQuery(id).queryKey });
}

/** Refetches the transaction that a screen shows, which may be older than the user's transactions. */
export function refreshTransaction(): void {
  refresh([[TRANSACTION]]);
}

/** Refetches the queries that screens show and forgets the rest, after a change elsewhere, such as in another tab. */
export function refreshAll(): void {
  cache.removeQueries({ predicate: ({ queryKey }) => !isUser(queryKey), type: 'inactive' });
  void cache.invalidateQueries();
}

/** Stores the user that has logged in, and forgets the data of an earlier one. */
export function takeLogin(user: User): void {
  forgetAll();
  replace(userQuery().queryKey, user);
}

/** Forgets all but the user, which stays after a logout (product 10.1), and the changes that the keyboard can undo. */
export function forgetAll(): void {
  forgetOwnChanges();
  void cache.cancelQueries();
  cache.removeQueries({ predicate: ({ queryKey }) => !isUser(queryKey) });
}

const isUser = ([name]: readonly unknown[]) => name === USER;
