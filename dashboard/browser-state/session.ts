import { create } from 'zustand';
import { readStored, removeStored, writeStored } from './local-storage.ts';

/**
 * Session state of this browser. `reason` decides the redirect after login: after `expired` the user returns to the
 * last screen, after `loggedOut` not.
 */
export type BrowserSession = { status: 'loggedIn' } | { status: 'loggedOut'; reason: 'none' | 'expired' | 'loggedOut' };

const STORAGE_KEY = 'userStatus';
const LOGGED_IN = 'loggedIn';

const readSession = (reason: 'none' | 'loggedOut'): BrowserSession =>
  readStored(STORAGE_KEY) === LOGGED_IN ? { status: 'loggedIn' } : { status: 'loggedOut', reason };

const useSessionStore = create<{ session: BrowserSession }>(() => ({ session: readSession('none') }));

/** Returns the session in a component. */
export function useSession(): BrowserSession {
  return useSessionStore((state) => state.session);
}

/** Returns the session outside of components. */
export function currentSession(): BrowserSession {
  return useSessionStore.getState().session;
}

/** Stores that the browser is logged in. */
export function startSession(): void {
  writeStored(STORAGE_KEY, LOGGED_IN);
  useSessionStore.setState({ session: { status: 'loggedIn' } });
}

/**
 * Logs out locally after the server rejected a request of `session`. Ignored if a newer session has started since that
 * request.
 */
export function expireSession(session: BrowserSession): void {
  if (session.status === 'loggedIn' && session === currentSession()) endSession('expired');
}

/** Logs out locally after a logout or an account deletion. */
export function closeSession(): void {
  endSession('loggedOut');
}

function endSession(reason: 'expired' | 'loggedOut') {
  removeStored(STORAGE_KEY);
  useSessionStore.setState({ session: { status: 'loggedOut', reason } });
}

/** Applies a login or logout of another tab. */
export function syncSessionFromStorage(): void {
  const session = readSession('loggedOut');
  if (session.status !== currentSession().status) useSessionStore.setState({ session });
}
