import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { day } from '../../../contract/fields.ts';
import { messages } from '../../../contract/messages.ts';
import { expenseInput, incomeInput } from '../../../contract/transaction-calls.ts';
import {
  DEFAULT_INCOME_CATEGORY,
  DEFAULT_WALLET,
  EXPENSE_CATEGORIES,
  INCOME_CATEGORIES,
} from '../../../ledger/model/constants.ts';
import { today } from '../../ui/day.ts';

/** Call, categories and texts of the expense and the income form. */
export const kinds = {
  Expense: {
    command: 'createExpense',
    categories: ['', ...EXPENSE_CATEGORIES],
    save: 'Save expense',
    saving: 'Saving expense...',
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
    saving: 'Saving income...',
    saved: 'Income saved successfully!',
    failed: 'Failed to save income. Please try again.',
  },
} as const;

export type Kind = keyof typeof kinds;
export const KINDS = ['Expense', 'Income'] as const satisfies readonly Kind[];

/** Converts the value of a tab to a kind. */
export function kindOf(name: string): Kind {
  return name === 'Income' ? 'Income' : 'Expense';
}

/** Values of the form fields. `amount` is parsed by `parseAmount`. Only an expense has a wallet. */
export type FormValues = {
  title: string;
  amount?: number | undefined;
  wallet?: string;
  category: string;
  date: string;
};

/** Field names in the order of the screen, which is the focus order for validation errors. */
export const FIELDS = [
  'title',
  'amount',
  'wallet',
  'category',
  'date',
] as const satisfies readonly (keyof FormValues)[];

/**
 * The API defaults to today without a date. The form requires one, because an unreadable date must not become today.
 */
const requiredDate = { date: day(messages.dateRequired) };
const incomeSchema = incomeInput.extend(requiredDate);

/** Schema of the expense form. Refuses a Cash amount above the known balance, in whole units. */
export function expenseSchema(balance: number) {
  return expenseInput.extend(requiredDate).refine(({ wallet, amount }) => wallet !== 'Cash' || amount <= balance, {
    error: messages.notEnoughBalance,
    path: ['amount'],
  });
}

/** Validated values, as create-expense and create-income take them. */
export type FormOutput = z.output<ReturnType<typeof expenseSchema>> | z.output<typeof incomeSchema>;

/** Resolver with the schema of the contract for an expense or an income. */
export function resolverFor(kind: Kind, balance: number): Resolver<FormValues, unknown, FormOutput> {
  const resolver = kind === 'Expense' ? zodResolver(expenseSchema(balance)) : zodResolver(incomeSchema);
  // The cast is needed because fields hold any string where the schemas accept an enumeration.
  return resolver as unknown as Resolver<FormValues, unknown, FormOutput>;
}

/** Initial values: an expense of today. */
export function emptyForm(): FormValues {
  return { title: '', wallet: DEFAULT_WALLET, category: kinds.Expense.categories[0], date: today() };
}
