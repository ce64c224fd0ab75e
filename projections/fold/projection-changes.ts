import type { Cents } from '../../ledger/model/money.ts';
import { EMPTY, type LedgerState } from '../../ledger/model/state.ts';
import type { Period } from './periods.ts';

/** A transaction as the read model keeps it. */
export type TransactionRow = {
  transactionId: string;
  /** Of the event that recorded it: within a day the later one counts as newer. */
  revision: bigint;
  type: 'Expense' | 'Income';
  title: string;
  amount: Cents;
  category: string | null;
  wallet: string | null;
  date: string;
  receiptId: string | null;
  recordedAt: string;
};

/** What is to be added to the income and expense of one week, month or year. */
export type StatisticsChange = { period: Period; startsOn: string; income: Cents; expense: Cents };

/** A command that had its effect, so that it has it once. */
export type CommandRow = { commandId: string; inputHash: string; revision: bigint; recordedAt: string };

/** One user's rows as far as they were loaded, with what events have changed since. */
export type ProjectionChanges = {
  userId: string;
  /** The revision these rows stand at, -1 before the first event. */
  revision: bigint;
  state: LedgerState;
  transactionCount: number;
  /** What was stored before is void: it was reset, or erased. */
  cleared: boolean;
  /** Nothing of the user is to be kept, not even the account. */
  erased: boolean;
  goalsChanged: boolean;
  entered: ReadonlyMap<string, TransactionRow>;
  deleted: ReadonlySet<string>;
  statistics: ReadonlyMap<string, StatisticsChange>;
  commands: readonly CommandRow[];
};

/** The rows of a user, as they were loaded: nothing changed yet. */
export function loadedBooks(
  userId: string,
  revision: bigint,
  state: LedgerState,
  transactionCount: number,
): ProjectionChanges {
  return {
    userId,
    revision,
    state,
    transactionCount,
    cleared: false,
    erased: false,
    goalsChanged: false,
    entered: new Map(),
    deleted: new Set(),
    statistics: new Map(),
    commands: [],
  };
}

/** The rows of a user of whom nothing is stored. */
export function emptyBooks(userId: string): ProjectionChanges {
  return loadedBooks(userId, -1n, EMPTY, 0);
}
