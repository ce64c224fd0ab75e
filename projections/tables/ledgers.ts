import type { Cents } from '../../ledger/model/money.ts';
import type { LedgerState, Payment, TransactionState } from '../../ledger/model/state.ts';
import { type GoalRow, goalOf } from './goals.ts';
import { id, integer, nullable, type Row, revision, table, text } from './table.ts';
import { READ_MODEL_VERSION } from './version.ts';

/** A row for each ledger: how far its rows have come, and all of its state that is neither a goal nor a transaction. */
export const ledgers = table(
  'ledgers',
  {
    ledgerId: id(),
    revision: revision(),
    foldVersion: text(),
    balance: integer<Cents>(),
    turnover: integer<Cents>(),
    income: nullable(integer<Cents>()),
    expense: nullable(integer<Cents>()),
    paymentStatus: text<Payment['status']>(),
    paymentSession: nullable(text()),
    transactionCount: integer(),
  },
  ['ledgerId'],
);
export type LedgerRow = Row<typeof ledgers>;

/** The row of a ledger's state. */
export function ledgerRow(
  ledgerId: string,
  revision: bigint,
  { balance, turnover, figures, payment }: LedgerState,
  transactionCount: number,
): LedgerRow {
  return {
    ledgerId,
    revision,
    foldVersion: READ_MODEL_VERSION,
    balance,
    turnover,
    income: figures?.income ?? null,
    expense: figures?.expense ?? null,
    paymentStatus: payment.status,
    paymentSession: payment.status === 'none' ? null : payment.sessionId,
    transactionCount,
  };
}

/** The state of a row, with the ledger's goals, oldest first, and those of its transactions that were loaded. */
export function stateOf(
  row: LedgerRow,
  goals: readonly GoalRow[],
  transactions: ReadonlyMap<string, TransactionState> = new Map(),
): LedgerState {
  const { balance, turnover, income, expense } = row;
  return {
    balance,
    turnover,
    figures: income === null || expense === null ? null : { income, expense },
    goals: new Map(goals.map((goal) => [goal.goalId, goalOf(goal)])),
    transactions,
    payment: paymentOf(row),
  };
}

/** Whether a row was folded by this code. Commands don't start from rows that other code folded. */
export function isOwnFold({ foldVersion }: LedgerRow): boolean {
  return foldVersion === READ_MODEL_VERSION;
}

function paymentOf({ paymentStatus: status, paymentSession: sessionId }: LedgerRow): Payment {
  if (status === 'none' || sessionId === null) return { status: 'none' };
  return { status, sessionId };
}
