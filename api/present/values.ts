import { BASE_PATH } from '#contract/addresses.ts';
import { wordsOfField } from '#contract/field-words.ts';
import { ruleText } from '#contract/schedule-texts.ts';
import { type PartOfEntry, PLAIN_FIELDS, type PlainField, type Transaction } from '#contract/transaction.ts';
import { accountIdOf } from '#ledger/ids.ts';
import type { Target } from '#ledger/model/budget.ts';
import { type Categories, isGiven, nameOfCategory } from '#ledger/model/categories.ts';
import type { Carry } from '#ledger/model/constants.ts';
import { type EntityKind, FIELDS, type Field, type Shape } from '#ledger/model/fields.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import type { RuleThen, RuleWhen } from '#ledger/model/rule.ts';
import type { Mark, Span } from '#ledger/model/schedule.ts';
import type { ScheduleRule } from '#ledger/model/schedule-rule.ts';
import type { Part } from '#ledger/model/state.ts';
import type { EntryRow } from '#projections/tables/entries.ts';
import { carryText, targetText } from './budget-texts.ts';
import { scheduleSpanText } from './schedule-texts.ts';
import { thenText } from './then-text.ts';

/** A ledger by whose accounts and categories values are shown. */
export type Shown = { ledgerId: string; categories: Categories };

/**
 * Converts a value of a field of a kind to the value that the API shows: amounts in whole units, categories by name,
 * null for no category. An account that something leaves out while it is there is Everyday.
 */
export function presentValue(
  { ledgerId, categories }: Shown,
  kind: EntityKind,
  field: string | null,
  value: unknown,
  isThere = true,
): unknown {
  const shape = shapeOf(kind, field);
  if (shape === 'account' && isThere) return accountIdOf(ledgerId, (value ?? undefined) as string | undefined);
  if (value === undefined || value === null) return null;
  if (shape === 'account') return accountIdOf(ledgerId, String(value));
  if (shape === 'amount') return amountOf(value as Cents);
  if (shape === 'image') return `${BASE_PATH}/files/${value}`;
  if (shape === 'category') return nameOfCategory(categories, String(value));
  if (shape === 'query') return (value as RuleWhen).text;
  if (shape === 'carry') return carryText(value as Carry);
  if (shape === 'target') return targetText(value as Target);
  if (shape === 'span') return scheduleSpanText(value as Span);
  if (shape === 'mark') return (value as Mark).as;
  if (shape === 'repeats') return ruleText(value as ScheduleRule);
  if (shape === 'post') return value === 'ask' ? 'asks' : 'by itself';
  if (shape === 'then') return thenText(value as RuleThen, categories);
  return shape === 'parts' ? presentParts(null, value as Part[], categories) : value;
}

function shapeOf(kind: EntityKind, field: string | null): Shape {
  if (field === null) return 'text';
  const fields: Record<string, Field> = FIELDS[kind];
  return fields[field]?.shape ?? wordsOfField(field).shape;
}

/**
 * Converts a category to the contract's: its name, and its id if the type and the name don't say it. `type` is null if
 * it isn't known.
 */
export function presentCategory(
  type: EntryRow['type'] | null,
  category: string | null,
  categories: Categories,
): { category: string | null; categoryId?: string } {
  if (category === null) return { category };
  const { name, kind } = categories.get(category) ?? { name: category, kind: null };
  const isSaid = isGiven(category) && (type === null || type === kind);
  return { category: name, ...(!isSaid && { categoryId: category }) };
}

/** Converts the parts of a split of a transaction of a type to the contract's. */
export function presentParts(
  type: EntryRow['type'] | null,
  parts: readonly Part[],
  categories: Categories,
): PartOfEntry[] {
  return parts.map(({ amount, category, note }) => ({
    amount: amountOf(amount),
    ...(presentCategory(type, category, categories) as Pick<PartOfEntry, 'category' | 'categoryId'>),
    note: note ?? null,
  }));
}

/** No value of those below is a category. */
const NONE: Categories = new Map();

/** The values of an entry for which answers have no rules of their own, by their names in calls. */
export function presentPlain(row: EntryRow & Record<PlainField, unknown>): Pick<Transaction, PlainName> {
  const values = PLAIN_FIELDS.map((field) => [
    wordsOfField(field).name,
    presentValue({ ledgerId: row.ledgerId, categories: NONE }, 'transaction', field, row[field]),
  ]);
  return Object.fromEntries(values) as Pick<Transaction, PlainName>;
}
type PlainName = Exclude<
  keyof Transaction,
  | '_id'
  | 'type'
  | 'title'
  | 'amount'
  | 'category'
  | 'categoryId'
  | 'date'
  | 'createdAt'
  | 'account'
  | 'parts'
  | 'note'
  | 'tags'
  | 'changedAt'
>;
