import type { Problem } from '../../contract/problems.ts';

/** What is fetched from the server: on its way, here, or failed. */
export type Loadable<Value> =
  | { state: 'loading' }
  | { state: 'ready'; value: Value }
  | { state: 'failed'; problem: Problem };

export const LOADING = { state: 'loading' } as const;

/** Something that is here. */
export function ready<Value>(value: Value): Loadable<Value> {
  return { state: 'ready', value };
}
