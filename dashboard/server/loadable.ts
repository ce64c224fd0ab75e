import type { Problem } from '../../contract/problems.ts';

/** State of data fetched from the server. */
export type Loadable<Value> =
  | { state: 'loading' }
  | { state: 'ready'; value: Value }
  | { state: 'failed'; problem: Problem };

export const LOADING = { state: 'loading' } as const;

/** A loaded value. */
export function ready<Value>(value: Value): Loadable<Value> {
  return { state: 'ready', value };
}
