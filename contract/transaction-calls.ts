import { z } from 'zod';
import { GIVEN_NAMES } from '#ledger/model/categories.ts';
import {
  DEFAULT_WALLET,
  EXPENSE_CATEGORIES,
  INCOME_CATEGORIES,
  PART_NOTE_MAX,
  PARTS_MAX,
  PARTS_MIN,
  TRANSACTION_TITLE_MAX,
  WALLETS,
} from '#ledger/model/constants.ts';
import type { FieldName } from '#ledger/model/fields.ts';
import { exactCents, sum } from '#ledger/model/money.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { isTransactionDate } from './days.ts';
import {
  categoryIdField,
  categoryName,
  choice,
  dayField,
  entryCursor,
  entryDate,
  idField,
  known,
  knownQuery,
  line,
  note,
  optional,
  pageLimit,
  partAmount,
  positiveAmount,
  smallAmount,
  tags,
  title,
} from './fields.ts';
import { RECENT_TRANSACTIONS } from './limits.ts';
import { messages } from './messages.ts';
import { transactionAnswer } from './transaction.ts';
import { user } from './user.ts';

/** The fields that calls take of a transaction as they are: a receipt comes as a file. */
type InputField = Exclude<FieldName<'transaction'>, 'receiptId'>;

const transactionTitle = title(TRANSACTION_TITLE_MAX);
const date = optional(dayField().refine(isTransactionDate, messages.dateOutOfRange));

/** Schema of the parts of a split, each with a category, by its name or its id. */
export function partsOf(given: readonly string[]) {
  const part = z
    .strictObject({
      amount: partAmount,
      category: categoryName(given).optional(),
      categoryId: categoryIdField.optional(),
      note: optional(line(messages.wrongType, PART_NOTE_MAX, messages.textTooLong(PART_NOTE_MAX))),
    })
    .check(({ value: { category, categoryId }, issues }) => {
      if ((category === undefined) !== (categoryId === undefined)) return;
      const message = category === undefined ? messages.notOneOf(given) : messages.categoryTwice;
      issues.push({ code: 'custom', path: ['category'], message, input: category });
    });
  return z
    .array(part, { error: messages.wrongType })
    .min(PARTS_MIN, messages.partsCount)
    .max(PARTS_MAX, messages.partsCount);
}

type Split = {
  amount: number;
  category?: unknown;
  categoryId?: unknown;
  parts?: readonly { amount: number }[] | undefined;
};

/** Refuses parts that don't add up to the amount, and a category beside them (product 4.13). */
function checkSplit({ value: { amount, category, categoryId, parts }, issues }: z.core.ParsePayload<Split>): void {
  if (category !== undefined && categoryId !== undefined) {
    issues.push({ code: 'custom', path: ['category'], message: messages.categoryTwice, input: category });
  }
  if (!parts) return;
  const total = sum(...parts.map((part) => exactCents(part.amount)));
  const refuse = (field: string, message: string) =>
    issues.push({ code: 'custom', path: [field], message, input: parts });
  if (total !== exactCents(amount)) refuse('parts', messages.partsDoNotAddUp);
  if (category !== undefined || categoryId !== undefined) refuse('category', messages.categoryBesideParts);
}

/**
 * Body of create-expense. The wallet defaults to Cash, the date to the caller's current date (product 2.7, product
 * 4.5).
 */
export const expenseInput = z.strictObject({
  title: transactionTitle,
  amount: positiveAmount,
  category: optional(categoryName(EXPENSE_CATEGORIES)),
  categoryId: optional(categoryIdField),
  date,
  wallet: choice(WALLETS, messages.walletRequired).default(DEFAULT_WALLET),
  accountId: optional(idField),
  parts: optional(partsOf(EXPENSE_CATEGORIES)),
  note: note.optional(),
  tags: tags.optional(),
} satisfies Record<Exclude<InputField, 'type'> | 'categoryId', z.ZodType>);

/**
 * Body of create-income. The category defaults to Salary, unless it is split, the date to the caller's current date.
 */
export const incomeInput = z.strictObject({
  title: transactionTitle,
  amount: positiveAmount,
  category: optional(categoryName(INCOME_CATEGORIES)),
  categoryId: optional(categoryIdField),
  date,
  accountId: optional(idField),
  parts: optional(partsOf(INCOME_CATEGORIES)),
  note: note.optional(),
  tags: tags.optional(),
} satisfies Record<Exclude<InputField, 'type' | 'wallet'> | 'categoryId', z.ZodType>);

/**
 * Body of update-transaction: a field that is left out stays, null takes a category, the receipt, the parts, the note
 * or the tags off (product 4.13). What depends on the type of the transaction is checked by the ledger.
 */
export const transactionUpdateInput = z.strictObject({
  transactionId: idField,
  title: transactionTitle.optional(),
  amount: smallAmount.optional(),
  type: choice(['Expense', 'Income']).optional(),
  category: z.preprocess((value) => (value === '' ? null : value), categoryName(GIVEN_NAMES).nullable().optional()),
  categoryId: categoryIdField.optional(),
  date: entryDate.optional(),
  wallet: choice(WALLETS, messages.walletRequired).nullable().optional(),
  accountId: idField.optional(),
  parts: partsOf(GIVEN_NAMES).nullable().optional(),
  note: note.optional(),
  tags: tags.optional(),
  receipt: z.null({ error: messages.wrongType }).optional(),
} satisfies Record<InputField | 'categoryId' | 'transactionId' | 'receipt', z.ZodType>);

/** A row of a file that a transaction was imported from, or matched with. */
const importedFrom = z.object({
  fileName: z.string(),
  line: z.int(),
  /** The bank's text, and who paid or was paid, where that is not the title; else null. */
  text: z.string().nullable(),
  counterparty: z.string().nullable(),
  bankId: z.string().nullable(),
  changeSetId: z.string(),
});
export type ImportedFrom = z.infer<typeof importedFrom>;

/** Body of delete-transaction. */
export const transactionIdInput = z.strictObject({ transactionId: idField });

/** Body of get-transaction. */
export const transactionParameters = transactionIdInput.extend({ known: known.optional() });

/**
 * Query of get-transactions: at most `limit` transactions, newest first, that follow the cursor `before`. A cursor is
 * the `next` of the previous page or the `_id` of a transaction.
 */
export const transactionPageQuery = z.strictObject({
  limit: pageLimit,
  before: z.union([idField, entryCursor]).optional(),
  known: known.optional(),
});

/**
 * Response of get-transactions. Without a query: all, oldest first. With one: a page, newest first; `next` is null on
 * the last.
 */
export const transactionsResponse = z.object({
  transactions: z.array(transactionAnswer),
  next: z.string().nullable().optional(),
});
export type TransactionsResponse = z.infer<typeof transactionsResponse>;

/** An item of recent-transactions. */
export const recentTransaction = transactionAnswer.pick({ _id: true, type: true, title: true, amount: true });
export type RecentTransaction = z.infer<typeof recentTransaction>;

const receipt = { field: 'receipt', required: false, json: ['parts', 'tags'] } as const;

/** The calls of /transaction. */
export const transactionCalls = {
  createExpense: {
    ...addresses.createExpense,
    kind: 'command',
    needs: 'view',
    summary: 'Records an expense. A Cash expense must not exceed the balance.',
    session: true,
    body: expenseInput.check(checkSplit),
    file: receipt,
    data: user,
    problems: ['account_not_found', 'category_not_found', 'account_closed', 'not_enough_balance', 'amount_too_large'],
  },
  createIncome: {
    ...addresses.createIncome,
    kind: 'command',
    needs: 'view',
    summary: 'Records an income.',
    session: true,
    body: incomeInput.check(checkSplit),
    file: receipt,
    data: user,
    problems: ['account_not_found', 'category_not_found', 'account_closed', 'amount_too_large'],
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
    query: knownQuery,
    data: z.object({ transactions: z.array(recentTransaction) }),
    problems: [],
  },
  getTransaction: {
    ...addresses.getTransaction,
    kind: 'query',
    summary: 'Returns one transaction.',
    session: true,
    body: transactionParameters,
    data: z.object({ transaction: transactionAnswer.extend({ imported: z.array(importedFrom).optional() }) }),
    problems: ['transaction_not_found'],
  },
  updateTransaction: {
    ...addresses.updateTransaction,
    kind: 'command',
    needs: 'view',
    summary: 'Changes a transaction; a field that is left out stays. A `receipt` of null takes the receipt off.',
    session: true,
    body: transactionUpdateInput,
    file: receipt,
    data: user,
    problems: [
      'account_not_found',
      'category_not_found',
      'transaction_not_found',
      'account_closed',
      'no_changes',
      'not_enough_balance',
      'amount_too_large',
    ],
  },
  deleteTransaction: {
    ...addresses.deleteTransaction,
    kind: 'command',
    needs: 'view',
    summary: 'Deletes a transaction and undoes its effect on the balance and the statistics.',
    session: true,
    body: transactionIdInput,
    data: user,
    problems: ['transaction_not_found', 'account_closed', 'amount_too_large'],
  },
} as const satisfies Record<string, Call>;
