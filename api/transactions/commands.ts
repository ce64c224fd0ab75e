import { SALARY } from '#ledger/model/categories.ts';
import type { Whole } from '#ledger/model/fields.ts';
import { exactCents } from '#ledger/model/money.ts';
import { unlessEveryday } from '#ledger/model/state.ts';
import type { TransactionCommand } from '#ledger/transactions/commands.ts';
import { categoryOfInput, partsIn } from '../commands/category-in.ts';
import type { Builders } from '../commands/command-call.ts';
import type { StoredReceipt } from '../files/store-upload.ts';
import type { RouteInput } from '../http/register-route.ts';

/** A command that records a transaction, with each field that its input gives. */
type Recording<Type extends TransactionCommand['type']> = Whole<
  Omit<Extract<TransactionCommand, { type: Type }>, 'imported' | 'set' | 'madeBy' | keyof StoredReceipt>
>;

/** An income without a category is Salary (product 4.6). */
export function withSalary(input: RouteInput<'createIncome'>): RouteInput<'createIncome'> {
  const { category = input.parts || input.categoryId ? undefined : SALARY } = input;
  return { ...input, ...(category && { category }) };
}

/** The commands of /transaction/*, without receipts. */
export const transactionBuilders = {
  createExpense: (input, context) =>
    ({
      type: 'RecordExpense',
      transactionId: context.newId('transaction'),
      title: input.title,
      amount: exactCents(input.amount),
      category: categoryOfInput(input),
      date: input.date ?? context.today,
      wallet: input.wallet,
      accountId: unlessEveryday(context.account(input.accountId)),
      parts: input.parts && partsIn(input.parts),
      note: input.note ?? undefined,
      tags: input.tags ?? undefined,
    }) satisfies Recording<'RecordExpense'>,

  createIncome: (given, context) => {
    const input = withSalary(given);
    return {
      type: 'RecordIncome',
      transactionId: context.newId('transaction'),
      title: input.title,
      amount: exactCents(input.amount),
      isRefund: false,
      category: categoryOfInput(input),
      date: input.date ?? context.today,
      accountId: unlessEveryday(context.account(input.accountId)),
      parts: input.parts && partsIn(input.parts),
      note: input.note ?? undefined,
      tags: input.tags ?? undefined,
    } satisfies Recording<'RecordIncome'>;
  },

  updateTransaction: (input, context) => {
    const { transactionId, accountId, amount, receipt, parts, category, categoryId, ...edit } = input;
    return {
      type: 'ChangeTransaction' as const,
      transactionId,
      accountId: context.account(accountId),
      edit: {
        ...edit,
        category: category === null ? null : categoryOfInput({ category, categoryId }),
        amount: amount === undefined ? undefined : exactCents(amount),
        parts: parts && partsIn(parts),
        receiptId: receipt === null ? null : undefined,
      },
    };
  },

  deleteTransaction: ({ transactionId }) => ({ type: 'DeleteTransaction', transactionId }),
} satisfies Builders<'createExpense' | 'createIncome' | 'updateTransaction' | 'deleteTransaction'>;
