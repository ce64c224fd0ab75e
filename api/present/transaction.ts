import type { Transaction } from '#contract/transaction.ts';
import type { ImportedFrom, RecentTransaction } from '#contract/transaction-calls.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { amountOf } from '#ledger/model/money.ts';
import type { RowOfFile } from '#projections/queries/import-entries.ts';
import type { TransactionRow } from '#projections/tables/entries.ts';
import { presentParts, presentPlain } from './values.ts';

/** Converts a row of the read model to the contract's transaction: the amount in whole units, null for unset fields. */
export function presentTransaction(row: TransactionRow): Transaction {
  return {
    _id: row.entryId,
    type: row.type,
    title: row.title,
    amount: amountOf(row.amount),
    category: row.category,
    date: row.date,
    createdAt: row.recordedAt,
    ...presentPlain(row),
    ...(row.accountId !== EVERYDAY && { account: row.accountId }),
    ...(row.parts && { parts: presentParts(row.parts) }),
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
