import { create } from 'zustand';
import { readStored, removeStored, writeStored } from '../storage/local-storage.ts';

/**
 * Whether somebody is logged in on this browser. When they aren't, how that came: a session that `ended` by itself
 * leads back to where one was, one that was `left` doesn't.
 */
export type Session = { status: 'loggedIn' } | { status: 'loggedOut'; because: 'never' | 'ended' | 'left' };

const KEY = 'userStatus';
const LOGGED_IN = 'loggedIn';

const read = (because: 'never' | 'left'): Session =>
  readStored(KEY) === LOGGED_IN ? { status: 'loggedIn' } : { status: 'loggedOut', because };

const useSessionStore = create<{ session: Session }>(() => ({ session: read('never') }));

/** The session, for what is drawn. */
export function useSession(): Session {
  return useSessionStore((state) => state.session);
}

/** The session, for what isn't. */
export function currentSession(): Session {
  return useSessionStore.getState().session;
}

/** Marks the browser as logged in. */
export function startSession(): void {
  writeStored(KEY, LOGGED_IN);
  useSessionStore.setState({ session: { status: 'loggedIn' } });
}

/** Marks it as logged out, because the server said that this session is over. A newer one stays. */
export function expireSession(ended: Session): void {
  if (ended.status === 'loggedIn' && ended === currentSession()) close('ended');
}

/** Marks it as logged out by the user's own wish. */
export function closeSession(): void {
  close('left');
}

function close(because: 'ended' | 'left') {
  removeStored(KEY);
  useSessionStore.setState({ session: { status: 'loggedOut', because } });
}

/** Takes over what another tab wrote down. */
export function syncSessionFromStorage(): void {
  const session = read('left');
  if (session.status !== currentSession().status) useSessionStore.setState({ session });
}
