import { z } from 'zod';
import {
  DEFAULT_INCOME_CATEGORY,
  DEFAULT_WALLET,
  EXPENSE_CATEGORIES,
  INCOME_CATEGORIES,
  TRANSACTION_TITLE_MAX,
  WALLETS,
} from '../ledger/model/constants.ts';
import { choice, day, id, isTransactionDate, optional, pageLimit, positiveAmount, title } from './fields.ts';
import { messages } from './messages.ts';

/**
 * A transaction (product 3.2). `amount` is in whole units, `date` an ISO date, `createdAt` the ISO instant of
 * recording.
 */
export const transaction = z.object({
  _id: z.string(),
  type: z.enum(['Expense', 'Income']),
  title: z.string(),
  amount: z.number(),
  category: z.string().nullable(),
  date: z.string(),
  createdAt: z.string(),
  /** Payment method of an expense; null for an income. */
  wallet: z.string().nullable(),
  receipt: z.string().nullable(),
});
export type Transaction = z.infer<typeof transaction>;

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
