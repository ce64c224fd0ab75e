import { csvOf, GOAL_COLUMNS, TRANSACTION_COLUMNS, WANTED_BY_COLUMN } from '#contract/csv.ts';
import type { Goal } from '#contract/goal.ts';
import type { Transaction } from '#contract/transaction.ts';

/**
 * Formats transactions as CSV in the given order. Amounts are in whole units without a sign; receipt URLs are absolute
 * by `origin`.
 */
export function transactionsCsv(transactions: readonly Transaction[], origin: string): string {
  return csvOf(
    TRANSACTION_COLUMNS,
    transactions.map(({ date, type, wallet, title, category, amount, createdAt, receipt }) => [
      ...[date, type, wallet, title, category, amount, createdAt],
      receipt === null ? null : new URL(receipt, origin).href,
    ]),
  );
}

/** Formats goals as CSV in the given order. Amounts are in whole units. */
export function goalsCsv(goals: readonly Goal[]): string {
  const isWantedBy = goals.some(({ wantedBy }) => wantedBy !== undefined);
  return csvOf(
    isWantedBy ? [...GOAL_COLUMNS, WANTED_BY_COLUMN] : GOAL_COLUMNS,
    goals.map(({ title, category, finalAmount, currentAmount, date, description, wantedBy }) => [
      ...[title, category, finalAmount, currentAmount, date, description],
      ...(isWantedBy ? [wantedBy] : []),
    ]),
  );
}
