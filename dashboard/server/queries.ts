import { type InfiniteData, queryOptions } from '@tanstack/react-query';
import type { CallData } from '#contract/calls.ts';
import type { Entry, Transaction } from '#contract/transaction.ts';
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
/** The proposals of programs. */
export const PROPOSALS = 'proposals';
export const BUDGET = 'budget';
export const SCHEDULES_KEY = 'schedules';
const ORIGINS = 'origins';
export const HISTORY = 'history';
export const SEAL_KEY = 'seal';
export const CHANGE_SETS_KEY = 'change-sets';
export const CHANGE_SET_KEY = 'change-set';
export const EXPLANATION = 'explanation';
export const WHAT_CHANGED = 'what changed';
const CONFIRMED_DAYS = 'confirmed days';
const MISSING = 'missing';
export const TITLES_KEY = 'titles';
export const READ_LINE = 'read line';
const NET_WORTH = 'net worth';
const MONTH_SO_FAR = 'month so far';
/** Reports of one's own question. */
export const REPORTS_KEY = 'reports';
/** The result of a query, beside the entries. */
export const FOUND = 'found';

/** Key prefixes of the queries that commands change without returning them. */
export const CHANGED_BY_COMMANDS = [
  STATISTICS,
  BY_CATEGORY,
  ENTRIES_KEY,
  HISTORY,
  SEAL_KEY,
  CHANGE_SETS_KEY,
  CHANGE_SET_KEY,
  EXPLANATION,
  WHAT_CHANGED,
  CONFIRMED_DAYS,
  MISSING,
  TITLES_KEY,
  READ_LINE,
  NET_WORTH,
  MONTH_SO_FAR,
  FOUND,
  REPORTS_KEY,
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
export type Transfer = Entry & { type: 'Transfer'; account: string; toAccount: string };

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

/** The difference of a confirmed day of an account, with its likely causes. */
export function missingQuery(accountId: string, date: string) {
  return queryOptions({
    queryKey: [MISSING, accountId, date],
    queryFn: () => fetchData('findMissing', { accountId, date }),
  });
}
