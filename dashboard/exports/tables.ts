import type { Goal } from '../../contract/goal.ts';
import type { Transaction } from '../../contract/transaction.ts';
import { csvOf } from './csv.ts';

/** All transactions as a table, in the order they come. Amounts are in the account's currency, without a sign. */
export function transactionsTable(transactions: readonly Transaction[], origin: string): string {
  return csvOf(
    ['Date', 'Type', 'Method', 'Title', 'Category', 'Amount', 'Recorded', 'Receipt'],
    transactions.map(({ date, type, wallet, title, category, amount, createdAt, receipt }) => [
      ...[date, type, wallet, title, category, amount, createdAt],
      receipt === null ? null : new URL(receipt, origin).href,
    ]),
  );
}

/** All goals as a table, in the order they come. */
export function goalsTable(goals: readonly Goal[]): string {
  return csvOf(
    ['Title', 'Category', 'Final Target', 'Current Saved Amount', 'Date of Completion', 'Description'],
    goals.map(({ title, category, finalAmount, currentAmount, date, description }) => [
      ...[title, category, finalAmount, currentAmount, date, description],
    ]),
  );
}
