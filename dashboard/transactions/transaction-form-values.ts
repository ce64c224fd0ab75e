import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { day } from '../../contract/fields.ts';
import { messages } from '../../contract/messages.ts';
import { expenseInput, incomeInput } from '../../contract/transaction.ts';
import { DEFAULT_WALLET } from '../../ledger/model/constants.ts';
import { today } from '../ui/day.ts';
import { type Kind, kinds } from './kinds.ts';

/** What stands in the form's fields; the amount as read from what was typed. Only an expense has a wallet. */
export type FormValues = {
  title: string;
  amount?: number | undefined;
  wallet?: string;
  category: string;
  date: string;
};

/** Their names, in their order on the screen. */
export const FIELDS = [
  'title',
  'amount',
  'wallet',
  'category',
  'date',
] as const satisfies readonly (keyof FormValues)[];

/** The form shows a date, so one that can't be read is refused instead of becoming today. */
const dated = { date: day(messages.dateRequired) };
const incomeSchema = incomeInput.extend(dated);

/** What an expense's form may send, by the balance as it is known here: Cash can't exceed it. */
export function expenseSchema(balance: number) {
  return expenseInput.extend(dated).refine(({ wallet, amount }) => wallet !== 'Cash' || amount <= balance, {
    error: messages.notEnoughBalance,
    path: ['amount'],
  });
}

/** What the form sends. */
export type FormOutput = z.output<ReturnType<typeof expenseSchema>> | z.output<typeof incomeSchema>;

/** Checks the fields by the contract's schema for this kind. */
export function resolverFor(kind: Kind, balance: number): Resolver<FormValues, unknown, FormOutput> {
  const resolver = kind === 'Expense' ? zodResolver(expenseSchema(balance)) : zodResolver(incomeSchema);
  // Fields hold texts where the schemas want one of the given words: finding that out is what the resolver is for.
  return resolver as unknown as Resolver<FormValues, unknown, FormOutput>;
}

/** An empty form. */
export function blank(): FormValues {
  return { title: '', wallet: DEFAULT_WALLET, category: kinds.Expense.categories[0], date: today() };
}
