import type { CallInput } from '#contract/calls.ts';
import type { Category } from '#contract/category-calls.ts';
import type { Transaction } from '#contract/transaction.ts';
import { DEFAULT_WALLET } from '#ledger/model/constants.ts';
import { categoryInputOf, valueOfCategory } from '../../../shared/categories/categories.ts';
import { typedText } from '../../../ui/typed-amount.ts';
import {
  type Kind,
  kinds,
  type TransactionFormOutput,
  type TransactionFormValues,
} from '../form/transaction-form-values.ts';
import { tagsText } from '../form/typed-tags.ts';

/** Form values of a transaction. Takes its account where the form has a field for it, and the currency's symbol. */
export function correctionValues(
  transaction: Transaction,
  accountId: string | undefined,
  currency: string,
  categories: readonly Category[],
): TransactionFormValues {
  const { title, amount, type, wallet, date, parts = [], note = '', tags } = transaction;
  return {
    title,
    amount: typedText(amount, currency),
    wallet: wallet ?? DEFAULT_WALLET,
    category: valueOfCategory(categories, transaction) || kinds[type].category,
    date,
    accountId,
    parts: parts.map((part) => ({
      amount: typedText(part.amount, currency),
      category: valueOfCategory(categories, { ...part, type }),
      note: part.note ?? '',
    })),
    note,
    tags: tagsText(tags),
  };
}

type Changes = Omit<CallInput<'updateTransaction'>, 'transactionId' | 'receipt'>;

/** Changed fields, as update-transaction takes them. Takes the initial account of the form, and all categories. */
export function changesOfTransaction(
  transaction: Transaction,
  accountId: string | undefined,
  kind: Kind,
  output: TransactionFormOutput,
  categories: readonly Category[],
): Changes {
  const { title, amount, date, parts } = output;
  const wallet = 'wallet' in output ? output.wallet : undefined;
  const typeChanged = kind !== transaction.type;
  const category = output.category ?? '';
  const changes: Changes = {};
  if (typeChanged) changes.type = kind;
  if (title !== transaction.title) changes.title = title;
  if (amount !== transaction.amount) changes.amount = amount;
  if (date !== transaction.date) changes.date = date;
  if (kind === 'Expense' && wallet !== undefined && wallet !== transaction.wallet) changes.wallet = wallet;
  if (output.accountId !== undefined && output.accountId !== accountId) changes.accountId = output.accountId;
  Object.assign(changes, describedChanges(transaction, output));
  if (parts) {
    if (typeChanged || !sameParts(parts, partsOf(transaction, categories))) changes.parts = parts;
    return changes;
  }
  if (transaction.parts) changes.parts = null;
  // The empty string takes it off, in JSON and in a form with a receipt.
  if (typeChanged || category !== valueOfCategory(categories, transaction))
    Object.assign(changes, categoryInputOf(category));
  return changes;
}

type Described = { note?: string | null | undefined; tags?: readonly string[] | null | undefined };

/** The changed note and tags: '' and [] take them off, in JSON and in a form with a receipt. */
export function describedChanges(before: Described, { note, tags }: Described): { note?: string; tags?: string[] } {
  return {
    ...(note !== undefined && (note ?? '') !== (before.note ?? '') && { note: note ?? '' }),
    ...(tags !== undefined && tagsText(tags ?? []) !== tagsText(before.tags ?? []) && { tags: [...(tags ?? [])] }),
  };
}

type SomePart = {
  amount: number;
  category?: string | undefined;
  categoryId?: string | undefined;
  note?: string | null | undefined;
};

/** The parts of a transaction as calls take them. */
function partsOf({ type, parts = [] }: Transaction, categories: readonly Category[]): SomePart[] {
  return parts.map(({ category, categoryId, ...part }) => ({
    ...part,
    ...categoryInputOf(valueOfCategory(categories, { type, category, categoryId })),
  }));
}

function sameParts(parts: readonly SomePart[], others: readonly SomePart[] = []): boolean {
  const textOf = (list: readonly SomePart[]) =>
    JSON.stringify(list.map(({ amount, category, categoryId, note }) => [amount, category, categoryId, note ?? null]));
  return textOf(parts) === textOf(others);
}
