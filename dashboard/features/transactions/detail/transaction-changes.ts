import type { CallInput } from '#contract/calls.ts';
import type { Transaction } from '#contract/transaction.ts';
import { DEFAULT_WALLET } from '#ledger/model/constants.ts';
import { typedText } from '../../../ui/money.ts';
import { type FormOutput, type FormValues, type Kind, kinds } from '../form/transaction-form-values.ts';
import { tagsText } from '../form/typed-tags.ts';

/** Form values of a transaction. Takes its account where the form has a field for it, and the currency's symbol. */
export function formValuesOf(transaction: Transaction, accountId: string | undefined, currency: string): FormValues {
  const { title, amount, type, wallet, category, date, parts = [], note = '', tags } = transaction;
  return {
    title,
    amount: typedText(amount, currency),
    wallet: wallet ?? DEFAULT_WALLET,
    category: category ?? kinds[type].categories[0],
    date,
    accountId,
    parts: parts.map((part) => ({ ...part, amount: typedText(part.amount, currency), note: part.note ?? '' })),
    note,
    tags: tagsText(tags),
  };
}

type Changes = Omit<CallInput<'updateTransaction'>, 'transactionId' | 'receipt'>;

/** Changed fields, as update-transaction takes them. Takes the initial account of the form. */
export function changesOf(
  transaction: Transaction,
  accountId: string | undefined,
  kind: Kind,
  output: FormOutput,
): Changes {
  const { title, amount, date, parts } = output;
  const wallet = 'wallet' in output ? output.wallet : undefined;
  const typeChanged = kind !== transaction.type;
  const category = output.category ?? null;
  const changes: Changes = {};
  if (typeChanged) changes.type = kind;
  if (title !== transaction.title) changes.title = title;
  if (amount !== transaction.amount) changes.amount = amount;
  if (date !== transaction.date) changes.date = date;
  if (kind === 'Expense' && wallet !== undefined && wallet !== transaction.wallet) changes.wallet = wallet;
  if (output.accountId !== undefined && output.accountId !== accountId) changes.accountId = output.accountId;
  Object.assign(changes, describedChanges(transaction, output));
  if (parts) {
    if (typeChanged || !sameParts(parts as SomePart[], transaction.parts)) changes.parts = parts;
    return changes;
  }
  if (transaction.parts) changes.parts = null;
  // The empty string takes it off, in JSON and in a form with a receipt.
  if (typeChanged || category !== transaction.category) changes.category = category ?? '';
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

type SomePart = { amount: number; category: string; note?: string | null | undefined };

function sameParts(parts: readonly SomePart[], others: readonly SomePart[] = []): boolean {
  const textOf = (list: readonly SomePart[]) =>
    JSON.stringify(list.map(({ amount, category, note }) => [amount, category, note ?? null]));
  return textOf(parts) === textOf(others);
}
