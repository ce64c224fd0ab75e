/**
 * Where the books and the log don't agree, or the log isn't what it should be.
 *
 * - `books`: a row of the read models differs from what the stream says.
 * - `log`: the stream itself is at fault: a revision is missing, an event can't be read or contradicts those before it.
 * - `stalled`: the projection is stalled before an event that can't be applied.
 * - `orphan`: there are rows of somebody who has no ledger.
 * - `checkpoint`: what the worker says it has come to is not what it has done.
 */
export type Finding = {
  kind: 'books' | 'log' | 'stalled' | 'orphan' | 'checkpoint';
  ledger: string | null;
  /** What differs, like `account.balance` or `statistics week 2026-11-16.income`. Amounts are in cents. */
  field: string;
  /** What the log says it should be; null for nothing. */
  expected: string | null;
  /** What Postgres holds, or for `log` what the stream holds; null for nothing. */
  found: string | null;
  /**
   * Where they part: the revision of the last event that gave the field its value. Up to the event before it the row may
   * have been right. For `log`, the revision of the event at fault. Null where no event is concerned.
   */
  revision: bigint | null;
};
