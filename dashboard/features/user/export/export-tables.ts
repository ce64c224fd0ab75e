import { csvOf, TRANSACTION_COLUMNS } from '#contract/csv.ts';
import type { Transaction } from '#contract/transaction.ts';

/**
 * Formats transactions as CSV in the given order. Amounts are in whole units without a sign; receipt URLs are absolute
 * by `origin`.
 */
export function transactionsCsv(transactions: readonly Transaction[], origin: string): string {
  return csvOf(
    TRANSACTION_COLUMNS,
    transactions.map(({ date, type, wallet, title, category, amount, createdAt, receipt }) => [
      date,
      type,
      wallet,
      title,
      category,
      amount,
      createdAt,
      receipt === null ? null : new URL(receipt, origin).href,
    ]),
  );
}
