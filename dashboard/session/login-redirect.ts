import type { Location } from 'react-router-dom';

/** What the login and register screens carry along: where to go afterwards, and an email already typed. */
type LoginState = { from?: string; email?: string };

/** Reads what the address carries. */
export function loginStateOf({ state }: Location): LoginState {
  return (state as LoginState | null) ?? {};
}

/** Where somebody was, to come back to after login. */
export function returnTo({ pathname, search }: Location): LoginState {
  return { from: pathname + search };
}
