import type { User } from '../../contract/user.ts';
import { readStored, removeStored, writeStored } from '../browser-state/local-storage.ts';
import { call } from './client.ts';
import type { Outcome } from './problem.ts';
import {
  cache,
  cached,
  fetchResource,
  inTime,
  keyAt,
  type Resource,
  replace,
  useAsKnown,
  useCached,
} from './resource.ts';
import { parseStoredUser } from './stored-user.ts';

const STORAGE_KEY = 'userData';

/** The user of the session. */
export const userResource = inTime<Resource<User>>((at) => ({
  key: keyAt(at, 'user'),
  load: () => call('getCurrentUser', at),
}));

const stored = readStoredUser();
if (stored) replace(userResource, stored);
// From here on, every user that comes into the cache is stored.
cache.getQueryCache().subscribe((event) => {
  if (event.query.queryKey[0] !== userResource.key[0]) return;
  if (event.type !== 'updated' || event.action.type !== 'success') return;
  const user = cached(userResource);
  if (user) writeStored(STORAGE_KEY, JSON.stringify(user));
});

/** Returns the user that this or another tab has stored, or null. */
export function readStoredUser(): User | null {
  return parseStoredUser(readStored(STORAGE_KEY));
}

/** Returns the user of now in a component, or null before the first response. */
export function useUserOrNull(): User | null {
  return useCached(userResource) ?? null;
}

/**
 * Returns the user as of the moment that screens show, for screens below AppLayout, which renders them only with a user.
 * Throws without one.
 */
export function useUser(): User {
  const user = useCached(useAsKnown(userResource));
  if (!user) throw new Error('useUser was called outside AppLayout');
  return user;
}

/** Removes the user, after the deletion of the account. */
export function forgetUser(): void {
  cache.removeQueries({ queryKey: userResource.key });
  removeStored(STORAGE_KEY);
}

/** Fetches the user of the session. */
export function fetchUser(): Promise<Outcome<User>> {
  return fetchResource(userResource);
}

/** Whether the user has a checkout that is not known to be paid. */
export function hasPendingCheckout({ stripeSessionId, isPaidUser }: User): boolean {
  return stripeSessionId !== null && !isPaidUser;
}

/** Calls confirm-payment. Discards the returned user if another one came during the request, which is newer. */
export async function confirmPayment(): Promise<Outcome<User>> {
  const userBefore = cached(userResource);
  const outcome = await call('confirmPayment');
  if (outcome.ok && cached(userResource) === userBefore) replace(userResource, outcome.data);
  return outcome;
}
