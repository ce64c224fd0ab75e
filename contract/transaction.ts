import { z } from 'zod';
import {
  DEFAULT_INCOME_CATEGORY,
  DEFAULT_WALLET,
  EXPENSE_CATEGORIES,
  INCOME_CATEGORIES,
  TRANSACTION_TITLE_MAX,
  WALLETS,
} from '../ledger/model/constants.ts';
import { choice, day, id, isBookable, optional, pageLimit, positiveAmount, title } from './fields.ts';
import { messages } from './messages.ts';

/** A transaction (product 3.2): `date` is a calendar day, `createdAt` the instant it was recorded. */
export const transaction = z.object({
  _id: z.string(),
  type: z.enum(['Expense', 'Income']),
  title: z.string(),
  amount: z.number(),
  category: z.string().nullable(),
  date: z.string(),
  createdAt: z.string(),
  /** How an expense was paid; null for an income. */
  wallet: z.string().nullable(),
  receipt: z.string().nullable(),
});
export type Transaction = z.infer<typeof transaction>;

const transactionTitle = title(TRANSACTION_TITLE_MAX);
const date = optional(day().refine(isBookable, messages.dateOutOfRange));

/** create-expense: without a wallet it is Cash, without a date it is today (product 2.7, product 4.5). */
export const expenseInput = z.strictObject({
  title: transactionTitle,
  amount: positiveAmount,
  category: optional(choice(EXPENSE_CATEGORIES)),
  date,
  wallet: choice(WALLETS, messages.walletRequired).default(DEFAULT_WALLET),
});

/** create-income: without a category it is Salary, without a date it is today. */
export const incomeInput = z.strictObject({
  title: transactionTitle,
  amount: positiveAmount,
  category: optional(choice(INCOME_CATEGORIES)).transform((category) => category ?? DEFAULT_INCOME_CATEGORY),
  date,
});

/** get-transaction and delete-transaction. */
export const transactionIdInput = z.strictObject({ transactionId: id });

/** A place in the list: a day and a revision. */
const place = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}\.\d{1,15}$/)
  .refine((text) => isBookable(text.slice(0, 10)));

/**
 * A page of get-transactions, newest first: at most `limit`, those after `before`, which is the `next` of the page
 * before it or a transaction's `_id`.
 */
export const transactionPageQuery = z.strictObject({
  limit: pageLimit,
  before: z.union([id, place]).optional(),
});

/** Without a query all of them, oldest first; as a page newest first, `next` null on the last one. */
export const transactionsAnswer = z.object({
  transactions: z.array(transaction),
  next: z.string().nullable().optional(),
});
export type TransactionsAnswer = z.infer<typeof transactionsAnswer>;

/** What recent-transactions gives of each. */
export const recentTransaction = transaction.pick({ _id: true, type: true, title: true, amount: true });
export type RecentTransaction = z.infer<typeof recentTransaction>;
