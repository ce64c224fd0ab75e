import type { QueryKey } from '@tanstack/react-query';
import type { CallData } from '../../contract/calls.ts';
import type { Goal } from '../../contract/goal.ts';
import type { HistoryEntry, LedgerSeal } from '../../contract/ledger-calls.ts';
import { PAGE_ROWS_MAX, RECENT_TRANSACTIONS } from '../../contract/limits.ts';
import type { CategoriesResponse, StatisticsResponse } from '../../contract/statistics-calls.ts';
import type { Entry, Transaction } from '../../contract/transaction.ts';
import type { RecentTransaction } from '../../contract/transaction-calls.ts';
import type { User } from '../../contract/user.ts';
import { forgetOwnChanges } from '../browser-state/own-changes.ts';
import { CHANGE_SET_KEYS } from './change-sets.ts';
import { call } from './client.ts';
import { EXPLANATION_KEYS } from './explanations.ts';
import { isProblem, mapData, type Outcome } from './problem.ts';
import { RECONCILE_KEYS } from './reconcile.ts';
import {
  cache,
  cached,
  firstPage,
  type InTime,
  inTime,
  keyAt,
  type Moment,
  outdate,
  type PagedResource,
  type Pages,
  pagedResource,
  type Resource,
  replace,
} from './resource.ts';
import { userResource } from './user.ts';

/** The goals, oldest first. */
export const goalsResource = inTime<Resource<readonly Goal[]>>((at) => ({
  key: keyAt(at, 'goals'),
  load: async () => mapData(await call('getGoals', at), ({ goals }) => goals),
}));

/** The statistics of Premium. */
export const statisticsResource = inTime<Resource<StatisticsResponse>>((at) => ({
  key: keyAt(at, 'statistics'),
  load: () => call('getStatistics', at),
}));

const BY_CATEGORY = 'by category';

/** Income and expenses by category. Takes the first and the last day (ISO dates), both included. */
export function categoriesResource(from: string, to: string): InTime<Resource<CategoriesResponse>> {
  return inTime((at) => ({
    key: keyAt(at, BY_CATEGORY, from, to),
    load: () => call('getByCategory', { from, to, ...at }),
  }));
}

/** The newest transactions, as Overview lists them. */
export const recentTransactionsResource = inTime<Resource<readonly RecentTransaction[]>>((at) => ({
  key: keyAt(at, 'recent transactions'),
  load: async () => mapData(await call('recentTransactions', at), ({ transactions }) => transactions),
}));

/** All transactions, newest first. */
export const transactionsResource = inTime<PagedResource<Transaction>>((at) =>
  pagedResource(keyAt(at, 'transactions'), async (input) =>
    mapData(await call('getTransactions', { ...input, ...at }), ({ transactions, next = null }) => ({
      rows: transactions,
      next,
    })),
  ),
);

const TRANSACTION = 'transaction';
const ENTRIES = 'entries';
const ofAll = entriesOf();
const ofAccounts = new Map<string, InTime<PagedResource<Entry>>>();

function entriesOf(account?: string): InTime<PagedResource<Entry>> {
  const which = account === undefined ? {} : { account };
  return inTime((at) =>
    pagedResource(
      keyAt(at, ENTRIES, ...Object.values(which)),
      async (input) =>
        mapData(await call('getEntries', { ...input, ...which, ...at }), ({ entries, next }) => ({
          rows: entries,
          next,
        })),
      { rowsChange: true },
    ),
  );
}

/** All expenses, income and transfers, newest first; those of one account where it is named. */
export function entriesResource(account: string | null): InTime<PagedResource<Entry>> {
  if (account === null) return ofAll;
  const resource = ofAccounts.get(account) ?? entriesOf(account);
  ofAccounts.set(account, resource);
  return resource;
}

/** An entry of the lists of entries that are here. */
function listedEntry(id: string): Entry | undefined {
  const lists = cache.getQueriesData<Pages<Entry>>({ queryKey: [ENTRIES] });
  return lists.flatMap(([, pages]) => pages?.rows ?? []).find(({ _id }) => _id === id);
}

/** A transfer, as the lists of entries have it. */
export type Transfer = Entry & { type: 'Transfer'; toAccount: string };

const isTransfer = (entry: Entry | Transaction | undefined): entry is Transfer => entry?.type === 'Transfer';

/** A transaction with the rows of files that it comes from, which lists don't have. */
export type DetailedTransaction = CallData<'getTransaction'>['transaction'];

/** One transaction or transfer, now first as the list has it. */
export function transactionResource(id: string): InTime<Resource<DetailedTransaction | Transfer>> {
  return inTime((at) => ({
    key: keyAt(at, TRANSACTION, id),
    load: () => loadTransaction(id, at),
    ...(at.known === undefined && {
      copy: () => {
        const entry = listedEntry(id);
        return isTransfer(entry) ? entry : cached(transactionsResource)?.rows.find(({ _id }) => _id === id);
      },
    }),
  }));
}

/** No call returns one transfer, so it is looked for in the entries, from the newest on. */
async function loadTransaction(id: string, at: Moment): Promise<Outcome<DetailedTransaction | Transfer>> {
  const here = listedEntry(id) ?? cached(transactionResource(id));
  const found = isTransfer(here) && (await findTransfer(id, at));
  if (found) return found;
  const outcome = await call('getTransaction', { transactionId: id, ...at });
  if (outcome.ok) return mapData(outcome, ({ transaction }) => transaction);
  const mayBeTransfer =
    isProblem(outcome.problem, 'transaction_not_found') && (cached(userResource)?.accounts.length ?? 0) > 1;
  return (mayBeTransfer && (await findTransfer(id, at))) || outcome;
}

/** Returns the transfer with this id, the problem of a page that can't be loaded, or null if there is none. */
async function findTransfer(id: string, at: Moment): Promise<Outcome<Transfer> | null> {
  let before: string | null | undefined;
  while (before !== null) {
    const page = await call('getEntries', { limit: PAGE_ROWS_MAX, ...(before && { before }), ...at });
    if (!page.ok) return page;
    const found = page.data.entries.find(({ _id }) => _id === id);
    if (isTransfer(found)) return { ok: true, data: found };
    before = page.data.next;
  }
  return null;
}

/**
 * Fetches a transaction or transfer again that a screen shows, after it was changed: the user that a command returns has only the
 * newest transactions. Resolves when it is there.
 */
export async function reloadTransaction(id: string): Promise<void> {
  if (cached(transactionsResource)?.rows.some(({ _id }) => _id === id)) return;
  await cache.invalidateQueries({ queryKey: transactionResource(id).key });
}

/** All events of the ledger, newest first. */
export const historyResource = pagedResource<HistoryEntry>(['history'], async (input) =>
  mapData(await call('getHistory', input), ({ entries, next }) => ({ rows: entries, next })),
);

/** The seal of the ledger. */
export const sealResource: Resource<LedgerSeal> = { key: ['seal'], load: () => call('seal') };

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
    const here = cached(resource);
    if (here) replace(resource, 'imported' in here ? { ...row, imported: here.imported } : row);
  }
  refresh([
    statisticsResource.key,
    historyResource.key,
    sealResource.key,
    [BY_CATEGORY],
    [ENTRIES],
    ...EXPLANATION_KEYS,
    ...RECONCILE_KEYS,
    ...CHANGE_SET_KEYS,
  ]);
}

/** Refetches what a screen shows and forgets the rest, after a change elsewhere, such as in another tab. */
export function refreshAll(): void {
  cache.removeQueries({ predicate: ({ queryKey }) => !isUser(queryKey), type: 'inactive' });
  outdate(transactionsResource);
  outdate(historyResource);
  void cache.invalidateQueries();
}

/** Takes the user that has logged in, and forgets what an earlier one has loaded. */
export function takeLogin(user: User): void {
  forgetAll();
  replace(userResource, user);
}

/** Forgets all but the user, which stays after a logout (product 10.1), and what can be undone by the keyboard. */
export function forgetAll(): void {
  forgetOwnChanges();
  void cache.cancelQueries();
  cache.removeQueries({ predicate: ({ queryKey }) => !isUser(queryKey) });
}

/** Refetches the transaction that a screen shows, which may be older than those of the user. */
export function refreshTransaction(): void {
  refresh([[TRANSACTION]]);
}

/** Refetches what screens show of resources whose keys begin so, and forgets the rest. */
function refresh(keys: readonly QueryKey[]): void {
  for (const key of keys) {
    cache.removeQueries({ queryKey: key, type: 'inactive' });
    void cache.invalidateQueries({ queryKey: key });
  }
}

const isUser = ([name]: readonly unknown[]) => name === userResource.key[0];
