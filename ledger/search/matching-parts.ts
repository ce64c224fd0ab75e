import { comparableText } from '#ledger/model/comparable-text.ts';
import type { Setter } from '#ledger/model/constants.ts';
import { type Cents, negated, safe, ZERO } from '#ledger/model/money.ts';
import type { Condition, Query, SearchedField } from './query.ts';
import { isWholeIn } from './whole-words.ts';

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
 * The amount that an entry counts in a query, in cents, signed: a split the parts for which the whole query holds, a
 * transfer 0. Null if the query doesn't find it (product 5.15).
 */
export function countedIn(query: Query, entry: AskedEntry): Cents | null {
  const parts = entry.parts ?? [null];
  const matching = parts.filter((part) => holds(query, entry, part));
  if (matching.length === 0) return null;
  if (entry.type === 'Transfer') return ZERO;
  const amount = matching.reduce((sum, part) => safe(sum + (part ?? entry).amount), ZERO);
  return entry.type === 'Expense' ? negated(amount) : amount;
}

/**
 * Makes of a query a function that says whether it finds an entry: one that is not split, or a part of one that is,
 * meets all of it. To be asked of many entries.
 */
export function finderOf(query: Query): (entry: AskedEntry) => boolean {
  const isMet = askerOf(query);
  return (entry) => (entry.parts ? entry.parts.some((part) => isMet(entry, part)) : isMet(entry, null));
}

type Asker = (entry: AskedEntry, part: AskedPart | null) => boolean;

function askerOf(query: Query): Asker {
  if ('not' in query) {
    const isMet = askerOf(query.not);
    return (entry, part) => !isMet(entry, part);
  }
  if ('is' in query) return (entry, part) => meets(query, entry, part);
  // Loops, which take a third of the time that `every` and `some` do.
  const isAll = 'all' in query;
  const askers = (isAll ? query.all : query.any).map(askerOf);
  return (entry, part) => {
    for (const isMet of askers) if (isMet(entry, part) !== isAll) return !isAll;
    return isAll;
  };
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
      return hasText(condition.field, condition.isWhole ? isWholeIn : contains, condition.text, entry, part);
    case 'amount':
      return isWithin(entry.amount, condition) || (part !== null && isWithin(Math.abs(part.amount), condition));
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
      return comparableOf(entry).tags.includes(condition.tag);
    case 'set by':
      return entry.origins.some(({ by }) => by === condition.setter);
    case 'set by rule':
      return entry.origins.some(({ ruleId }) => ruleId === condition.ruleId);
    case 'made by':
      throw new Error('Only rows are asked which program made them.');
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

/** The comparable texts of an entry; null for none. */
type Comparable = {
  title: string | null;
  note: string | null;
  tags: readonly string[];
  bankTexts: readonly string[];
  counterparties: readonly string[];
};

/** Kept for the entry that was asked last, since rules ask many queries of one. */
let lastAsked: { entry: AskedEntry; comparable: Comparable } | null = null;

function comparableOf(entry: AskedEntry): Comparable {
  if (lastAsked?.entry === entry) return lastAsked.comparable;
  const { title, note, tags, bankTexts, counterparties } = entry;
  const comparable = {
    title: title && comparableText(title),
    note: note && comparableText(note),
    tags: tags.map(comparableText),
    bankTexts: bankTexts.map(comparableText),
    counterparties: counterparties.map(comparableText),
  };
  lastAsked = { entry, comparable };
  return comparable;
}

/** Whether a text stands in another, both comparable. */
type IsIn = (own: string, text: string) => boolean;
const contains: IsIn = (own, text) => own.includes(text);

function hasText(field: SearchedField, isIn: IsIn, text: string, entry: AskedEntry, part: AskedPart | null): boolean {
  const { title, note, bankTexts, counterparties } = comparableOf(entry);
  const has = (own: string | null) => own !== null && isIn(own, text);
  const ofPart = part?.note;
  switch (field) {
    case 'title':
      return has(title);
    case 'note':
      return has(note) || (ofPart !== undefined && isIn(comparableText(ofPart), text));
    case 'counterparty':
      return isInAny(counterparties, isIn, text);
    case 'all':
      return (
        has(title) ||
        isInAny(bankTexts, isIn, text) ||
        isInAny(counterparties, isIn, text) ||
        hasText('note', isIn, text, entry, part)
      );
    default:
      return field satisfies never;
  }
}

function isInAny(some: readonly string[], isIn: IsIn, text: string): boolean {
  for (const own of some) if (isIn(own, text)) return true;
  return false;
}

function isWithin<Value extends string | number>(value: Value, { from, to }: { from: Value | null; to: Value | null }) {
  return (from === null || value >= from) && (to === null || value <= to);
}
