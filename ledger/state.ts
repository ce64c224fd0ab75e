import type { GoalCategory } from './constants.ts';
import { type Cents, ZERO } from './money.ts';

/** What one wants to earn and spend in a month, in cents. */
export type MonthlyFigures = { income: Cents; expense: Cents };

/** What a command has to know of a transaction. */
export type TransactionState = { type: 'Expense' | 'Income'; amount: Cents; date: string };

export type GoalState = {
  title: string;
  finalAmount: Cents;
  currentAmount: Cents;
  category?: GoalCategory | undefined;
  description?: string | undefined;
  /** The day the final amount was reached; unset while it isn't. */
  reachedOn?: string | undefined;
};

/** How far the way to Premium has come. */
export type Payment =
  | { status: 'none' }
  | { status: 'open'; sessionId: string }
  | { status: 'paid'; sessionId: string };

/**
 * One user's ledger as commands see it. Loaded from a snapshot, `transactions` holds only those the command names;
 * folded from the stream, all of them.
 */
export type LedgerState = {
  /** May be below zero: only cash is refused when it exceeds the balance (product 4.1). */
  balance: Cents;
  /** The amounts of all present transactions, expenses too, added up: while it is safe, so is every statistic. */
  turnover: Cents;
  figures: MonthlyFigures | null;
  goals: ReadonlyMap<string, GoalState>;
  transactions: ReadonlyMap<string, TransactionState>;
  payment: Payment;
};

/** The ledger before its first event. */
export const EMPTY: LedgerState = {
  balance: ZERO,
  turnover: ZERO,
  figures: null,
  goals: new Map(),
  transactions: new Map(),
  payment: { status: 'none' },
};
