import { type InfiniteData, queryOptions } from '@tanstack/react-query';
import type { CallData } from '#contract/calls.ts';
import type { PastTitle } from '#contract/ledger-calls.ts';
import { PAGE_ROWS_MAX } from '#contract/limits.ts';
import type { Entry, Transaction } from '#contract/transaction.ts';
import { shifted } from '#ledger/model/days.ts';
import { atMoment, type CachedMoment, CallError, cache, fetchData, keyAt } from './cache.ts';
import { call } from './client.ts';
import { listQuery, type PageOfList } from './list-query.ts';
import { isProblem } from './problem.ts';
import { userQuery } from './user.ts';

const STATISTICS = 'statistics';
const BY_CATEGORY = 'by category';
const TRANSACTIONS = 'transactions';
export const TRANSACTION = 'transaction';
/** The lists of entries. */
export const ENTRIES_KEY = 'entries';
export const RULES = 'rules';
export const BUDGET = 'budget';
export const SCHEDULES_KEY = 'schedules';
const ORIGINS = 'origins';
const HISTORY = 'history';
const SEAL = 'seal';
export const CHANGE_SETS_KEY = 'change-sets';
const CHANGE_SET = 'change-set';
const EXPLANATION = 'explanation';
const WHAT_CHANGED = 'what changed';
const CONFIRMED_DAYS = 'confirmed days';
const MISSING = 'missing';
const TITLES = 'titles';
const READ_LINE = 'read line';
const NET_WORTH = 'net worth';
const MONTH_SO_FAR = 'month so far';
/** The result of a query, beside the entries. */
export const FOUND = 'found';

/** Key prefixes of the queries that commands change without returning them. */
export const CHANGED_BY_COMMANDS = [
  STATISTICS,
  BY_CATEGORY,
  ENTRIES_KEY,
  HISTORY,
  SEAL,
  CHANGE_SETS_KEY,
  CHANGE_SET,
  EXPLANATION,
  WHAT_CHANGED,
  CONFIRMED_DAYS,
  MISSING,
  TITLES,
  READ_LINE,
  NET_WORTH,
  MONTH_SO_FAR,
  FOUND,
  RULES,
  BUDGET,
  SCHEDULES_KEY,
  ORIGINS,
];

/** The goals, oldest first. */
export function goalsQuery(known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, 'goals'),
    queryFn: async () => (await fetchData('getGoals', atMoment(known))).goals,
  });
}

/** The statistics of Premium. */
export function statisticsQuery(known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, STATISTICS),
    queryFn: () => fetchData('getStatistics', atMoment(known)),
  });
}

/** The balance at the end of a day (ISO date), in whole units. */
export type BalancePoint = CallData<'getNetWorth'>['points'][number];

/** The balance at the end of each day or month, of an account or of all together (product 5.13). */
export function netWorthQuery(
  span: { from: string; to?: string; step: 'day' | 'month'; account?: string },
  known: CachedMoment = null,
) {
  return queryOptions({
    queryKey: keyAt(known, NET_WORTH, ...Object.values(span)),
    queryFn: async () => (await fetchData('getNetWorth', { ...span, ...atMoment(known) })).points,
  });
}

/** The expenses and incomes so far in this month, and by the same day of the three months before (product 5.14). */
export function monthSoFarQuery(known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, MONTH_SO_FAR),
    queryFn: () => fetchData('getMonthSoFar', atMoment(known)),
  });
}

/** Income and expenses by category. Takes the first and the last day (ISO dates), both included. */
export function categoriesQuery(from: string, to: string, known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, BY_CATEGORY, from, to),
    queryFn: () => fetchData('getByCategory', { from, to, ...atMoment(known) }),
  });
}

/** The newest transactions, as Overview lists them. */
export function recentTransactionsQuery(known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, 'recent transactions'),
    queryFn: async () => (await fetchData('recentTransactions', atMoment(known))).transactions,
  });
}

/** The transactions, newest first. */
export function transactionsQuery(known: CachedMoment = null) {
  return listQuery(keyAt(known, TRANSACTIONS), async (input): Promise<PageOfList<Transaction>> => {
    const { transactions, next = null } = await fetchData('getTransactions', { ...atMoment(known), ...input });
    return { rows: transactions, next };
  });
}

/** A transaction from the cached list of transactions. */
export function listedTransaction(id: string): Transaction | undefined {
  const list = cache.getQueryData(transactionsQuery().queryKey);
  return list?.pages.flatMap(({ rows }) => rows).find(({ _id }) => _id === id);
}

/** An entry from the cached lists of entries. */
function listedEntry(id: string): Entry | undefined {
  const lists = cache.getQueriesData<InfiniteData<PageOfList<Entry>>>({ queryKey: [ENTRIES_KEY] });
  const pages = lists.flatMap(([, list]) => list?.pages ?? []);
  return pages.flatMap(({ rows }) => rows).find(({ _id }) => _id === id);
}

/** A transfer, as lists have it. */
export type Transfer = Entry & { type: 'Transfer'; toAccount: string };

const isTransfer = (entry: Entry | Transaction | undefined): entry is Transfer => entry?.type === 'Transfer';

/** A transaction with the rows of files that it comes from, which lists lack. */
export type DetailedTransaction = CallData<'getTransaction'>['transaction'];

/**
 * A transaction or transfer, with the cached list as its initial value. It is forgotten when no screen shows it, so
 * that it can't be older than the list.
 */
export function transactionQuery(id: string, known: CachedMoment = null) {
  const queryKey = keyAt(known, TRANSACTION, id);

  function listed(): DetailedTransaction | Transfer | undefined {
    // The library asks again for what the server has said to be gone.
    if (cache.getQueryState(queryKey)?.status === 'error') return undefined;
    const entry = listedEntry(id);
    return isTransfer(entry) ? entry : listedTransaction(id);
  }

  return queryOptions({
    queryKey,
    queryFn: () => loadTransaction(id, known),
    ...(known === null && { initialData: listed, gcTime: 0 }),
  });
}

async function loadTransaction(id: string, known: CachedMoment): Promise<DetailedTransaction | Transfer> {
  const listed = listedEntry(id) ?? cache.getQueryData<DetailedTransaction | Transfer>([TRANSACTION, id]);
  const listedTransfer = isTransfer(listed) ? await loadTransfer(id, known) : undefined;
  if (listedTransfer) return listedTransfer;
  const outcome = await call('getTransaction', { transactionId: id, ...atMoment(known) });
  if (outcome.ok) return outcome.data.transaction;
  const hasTransfers = (cache.getQueryData(userQuery().queryKey)?.accounts.length ?? 0) > 1;
  const mayBeTransfer = hasTransfers && isProblem(outcome.problem, 'transaction_not_found');
  const transfer = mayBeTransfer ? await loadTransfer(id, known) : undefined;
  if (transfer) return transfer;
  throw new CallError(outcome.problem);
}

async function loadTransfer(id: string, known: CachedMoment): Promise<Transfer | undefined> {
  const outcome = await call('getEntry', { id, ...atMoment(known) });
  if (outcome.ok) return isTransfer(outcome.data.entry) ? outcome.data.entry : undefined;
  if (isProblem(outcome.problem, 'entry_not_found')) return undefined;
  throw new CallError(outcome.problem);
}

/** Who set the fields of an entry (product 3.7). */
export function originsQuery(id: string, known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, ORIGINS, id),
    queryFn: async () => (await fetchData('getEntry', { id, ...atMoment(known) })).origins,
  });
}

/** The events of the ledger, newest first. */
export const historyQuery = listQuery([HISTORY], async (input) => {
  const { entries, next } = await fetchData('getHistory', input);
  return { rows: entries, next };
});

/** The change-sets that changed an entry after it was recorded, newest first, at most `count`. */
export function changesOfEntryQuery(entry: string, count: number) {
  return queryOptions({
    queryKey: [CHANGE_SETS_KEY, 'of entry', entry],
    queryFn: async () => (await fetchData('getChangeSets', { entry, limit: count + 1 })).changeSets.slice(0, -1),
  });
}

/** The seal of the ledger. */
export const sealQuery = queryOptions({ queryKey: [SEAL], queryFn: () => fetchData('seal') });

/** A change-set with its changed fields, page by page; `count` is the number of all fields. */
export function changeSetQuery(id: string) {
  return listQuery([CHANGE_SET, id], async (input) => {
    const { changes, ...page } = await fetchData('getChangeSet', { id, ...input });
    return { rows: changes, ...page };
  });
}

/**
 * Explanation of a figure, with pages of the entries behind it, newest first. Takes its name in the API (product 5.9).
 */
export function explanationQuery(figure: string, known: CachedMoment = null) {
  return listQuery(keyAt(known, EXPLANATION, figure), async (input) => {
    const explanation = await fetchData('explain', { figure, ...atMoment(known), ...input });
    const { entries, next, revision } = explanation;
    // Later pages are of the moment of the first, so that all of them add up.
    return { rows: entries, next, explanation, ...(revision !== null && { known: String(revision) }) };
  });
}

/** Steps of a figure from one moment to another (product 5.11). Each moment is a revision or an ISO instant. */
export function whatChangedQuery(figure: string, from: string, to: string) {
  return queryOptions({
    queryKey: [WHAT_CHANGED, figure, from, to],
    queryFn: () => fetchData('whatChanged', { figure, from, to }),
  });
}

/** Changes since the last visit to what was known then. Each call notes a visit (product 5.11). */
export const sinceLastVisitQuery = queryOptions({
  queryKey: ['since last visit'],
  queryFn: async () => (await fetchData('sinceLastVisit')).since,
});

/** The confirmed days of an account, newest first. */
export function confirmedDaysQuery(accountId: string, known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, CONFIRMED_DAYS, accountId),
    queryFn: async () => (await fetchData('confirmedDays', { accountId, ...atMoment(known) })).days,
  });
}

/** The titles of the past that complete what was typed, the best first (product 3.9). */
export function titlesQuery(typed: string) {
  return queryOptions({
    queryKey: [TITLES, typed],
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

/** The difference of a confirmed day of an account, with its likely causes. */
export function missingQuery(accountId: string, date: string) {
  return queryOptions({
    queryKey: [MISSING, accountId, date],
    queryFn: () => fetchData('findMissing', { accountId, date }),
  });
}
