import { z } from 'zod';
import {
  DEFAULT_INCOME_CATEGORY,
  DEFAULT_WALLET,
  EXPENSE_CATEGORIES,
  INCOME_CATEGORIES,
  TRANSACTION_TITLE_MAX,
  WALLETS,
} from '../ledger/model/constants.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { choice, day, id, isTransactionDate, optional, pageLimit, positiveAmount, title } from './fields.ts';
import { RECENT_TRANSACTIONS } from './limits.ts';
import { messages } from './messages.ts';
import { transaction } from './transaction.ts';
import { user } from './user.ts';

const transactionTitle = title(TRANSACTION_TITLE_MAX);
const date = optional(day().refine(isTransactionDate, messages.dateOutOfRange));

/**
 * Body of create-expense. The wallet defaults to Cash, the date to the caller's current date (product 2.7, product
 * 4.5).
 */
export const expenseInput = z.strictObject({
  title: transactionTitle,
  amount: positiveAmount,
  category: optional(choice(EXPENSE_CATEGORIES)),
  date,
  wallet: choice(WALLETS, messages.walletRequired).default(DEFAULT_WALLET),
});

/** Body of create-income. The category defaults to Salary, the date to the caller's current date. */
export const incomeInput = z.strictObject({
  title: transactionTitle,
  amount: positiveAmount,
  category: optional(choice(INCOME_CATEGORIES)).transform((category) => category ?? DEFAULT_INCOME_CATEGORY),
  date,
});

/** Body of get-transaction and delete-transaction. */
export const transactionIdInput = z.strictObject({ transactionId: id });

/** A pagination cursor: a date and a revision, such as `2026-11-20.41`. */
const cursor = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}\.\d{1,15}$/)
  .refine((text) => isTransactionDate(text.slice(0, 10)));

/**
 * Query of get-transactions: at most `limit` transactions, newest first, that follow the cursor `before`. A cursor is
 * the `next` of the previous page or the `_id` of a transaction.
 */
export const transactionPageQuery = z.strictObject({
  limit: pageLimit,
  before: z.union([id, cursor]).optional(),
});

/**
 * Response of get-transactions. Without a query: all, oldest first. With one: a page, newest first; `next` is null on
 * the last.
 */
export const transactionsResponse = z.object({
  transactions: z.array(transaction),
  next: z.string().nullable().optional(),
});
export type TransactionsResponse = z.infer<typeof transactionsResponse>;

/** An item of recent-transactions. */
export const recentTransaction = transaction.pick({ _id: true, type: true, title: true, amount: true });
export type RecentTransaction = z.infer<typeof recentTransaction>;

const receipt = { field: 'receipt', required: false } as const;

/** The calls of /transaction. */
export const transactionCalls = {
  createExpense: {
    ...addresses.createExpense,
    kind: 'command',
    summary: 'Records an expense. A Cash expense must not exceed the balance.',
    session: true,
    body: expenseInput,
    file: receipt,
    data: user,
    problems: ['not_enough_balance', 'amount_too_large'],
  },
  createIncome: {
    ...addresses.createIncome,
    kind: 'command',
    summary: 'Records an income.',
    session: true,
    body: incomeInput,
    file: receipt,
    data: user,
    problems: ['amount_too_large'],
  },
  getTransactions: {
    ...addresses.getTransactions,
    kind: 'query',
    summary: 'Returns all transactions, oldest first; with `limit` or `before`, one page, newest first.',
    session: true,
    query: transactionPageQuery,
    data: transactionsResponse,
    problems: ['transaction_not_found'],
  },
  recentTransactions: {
    ...addresses.recentTransactions,
    kind: 'query',
    summary: `Returns the ${RECENT_TRANSACTIONS} newest transactions, newest first.`,
    session: true,
    data: z.object({ transactions: z.array(recentTransaction) }),
    problems: [],
  },
  getTransaction: {
    ...addresses.getTransaction,
    kind: 'query',
    summary: 'Returns one transaction.',
    session: true,
    body: transactionIdInput,
    data: z.object({ transaction }),
    problems: ['transaction_not_found'],
  },
  deleteTransaction: {
    ...addresses.deleteTransaction,
    kind: 'command',
    summary: 'Deletes a transaction and undoes its effect on the balance and the statistics.',
    session: true,
    body: transactionIdInput,
    data: user,
    problems: ['transaction_not_found', 'amount_too_large'],
  },
} as const satisfies Record<string, Call>;
