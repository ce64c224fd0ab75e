import type { Location } from 'react-router-dom';

/** What the login and register screens carry along: where to go afterwards, and an email already typed. */
type Carried = { from?: string; email?: string };

/** Reads what the address carries. */
export function carriedBy({ state }: Location): Carried {
  return (state as Carried | null) ?? {};
}

/** Where somebody was, to come back to after login. */
export function wayBackTo({ pathname, search }: Location): Carried {
  return { from: pathname + search };
}
