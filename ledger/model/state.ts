import type { ExpenseCategory, GoalCategory, IncomeCategory, Wallet } from './constants.ts';
import { type Cents, ZERO } from './money.ts';

/** What the user earns and spends in a usual month, in cents. */
export type MonthlyFigures = { income: Cents; expense: Cents };

/** A transaction as it is now: what the read model has of it, but for its id and when it was recorded. */
export type TransactionState = {
  type: 'Expense' | 'Income';
  title: string;
  amount: Cents;
  date: string;
  category?: ExpenseCategory | IncomeCategory | undefined;
  wallet?: Wallet | undefined;
  receiptId?: string | undefined;
};

export type GoalState = {
  title: string;
  finalAmount: Cents;
  currentAmount: Cents;
  category?: GoalCategory | undefined;
  description?: string | undefined;
  /** The day the final amount was reached; unset while it isn't. */
  reachedOn?: string | undefined;
};

/** The payment for Premium: not begun, a checkout that is open, or paid. */
export type Payment =
  | { status: 'none' }
  | { status: 'open'; sessionId: string }
  | { status: 'paid'; sessionId: string };

/**
 * A ledger as commands see it. Loaded from a snapshot, `transactions` holds only those that the command needs; folded
 * from the stream, all of them.
 */
export type LedgerState = {
  /** May be below zero: only cash is refused when it exceeds the balance (product 4.1). */
  balance: Cents;
  /** The sum of the amounts of all transactions, expenses too: while it is a safe integer, so is every statistic. */
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

/** A state that is being folded. */
export type Draft = Omit<LedgerState, 'goals' | 'transactions'> & {
  goals: Map<string, GoalState>;
  transactions: Map<string, TransactionState>;
};

/** A copy of a state that can be changed without changing the state. */
export function draftOf(state: LedgerState): Draft {
  return { ...state, goals: new Map(state.goals), transactions: new Map(state.transactions) };
}

/** Adds an amount in cents to the balance. Throws where the balance leaves the safe integers. */
export function addToBalance(draft: Draft, amount: Cents): void {
  draft.balance = safe(draft.balance + amount);
}

/** Gives a sum as cents. Throws where it is no safe integer, which `decide` lets no event lead to (product 4.10). */
export function safe(cents: number): Cents {
  if (!Number.isSafeInteger(cents)) throw new Error('An event takes a sum beyond what can be counted to the cent.');
  return cents as Cents;
}
