import type { Transaction } from '#contract/transaction.ts';
import type { ImportedFrom, RecentTransaction } from '#contract/transaction-calls.ts';
import type { Categories } from '#ledger/model/categories.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { amountOf } from '#ledger/model/money.ts';
import type { RowOfFile } from '#projections/queries/import-entries.ts';
import type { TransactionRow } from '#projections/tables/entries.ts';
import { presentCategory, presentParts, presentPlain } from './values.ts';

/** The conversions of rows: the views that the API keeps share them from one revision to the next. */
const presented = new WeakMap<TransactionRow, { transaction: Transaction; categories: Categories }>();

/** Converts a row of the read model to the contract's transaction: the amount in whole units, null for unset fields. */
export function presentTransaction(row: TransactionRow, categories: Categories): Transaction {
  const before = presented.get(row);
  if (before?.categories === categories) return before.transaction;
  const transaction = convert(row, categories);
  presented.set(row, { transaction, categories });
  return transaction;
}

function convert(row: TransactionRow, categories: Categories): Transaction {
  return {
    _id: row.entryId,
    type: row.type,
    title: row.title,
    amount: amountOf(row.amount),
    ...presentCategory(row.type, row.category, categories),
    date: row.date,
    createdAt: row.recordedAt,
    ...presentPlain(row),
    ...(row.accountId !== EVERYDAY && { account: row.accountId }),
    ...(row.parts && { parts: presentParts(row.type, row.parts, categories) }),
    ...(row.note !== null && { note: row.note }),
    ...(row.tags && { tags: row.tags }),
    ...(row.changedAt && { changedAt: row.changedAt }),
  };
}

/** Converts a row of the read model to an item of the list of recent transactions. */
export function presentRecent(row: TransactionRow): RecentTransaction {
  return { _id: row.entryId, type: row.type, title: row.title, amount: amountOf(row.amount) };
}

/** Converts a row of a file that a transaction of this title was imported from to the contract's. */
export function presentRowOfFile({ fileName, changeSetId, row }: RowOfFile, title: string): ImportedFrom {
  const { line, text, counterparty, bankId = null } = row;
  const other = (words: string | undefined) => (words === undefined || words === title ? null : words);
  return { fileName, line, text: other(text), counterparty: other(counterparty), bankId, changeSetId };
}
