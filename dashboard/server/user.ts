import { CancelledError, queryOptions, useQuery } from '@tanstack/react-query';
import type { User } from '#contract/user.ts';
import { DEFAULT_WEEK_START, type WeekStart } from '#ledger/model/constants.ts';
import { forgetCorrections } from '../browser-state/corrections.ts';
import { useKnown } from '../browser-state/known.ts';
import { readStored, removeStored, writeStored } from '../browser-state/local-storage.ts';
import { forgetNotSuggested } from '../browser-state/not-suggested.ts';
import { atMoment, type CachedMoment, CallError, cache, fetchData, keyAt, replace } from './cache.ts';
import { call } from './client.ts';
import { type CallOutcome, FORGOTTEN } from './problem.ts';
import { parseStoredUser } from './stored-user.ts';

const STORAGE_KEY = 'userData';

/** The first part of the key of the user. */
export const USER = 'user';

/** The user of the session. */
export function userQuery(known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, USER),
    queryFn: () => fetchData('getCurrentUser', atMoment(known)),
  });
}

const { queryKey } = userQuery();
const stored = readStoredUser();
if (stored) replace(queryKey, stored);
// From here on, every user that comes into the cache is stored.
cache.getQueryCache().subscribe((event) => {
  if (event.query.queryKey[0] !== USER) return;
  if (event.type !== 'updated' || event.action.type !== 'success') return;
  const user = cache.getQueryData(queryKey);
  if (user) writeStored(STORAGE_KEY, JSON.stringify(user));
});

/** Returns the user that this or another tab has stored, or null. */
export function readStoredUser(): User | null {
  return parseStoredUser(readStored(STORAGE_KEY));
}

/** Returns the user of now in a component, or null before the first response. */
export function useUserOrNull(): User | null {
  return useQuery({ ...userQuery(), enabled: false }).data ?? null;
}

/**
 * Returns the user as of the moment that screens show, for screens below AppLayout, which renders them only with a
 * user. Throws without one.
 */
export function useUser(): User {
  const user = useQuery({ ...userQuery(useKnown()), enabled: false }).data;
  if (!user) throw new Error('useUser was called outside AppLayout');
  return user;
}

/** Removes the user and their corrections, after the deletion of the account. */
export function forgetUser(): void {
  cache.removeQueries({ queryKey });
  removeStored(STORAGE_KEY);
  forgetCorrections();
  forgetNotSuggested();
}

/**
 * Fetches the user of the session. Joins a request in flight. Resolves to the user of a command that came meanwhile, or
 * to the problem FORGOTTEN if the user was forgotten meanwhile.
 */
export async function fetchUser(): Promise<CallOutcome<User>> {
  try {
    return { ok: true, data: await cache.fetchQuery(userQuery()) };
  } catch (error) {
    if (error instanceof CallError) return { ok: false, problem: error.problem };
    if (error instanceof CancelledError) return { ok: false, problem: FORGOTTEN };
    throw error;
  }
}

/** Whether the user has a checkout that is not known to be paid. */
export function hasPendingCheckout({ stripeSessionId, isPaidUser }: User): boolean {
  return stripeSessionId !== null && !isPaidUser;
}

/** Calls confirm-payment. Discards the returned user if another one came during the request, which is newer. */
export async function confirmPaymentOfUser(): Promise<CallOutcome<User>> {
  const userBefore = cache.getQueryData(queryKey);
  const outcome = await call('confirmPayment');
  if (outcome.ok && cache.getQueryData(queryKey) === userBefore) replace(queryKey, outcome.data);
  return outcome;
}

/** The day on which a user's weeks begin: 1 is Monday. */
export function weekStartOf({ weekStart }: Pick<User, 'weekStart'>): WeekStart {
  return weekStart ?? DEFAULT_WEEK_START;
}
