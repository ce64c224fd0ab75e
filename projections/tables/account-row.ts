import type { GoalCategory } from '../../ledger/model/constants.ts';
import type { Cents } from '../../ledger/model/money.ts';
import type { GoalState, LedgerState, Payment, TransactionState } from '../../ledger/model/state.ts';
import { LIVE } from './read-models.ts';
import { READ_MODEL_VERSION } from './version.ts';

/** An account with its goals as the statements below give it. */
export type AccountRow = {
  user_id: string;
  revision: number;
  fold_version: string;
  balance: Cents;
  turnover: Cents;
  income: Cents | null;
  expense: Cents | null;
  payment_status: Payment['status'];
  payment_session: string | null;
  transaction_count: number;
  goals: GoalRow[] | null;
};

type GoalRow = {
  goal_id: string;
  title: string;
  final_amount: Cents;
  current_amount: Cents;
  category: GoalCategory | null;
  description: string | null;
  reached_on: string | null;
};

/** The columns of an account `a` in a schema, with its goals, oldest first, as JSON. */
export function accountColumns(schema: string = LIVE): string {
  return `a.user_id, a.revision, a.fold_version, a.balance, a.turnover, a.income, a.expense, a.payment_status,
    a.payment_session, a.transaction_count,
    (SELECT json_agg(g ORDER BY g.place) FROM ${schema}.goals g WHERE g.user_id = a.user_id) AS goals`;
}

/** Whether a row was folded by this code; another's is not a state that commands may start from. */
export function isOwnFold(row: AccountRow): boolean {
  return row.fold_version === READ_MODEL_VERSION;
}

/** The ledger's state that a row stands for, with those of its transactions that were loaded beside it. */
export function stateOf(row: AccountRow, transactions: ReadonlyMap<string, TransactionState> = new Map()): LedgerState {
  return {
    balance: row.balance,
    turnover: row.turnover,
    figures: row.income === null || row.expense === null ? null : { income: row.income, expense: row.expense },
    goals: new Map((row.goals ?? []).map((goal) => [goal.goal_id, goalOf(goal)])),
    transactions,
    payment: paymentOf(row),
  };
}

function goalOf(row: GoalRow): GoalState {
  return {
    title: row.title,
    finalAmount: row.final_amount,
    currentAmount: row.current_amount,
    category: row.category ?? undefined,
    description: row.description ?? undefined,
    reachedOn: row.reached_on ?? undefined,
  };
}

function paymentOf({ payment_status: status, payment_session: sessionId }: AccountRow): Payment {
  if (status === 'none' || sessionId === null) return { status: 'none' };
  return { status, sessionId };
}
