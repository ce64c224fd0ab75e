import { BASE_PATH } from '../../contract/addresses.ts';
import type { Transaction } from '../../contract/transaction.ts';
import type { RecentTransaction } from '../../contract/transaction-calls.ts';
import { amountOf } from '../../ledger/model/money.ts';
import type { TransactionRow } from '../../projections/tables/transactions.ts';

/** Gives a transaction of the read model as the contract's: the amount in whole units, null where unset. */
export function presentTransaction(row: TransactionRow): Transaction {
  return {
    _id: row.transactionId,
    type: row.type,
    title: row.title,
    amount: amountOf(row.amount),
    category: row.category,
    date: row.date,
    createdAt: row.recordedAt,
    wallet: row.wallet,
    receipt: row.receiptId && `${BASE_PATH}/files/${row.receiptId}`,
  };
}

/** Gives what the list of recent transactions shows of one. */
export function presentRecent(row: TransactionRow): RecentTransaction {
  return { _id: row.transactionId, type: row.type, title: row.title, amount: amountOf(row.amount) };
}
