import { EMPTY, type LedgerState } from '../../ledger/model/state.ts';
import type { CommandRow } from '../tables/commands.ts';
import type { StatisticsRow } from '../tables/statistics.ts';
import type { TransactionRow } from '../tables/transactions.ts';

/** What happens to the row of a transaction. `fields` are those that change; the others stay. */
export type TransactionChange =
  | { kind: 'insert'; row: TransactionRow }
  | { kind: 'change'; fields: Partial<TransactionRow> }
  | { kind: 'delete' };

/** The rows of one ledger as far as they were loaded, and what events have changed since. */
export type ProjectionChanges = {
  ledgerId: string;
  /** The revision that these rows have reached, -1 before the first event. */
  revision: bigint;
  /** The state at that revision, without transactions. */
  state: LedgerState;
  transactionCount: number;
  /** The stored goals, transactions and statistics are to be deleted first: the ledger was reset, or erased. */
  cleared: boolean;
  /** All stored rows are to be deleted and none is to be written: the ledger was erased. */
  erased: boolean;
  goalsChanged: boolean;
  /** By the transaction's id. */
  transactions: ReadonlyMap<string, TransactionChange>;
  /** What is to be added to each week, month and year. */
  statistics: ReadonlyMap<string, StatisticsRow>;
  commands: readonly CommandRow[];
};

/** The rows of a ledger as they were loaded: nothing has changed yet. */
export function unchanged(
  ledgerId: string,
  revision: bigint,
  state: LedgerState,
  transactionCount: number,
): ProjectionChanges {
  return {
    ledgerId,
    revision,
    state,
    transactionCount,
    cleared: false,
    erased: false,
    goalsChanged: false,
    transactions: new Map(),
    statistics: new Map(),
    commands: [],
  };
}

/** The rows of a ledger before its first event. */
export function unwritten(ledgerId: string): ProjectionChanges {
  return unchanged(ledgerId, -1n, EMPTY, 0);
}
