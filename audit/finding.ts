/**
 * A difference between the log and the read models, or a fault in the log.
 *
 * - `rows`: a row of the read models differs from the stream.
 * - `log`: the stream has a fault: a revision is missing, an event can't be read or contradicts those before it.
 * - `stalled`: the projection is stalled before an event that can't be applied.
 * - `orphan`: there are rows of a ledger without a stream.
 * - `checkpoint`: the checkpoint is not the position that the rows have reached.
 */
export type Finding = {
  kind: 'rows' | 'log' | 'stalled' | 'orphan' | 'checkpoint';
  ledger: string | null;
  /** The path of the value, like `ledger.balance` or `statistics week 2026-11-16.income`. Amounts are in cents. */
  field: string;
  /** The value by the log; null for none. */
  expected: string | null;
  /** The value in Postgres, or for `log` in the stream; null for none. */
  found: string | null;
  /**
   * The revision of the last event that changed the field: the row may have been right before it. For `log`, the
   * revision of the faulty event. Null if no event is concerned.
   */
  revision: bigint | null;
};
