import type { Location } from 'react-router-dom';

/** Router state of the login and register screens: the URL to return to, and an email already entered. */
type LoginState = { from?: string; email?: string };

/** Returns the login state of a location; empty without one. */
export function loginStateOf({ state }: Location): LoginState {
  return (state as LoginState | null) ?? {};
}

/** Login state that returns to this location. */
export function returnTo({ pathname, search }: Location): LoginState {
  return { from: pathname + search };
}
