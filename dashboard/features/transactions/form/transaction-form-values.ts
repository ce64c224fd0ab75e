import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { dayField, positiveAmount, smallAmount } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import { expenseInput, incomeInput } from '#contract/transaction-calls.ts';
import { SALARY } from '#ledger/model/categories.ts';
import { DEFAULT_WALLET } from '#ledger/model/constants.ts';
import { categoryInputOf } from '../../../shared/categories/categories.ts';
import { today } from '../../../ui/day.ts';
import { field, typedAmount } from '../../../ui/form-schema.ts';
import { leftOf } from './parts.ts';
import { typedDescription } from './typed-tags.ts';

/** Call, first category and texts of the expense and the income form. */
export const kinds = {
  Expense: {
    command: 'createExpense',
    category: '',
    save: 'Save expense',
    sending: 'Saving expense...',
    saved: 'Expense saved successfully!',
    failed: 'Failed to save expense. Please try again.',
  },
  Income: {
    command: 'createIncome',
    category: SALARY,
    save: 'Save income',
    sending: 'Saving income...',
    saved: 'Income saved successfully!',
    failed: 'Failed to save income. Please try again.',
  },
} as const;

export type Kind = keyof typeof kinds;
export const KINDS = ['Expense', 'Income'] as const satisfies readonly Kind[];

type Split = { amount: number; parts?: readonly { amount: number }[] | undefined };
const addsUp = ({ amount, parts }: Split) => !parts || leftOf(amount, parts) === 0;
const partsError = { error: messages.partsDoNotAddUp, path: ['parts'] };

/** The parts of a split in the form; without any it is no split. */
const typedParts = z
  .array(z.object({ amount: typedAmount, category: z.string(), note: z.string() }))
  .transform((parts) =>
    parts.length === 0 ? undefined : parts.map(({ category, ...part }) => ({ ...part, ...categoryInputOf(category) })),
  );

/** The value of a category: which there are, the ledger says. */
const typedCategory = z.string().transform((value) => value || undefined);

type AmountSchema = typeof expenseInput.shape.amount;

/** The fields of an expense. `accountId` is undefined where there is only one account. */
function expenseSchemaWith(amount: AmountSchema) {
  const { wallet, accountId, parts } = expenseInput.shape;
  return expenseInput
    .extend({
      amount: field(typedAmount, amount),
      category: typedCategory,
      // The API defaults to today without a date. An unreadable date must not become today.
      date: dayField(messages.dateRequired),
      wallet: field(z.string().optional(), wallet),
      accountId: field(z.string().optional(), accountId),
      parts: field(typedParts, parts),
      ...typedDescription,
    })
    .refine(addsUp, partsError);
}

/** The fields of an income. It has no wallet, although the values of its form may have one. */
function incomeSchemaWith(amount: AmountSchema) {
  const { title, accountId, parts } = incomeInput.shape;
  return z
    .object({
      title,
      amount: field(typedAmount, amount),
      category: typedCategory,
      date: dayField(messages.dateRequired),
      accountId: field(z.string().optional(), accountId),
      parts: field(typedParts, parts),
      ...typedDescription,
    })
    .refine(addsUp, partsError);
}

const anyExpenseSchema = expenseSchemaWith(positiveAmount);
const incomeSchema = incomeSchemaWith(positiveAmount);
const changedExpenseSchema = expenseSchemaWith(smallAmount);
const changedIncomeSchema = incomeSchemaWith(smallAmount);

/** Values of the form fields. Only an expense has a wallet. */
export type TransactionFormValues = z.input<typeof anyExpenseSchema>;
/** Validated values, as create-expense and create-income take them. */
export type TransactionFormOutput = z.output<typeof anyExpenseSchema> | z.output<typeof incomeSchema>;

/** Field names in the order of the screen, which is the focus order for validation errors. */
export const TRANSACTION_FIELDS = [
  'title',
  'amount',
  'wallet',
  'category',
  'date',
  'accountId',
  'parts',
  'note',
  'tags',
] as const satisfies readonly (keyof TransactionFormValues)[];

/** The known balance of an account, in whole units. */
type BalanceOf = (accountId: string | undefined) => number;

/** Schema of the expense form. Refuses a Cash amount above the known balance of the account. */
export function expenseSchema(balanceOf: BalanceOf) {
  return anyExpenseSchema.refine(
    ({ wallet, amount, accountId }) => wallet !== 'Cash' || amount <= balanceOf(accountId),
    { error: messages.notEnoughBalance, path: ['amount'] },
  );
}

type FormResolver = Resolver<TransactionFormValues, unknown, TransactionFormOutput>;

/** Resolver for a new expense or income. */
export function resolverFor(kind: Kind, balanceOf: BalanceOf): FormResolver {
  return kind === 'Expense' ? zodResolver(expenseSchema(balanceOf)) : zodResolver(incomeSchema);
}

/** Resolver for an edit. The limit for Cash depends on the stored entry, which the API checks. */
export function editResolverFor(kind: Kind): FormResolver {
  return zodResolver(kind === 'Expense' ? changedExpenseSchema : changedIncomeSchema);
}

/** Initial values: an expense or an income of today. */
export function emptyForm(kind: Kind = 'Expense'): TransactionFormValues {
  return { title: '', wallet: DEFAULT_WALLET, category: kinds[kind].category, date: today(), parts: [] };
}

/** Input of a create call for the values: a split has its categories in its parts. */
export function transactionInput(output: TransactionFormOutput): TransactionFormOutput {
  return output.parts ? { ...output, category: undefined } : output;
}
