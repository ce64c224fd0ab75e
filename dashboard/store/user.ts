import { create } from 'zustand';
import type { User } from '../../contract/user.ts';
import { call } from '../api-client/client.ts';
import type { Outcome } from '../api-client/problem.ts';
import { readStored, removeStored, writeStored } from '../storage/local-storage.ts';
import { parseStoredUser } from './stored-user.ts';

const KEY = 'userData';

const readUser = () => parseStoredUser(readStored(KEY));

const useUserStore = create<{ user: User | null }>(() => ({ user: readUser() }));

/** The user, or null until the first answer of a first visit. */
export function useUserOrNull(): User | null {
  return useUserStore((state) => state.user);
}

/** The user, for screens inside the frame, which shows none before the user is known. */
export function useUser(): User {
  const user = useUserOrNull();
  if (!user) throw new Error('A screen was shown outside the frame');
  return user;
}

/** The user, for what isn't drawn. */
export function currentUser(): User | null {
  return useUserStore.getState().user;
}

/** Replaces the stored user with what the server answered. */
export function storeUser(user: User): void {
  writeStored(KEY, JSON.stringify(user));
  useUserStore.setState({ user });
}

/** Takes over the user that another tab has stored. Tells whether it is another one. */
export function syncUserFromStorage(): boolean {
  const user = readUser();
  if (!user || user._id === currentUser()?._id) return false;
  useUserStore.setState({ user });
  return true;
}

/** Forgets the user, who is no more. */
export function clearUser(): void {
  removeStored(KEY);
  useUserStore.setState({ user: null });
}

/** Fetches the user whose session it is and stores them, unless a command answered something newer meanwhile. */
export function fetchUser(): Promise<Outcome<User>> {
  return fetchAndStoreUser('getCurrentUser');
}

/** Whether a payment was begun of which it isn't known here that it was made. */
export function hasPendingCheckout({ stripeSessionId, isPaidUser }: User): boolean {
  return stripeSessionId !== null && !isPaidUser;
}

/** Asks whether the payment was made, and stores the user as they then are. */
export function confirmPayment(): Promise<Outcome<User>> {
  return fetchAndStoreUser('confirmPayment');
}

async function fetchAndStoreUser(name: 'getCurrentUser' | 'confirmPayment'): Promise<Outcome<User>> {
  const before = currentUser();
  const outcome = await call(name);
  if (outcome.ok && currentUser() === before) storeUser(outcome.data);
  return outcome;
}
