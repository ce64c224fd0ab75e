import { comparableText } from '#ledger/model/comparable-text.ts';
import type { Setter } from '#ledger/model/constants.ts';
import { type Cents, negated, safe, ZERO } from '#ledger/model/money.ts';
import type { Condition, Query } from './query.ts';

/** An entry as a query is asked of it. Accounts are `everyday` or ids; what has no value is null or empty. */
export type AskedEntry = {
  type: 'Expense' | 'Income' | 'Transfer';
  title: string | null;
  amount: Cents;
  date: string;
  accountId: string;
  toAccount: string | null;
  category: string | null;
  wallet: string | null;
  note: string | null;
  tags: readonly string[];
  hasReceipt: boolean;
  parts: readonly AskedPart[] | null;
  /** The texts and the counterparties of the rows of files that it comes from. */
  bankTexts: readonly string[];
  counterparties: readonly string[];
  isImported: boolean;
  isEdited: boolean;
  /** Who set its fields that have a value, in any order. */
  origins: readonly { by: Setter; ruleId?: string }[];
};
export type AskedPart = { amount: Cents; category: string; note?: string | undefined };

/**
 * What an entry counts in a query, in cents, signed: a split the parts for which the whole query holds, a transfer 0.
 * Null where the query doesn't find it (product 5.15).
 */
export function countedIn(query: Query, entry: AskedEntry): Cents | null {
  const parts = entry.parts ?? [null];
  const matching = parts.filter((part) => holds(query, entry, part));
  if (matching.length === 0) return null;
  if (entry.type === 'Transfer') return ZERO;
  const amount = matching.reduce((sum, part) => safe(sum + (part ?? entry).amount), ZERO);
  return entry.type === 'Expense' ? negated(amount) : amount;
}

function holds(query: Query, entry: AskedEntry, part: AskedPart | null): boolean {
  if ('all' in query) return query.all.every((each) => holds(each, entry, part));
  if ('any' in query) return query.any.some((each) => holds(each, entry, part));
  if ('not' in query) return !holds(query.not, entry, part);
  return meets(query, entry, part);
}

function meets(condition: Condition, entry: AskedEntry, part: AskedPart | null): boolean {
  switch (condition.is) {
    case 'text':
      return textsOf(condition.field, entry, part).some((text) => comparableText(text).includes(condition.text));
    case 'amount':
      return isWithin(entry.amount, condition) || (part !== null && isWithin(part.amount, condition));
    case 'date':
      return isWithin(entry.date, condition);
    case 'category': {
      if (condition.categories === null) return entry.type !== 'Transfer' && !part && entry.category === null;
      const category = part ? part.category : entry.category;
      return category !== null && condition.categories.includes(category);
    }
    case 'refund':
      return entry.type === 'Income' && condition.categories.includes((part ?? entry).category ?? '');
    case 'account':
      return [entry.accountId, entry.toAccount].some((id) => id !== null && condition.accounts.includes(id));
    case 'wallet':
      return entry.wallet === condition.wallet;
    case 'type':
      return entry.type === condition.type;
    case 'tag':
      return entry.tags.some((tag) => comparableText(tag) === condition.tag);
    case 'set by':
      return entry.origins.some(({ by }) => by === condition.setter);
    case 'set by rule':
      return entry.origins.some(({ ruleId }) => ruleId === condition.ruleId);
    case 'receipt':
      return entry.hasReceipt;
    case 'noted':
      return entry.note !== null || part?.note !== undefined;
    case 'tagged':
      return entry.tags.length > 0;
    case 'split':
      return entry.parts !== null;
    case 'imported':
      return entry.isImported;
    case 'edited':
      return entry.isEdited;
    default:
      return condition satisfies never;
  }
}

function textsOf(field: string, entry: AskedEntry, part: AskedPart | null): string[] {
  const notes = [entry.note, part?.note];
  const texts: Record<string, readonly (string | null | undefined)[]> = {
    all: [entry.title, ...notes, ...entry.bankTexts, ...entry.counterparties],
    title: [entry.title],
    note: notes,
    counterparty: entry.counterparties,
  };
  return (texts[field] ?? []).filter((text) => text != null);
}

function isWithin<Value extends string | number>(value: Value, { from, to }: { from: Value | null; to: Value | null }) {
  return (from === null || value >= from) && (to === null || value <= to);
}
