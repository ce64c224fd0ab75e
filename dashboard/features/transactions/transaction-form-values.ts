import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { day, positiveAmount, smallAmount } from '../../../contract/fields.ts';
import { messages } from '../../../contract/messages.ts';
import { expenseInput, incomeInput } from '../../../contract/transaction-calls.ts';
import {
  DEFAULT_INCOME_CATEGORY,
  DEFAULT_WALLET,
  EXPENSE_CATEGORIES,
  INCOME_CATEGORIES,
} from '../../../ledger/model/constants.ts';
import { today } from '../../ui/day.ts';
import { parseAmount } from '../../ui/money.ts';
import { leftOf } from './parts.ts';

/** Call, categories and texts of the expense and the income form. */
export const kinds = {
  Expense: {
    command: 'createExpense',
    categories: ['', ...EXPENSE_CATEGORIES],
    save: 'Save expense',
    sending: 'Saving expense...',
    saved: 'Expense saved successfully!',
    failed: 'Failed to save expense. Please try again.',
  },
  Income: {
    command: 'createIncome',
    categories: [
      DEFAULT_INCOME_CATEGORY,
      ...INCOME_CATEGORIES.filter((category) => category !== DEFAULT_INCOME_CATEGORY),
    ],
    save: 'Save income',
    sending: 'Saving income...',
    saved: 'Income saved successfully!',
    failed: 'Failed to save income. Please try again.',
  },
} as const;

export type Kind = keyof typeof kinds;
export const KINDS = ['Expense', 'Income'] as const satisfies readonly Kind[];

/** The categories that a part of a split may have. */
export function partCategories(kind: Kind): readonly string[] {
  return kinds[kind].categories.filter((category) => category !== '');
}

/** An amount as it was typed, or as `parseAmount` has parsed it. */
type Amount = string | number | undefined;

/** A part of a split in the form. */
export type PartValues = { amount?: Amount; category: string; note: string };

/**
 * Values of the form fields. Only an expense has a wallet. `accountId` is undefined where there is only one account, and
 * `parts` is empty without a split.
 */
export type FormValues = {
  title: string;
  amount?: Amount;
  wallet?: string;
  category: string;
  date: string;
  accountId?: string | undefined;
  parts: PartValues[];
};

/** Field names in the order of the screen, which is the focus order for validation errors. */
export const FIELDS = [
  'title',
  'amount',
  'wallet',
  'category',
  'date',
  'accountId',
  'parts',
] as const satisfies readonly (keyof FormValues)[];

/** A form without parts is no split. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? undefined : value), schema);

type Split = { amount: number; parts?: readonly { amount: number }[] | undefined };
const addsUp = ({ amount, parts }: Split) => !parts || leftOf(amount, parts) === 0;
const partsError = { error: messages.partsDoNotAddUp, path: ['parts'] };

/**
 * The API defaults to today without a date. The form requires one, because an unreadable date must not become today.
 */
const requiredDate = { date: day(messages.dateRequired) };
type AmountSchema = typeof expenseInput.shape.amount;
const expenseSchemaWith = (amount: AmountSchema) =>
  expenseInput
    .extend({ ...requiredDate, amount, parts: unlessEmpty(expenseInput.shape.parts) })
    .refine(addsUp, partsError);
const incomeSchemaWith = (amount: AmountSchema) =>
  incomeInput
    .extend({ ...requiredDate, amount, parts: unlessEmpty(incomeInput.shape.parts) })
    .refine(addsUp, partsError);
const anyExpenseSchema = expenseSchemaWith(positiveAmount);
const incomeSchema = incomeSchemaWith(positiveAmount);

/** The known balance of an account, in whole units. */
type BalanceOf = (accountId: string | undefined) => number;

/** Schema of the expense form. Refuses a Cash amount above the known balance of the account. */
export function expenseSchema(balanceOf: BalanceOf) {
  return anyExpenseSchema.refine(
    ({ wallet, amount, accountId }) => wallet !== 'Cash' || amount <= balanceOf(accountId),
    { error: messages.notEnoughBalance, path: ['amount'] },
  );
}

/** Validated values, as create-expense and create-income take them. */
export type FormOutput = z.output<typeof anyExpenseSchema> | z.output<typeof incomeSchema>;

type FormResolver = Resolver<FormValues, unknown, FormOutput>;

/**
 * Resolver of a schema, with the amounts parsed; the form of an income has no wallet, though its values may. The casts are needed because fields hold any string where the schema accepts an
 * enumeration.
 */
function resolverOf(kind: Kind, schema: Parameters<typeof zodResolver>[0]): FormResolver {
  const resolver = zodResolver(schema) as unknown as Resolver<object, unknown, FormOutput>;
  return (({ amount, parts, wallet, ...values }: FormValues, context, options) => {
    const ofKind = kind === 'Expense' ? { ...values, wallet } : values;
    const parsed = parts.map((part) => ({ ...part, amount: parseAmount(part.amount) }));
    return resolver({ ...ofKind, amount: parseAmount(amount), parts: parsed }, context, options as never);
  }) as FormResolver;
}

/** Resolver with the schema of the contract for a new expense or income. */
export function resolverFor(kind: Kind, balanceOf: BalanceOf): FormResolver {
  return resolverOf(kind, kind === 'Expense' ? expenseSchema(balanceOf) : incomeSchema);
}

/**
 * Resolver for an edit. What Cash may be depends on what the entry was, which the API knows. An imported entry may have an
 * amount below that of others, which may stay (product 4.13).
 */
export function editResolverFor(kind: Kind, before: number): FormResolver {
  const schemaWith = kind === 'Expense' ? expenseSchemaWith : incomeSchemaWith;
  const resolver = resolverOf(kind, schemaWith(positiveAmount));
  const unchanged = resolverOf(kind, schemaWith(smallAmount));
  return (values, ...rest) =>
    parseAmount(values.amount) === before ? unchanged(values, ...rest) : resolver(values, ...rest);
}

/** Initial values: an expense of today. */
export function emptyForm(): FormValues {
  return { title: '', wallet: DEFAULT_WALLET, category: kinds.Expense.categories[0], date: today(), parts: [] };
}

/** What a create call takes for the values: a split has its categories in its parts. */
export function inputOf({ category, ...output }: FormOutput): FormOutput {
  return (output.parts ? output : { ...output, category }) as FormOutput;
}
