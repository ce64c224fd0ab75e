import { create } from 'zustand';
import type { User } from '../../contract/user.ts';
import { readStored, removeStored, writeStored } from '../browser-state/local-storage.ts';
import { call } from './client.ts';
import type { Outcome } from './problem.ts';
import { parseStoredUser } from './stored-user.ts';

const STORAGE_KEY = 'userData';

const readUser = () => parseStoredUser(readStored(STORAGE_KEY));

const useUserStore = create<{ user: User | null }>(() => ({ user: readUser() }));

/** Returns the user, or null before the first response. */
export function useUserOrNull(): User | null {
  return useUserStore((state) => state.user);
}

/** Returns the user, for screens below AppLayout, which renders them only with a user. Throws without one. */
export function useUser(): User {
  const user = useUserOrNull();
  if (!user) throw new Error('useUser was called outside AppLayout');
  return user;
}

/** Returns the user outside of components. */
export function currentUser(): User | null {
  return useUserStore.getState().user;
}

/** Stores the user, also in local storage. */
export function storeUser(user: User): void {
  writeStored(STORAGE_KEY, JSON.stringify(user));
  useUserStore.setState({ user });
}

/** Applies the user that another tab has stored. Returns whether the id differs from the current one. */
export function syncUserFromStorage(): boolean {
  const user = readUser();
  if (!user || user._id === currentUser()?._id) return false;
  useUserStore.setState({ user });
  return true;
}

/** Removes the user, after the deletion of the account. */
export function clearUser(): void {
  removeStored(STORAGE_KEY);
  useUserStore.setState({ user: null });
}

/** Fetches and stores the user of the session. */
export function fetchUser(): Promise<Outcome<User>> {
  return fetchAndStoreUser('getCurrentUser');
}

/** Whether the user has a checkout that is not known to be paid. */
export function hasPendingCheckout({ stripeSessionId, isPaidUser }: User): boolean {
  return stripeSessionId !== null && !isPaidUser;
}

/** Calls confirm-payment and stores the returned user. */
export function confirmPayment(): Promise<Outcome<User>> {
  return fetchAndStoreUser('confirmPayment');
}

/** Discards the response if the stored user was replaced during the request, because the replacement is newer. */
async function fetchAndStoreUser(name: 'getCurrentUser' | 'confirmPayment'): Promise<Outcome<User>> {
  const userBefore = currentUser();
  const outcome = await call(name);
  if (outcome.ok && currentUser() === userBefore) storeUser(outcome.data);
  return outcome;
}
