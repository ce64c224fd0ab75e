import { BASE_PATH } from '#contract/addresses.ts';
import { wordsOfField } from '#contract/field-words.ts';
import { type PartOfEntry, PLAIN_FIELDS, type PlainField, type Transaction } from '#contract/transaction.ts';
import { accountIdOf } from '#ledger/ids.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import type { Part } from '#ledger/model/state.ts';
import type { EntryRow } from '#projections/tables/entries.ts';

/**
 * Converts a value of a field to the one that the API shows: amounts in whole units, null where there is none. An
 * account that something leaves out while it is there is Everyday.
 */
export function presentValue(ledgerId: string, field: string | null, value: unknown, isThere = true): unknown {
  const { shape } = field === null ? { shape: 'text' } : wordsOfField(field);
  if (shape === 'account' && isThere) return accountIdOf(ledgerId, (value ?? undefined) as string | undefined);
  if (value === undefined || value === null) return null;
  if (shape === 'account') return accountIdOf(ledgerId, String(value));
  if (shape === 'amount') return amountOf(value as Cents);
  if (shape === 'image') return `${BASE_PATH}/files/${value}`;
  return shape === 'parts' ? presentParts(value as Part[]) : value;
}

/** Converts the parts of a split to the contract's. */
export function presentParts(parts: readonly Part[]): PartOfEntry[] {
  return parts.map(({ amount, category, note }) => ({ amount: amountOf(amount), category, note: note ?? null }));
}

/** The values of an entry for which answers have no rules of their own, by their names in calls. */
export function presentPlain(row: EntryRow & Record<PlainField, unknown>): Pick<Transaction, PlainName> {
  const values = PLAIN_FIELDS.map((field) => [wordsOfField(field).name, presentValue(row.ledgerId, field, row[field])]);
  return Object.fromEntries(values) as Pick<Transaction, PlainName>;
}
type PlainName = Exclude<
  keyof Transaction,
  | '_id'
  | 'type'
  | 'title'
  | 'amount'
  | 'category'
  | 'date'
  | 'createdAt'
  | 'account'
  | 'parts'
  | 'note'
  | 'tags'
  | 'changedAt'
>;
