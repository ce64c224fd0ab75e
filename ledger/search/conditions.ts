import { GIVEN_NAMES } from '#ledger/model/categories.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { SETTERS, WALLETS } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import { type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { writtenAmount } from '#ledger/model/written-amount.ts';
import { DAY_WORDS, type DaySpan, daysOf } from './days.ts';
import { accountsByName, categoriesByName } from './names.ts';
import { nearest } from './nearest.ts';
import type { Condition, Query, QueryNames, SearchedField } from './query.ts';

/** The marks between a field and its value. */
export type Operator = ':' | '<' | '<=' | '>' | '>=';

/** A value as written, without its quotes; quoted ones are texts only, whole ones those with `=` before the quote. */
export type ConditionValue = { text: string; isQuoted: boolean; isWhole?: boolean };

/** A condition, or why there is none, in plain words: of many problems few are shown, and a near name takes time. */
type Read = Condition | { problem: () => string };

const TYPES = ['Expense', 'Income', 'Transfer'];
const HAS = { receipt: 'receipt', note: 'noted', tags: 'tagged' } as const;
const IS = { split: 'split', imported: 'imported', edited: 'edited', refund: 'refund' } as const;

/** The values of the fields that have few, the same for everybody. */
export const FIELD_VALUES = {
  category: GIVEN_NAMES,
  wallet: WALLETS,
  type: TYPES.map(comparableText),
  date: DAY_WORDS,
  has: Object.keys(HAS),
  is: Object.keys(IS),
  by: [...SETTERS, 'token'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** How the value of each field is read. */
const READERS: Readonly<Record<string, (value: ConditionValue, operator: Operator, names: QueryNames) => Read>> = {
  title: (value) => textOf('title', value),
  note: (value) => textOf('note', value),
  counterparty: (value) => textOf('counterparty', value),
  amount: (value, operator) => amountOf(value, operator),
  date: (value, operator, names) => dateOf(value, operator, names),
  category: (value, _, names) => categoryOf(value, names),
  account: (value, _, names) => {
    const same = accountsByName(names).get(comparableText(value.text));
    if (same) return { is: 'account', accounts: same };
    return unknown('account', value, () => names.accounts.map(({ name }) => name));
  },
  wallet: (value) => among('wallet', value, WALLETS, (wallet) => ({ is: 'wallet', wallet })),
  type: (value) => among('type', value, TYPES, (type) => ({ is: 'type', type })),
  tag: ({ text }) => ({ is: 'tag', tag: comparableText(text) }),
  has: (value) => among('has', value, Object.keys(HAS) as (keyof typeof HAS)[], (what) => ({ is: HAS[what] })),
  is: (value, _, { categories }) =>
    among('is', value, Object.keys(IS) as (keyof typeof IS)[], (what) =>
      what === 'refund' ? { is: what, categories: expensesIn(categories) } : { is: IS[what] },
    ),
  by: (value) =>
    TOKEN.test(value.text)
      ? { is: 'made by', actor: value.text.trim() }
      : among('by', value, BY, (by) => (isMaker(by) ? { is: 'made by', actor: by } : { is: 'set by', setter: by })),
  rule: ({ text }) =>
    UUID.test(text)
      ? { is: 'set by rule', ruleId: text.toLowerCase() }
      : { problem: () => `'${text}' is no id of a rule, such as its page has` },
};

/** Who can have made a change-set beside a named program: any program, the user, or a schedule by itself. */
const MAKERS = ['token', 'user', 'schedule'] as const;
const isMaker = (by: string): by is (typeof MAKERS)[number] => (MAKERS as readonly string[]).includes(by);
/** Who can have set a field, or made a change-set. */
const BY = [...SETTERS, ...MAKERS] as const;
/** A program by its name. */
const TOKEN = /^\s*token\s+\S/i;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The fields that a query can ask for. */
export const QUERY_FIELDS = Object.keys(READERS);

/** The field of a name, which is compared like a text, or null if there is none. */
export function fieldOfCondition(name: string): string | null {
  return QUERY_FIELDS.find((field) => isSame(field, name)) ?? null;
}

/** The fields whose values can be compared with `<` and `>`. */
const COMPARED = ['amount', 'date'];

/** The condition of a field and its value. */
export function conditionOf(field: string, operator: Operator, value: ConditionValue, names: QueryNames): Read {
  if (comparableText(value.text) === '') return { problem: () => `Say what ${field}${operator} is to find` };
  if (operator !== ':' && !COMPARED.includes(field)) {
    return { problem: () => `Only amount and date can be compared with ${operator}; write ${field}:` };
  }
  return READERS[field]?.(value, operator, names) ?? { problem: () => `There is no field ${field}` };
}

/** A sign before an amount, and the currency before or behind it, as statements have them. */
const BESIDE_AMOUNT = /^[-+−]?\p{Sc}?\s?[-+−]?|\s?\p{Sc}$/gu;

/** The message for a pattern between slashes. */
export const PATTERN_PROBLEM = 'Patterns are not searched for; write =word for a whole word, or "/.../" for this text';
/** A pattern between slashes. */
const PATTERN = /^\/.+\/[a-z]*$/s;

/**
 * The query of a word: its text in any field, of a number also the amount; of a word behind `=` the whole word. Null if
 * it has no letter or sign.
 */
export function wordOf(text: string): Query | { problem: () => string } | null {
  if (PATTERN.test(text) || WHOLE.test(text)) return textOf('all', { text, isQuoted: false });
  const phrase = phraseOf(text);
  const amount = writtenAmount(comparableText(text).replace(BESIDE_AMOUNT, ''));
  if (!phrase || !amount) return phrase;
  const from = centsOf(amount.cents);
  return { any: [phrase, { is: 'amount', from, to: amount.hasDecimals ? from : ((from + 99) as Cents) }] };
}

/** The query of a quoted phrase, or null if it is empty. */
export function phraseOf(text: string): Query | null {
  const comparable = comparableText(text);
  return comparable === '' ? null : { is: 'text', field: 'all', text: comparable, isWhole: false };
}

const isSame = (one: string, other: string) => comparableText(one) === comparableText(other);

/** A word or phrase that is to be found as a whole. */
const WHOLE = /^=(.+)$/s;

/** The condition that a field has a text, anywhere or as a whole word. */
export function textOf(field: SearchedField, { text, isQuoted, isWhole: isSaid = false }: ConditionValue): Read {
  if (!isQuoted && PATTERN.test(text)) {
    return { problem: () => PATTERN_PROBLEM };
  }
  const whole = isQuoted ? undefined : WHOLE.exec(text)?.[1];
  const comparable = comparableText(whole ?? text);
  if (comparable === '') return { problem: () => 'There is no word behind this =; write it like =rent' };
  return { is: 'text', field, text: comparable, isWhole: isSaid || whole !== undefined };
}

function among<Choice extends string>(
  field: string,
  value: ConditionValue,
  choices: readonly Choice[],
  read: (choice: Choice) => Condition,
): Read {
  const choice = choices.find((each) => isSame(each, value.text));
  return choice === undefined ? unknown(field, value, () => choices) : read(choice);
}

function unknown(field: string, { text }: ConditionValue, known: () => readonly string[]): { problem: () => string } {
  const named = (value: string) => (isFieldOfWords(field) ? `${field}:${value}` : `${field} '${value}'`);
  return {
    problem: () => {
      const near = nearest(text, known());
      return `There is no ${named(text)}${near === null ? '' : `; did you mean ${named(near)}?`}`;
    },
  };
}

/** Whether the values of a field are fixed words, as in `has:note`. */
const isFieldOfWords = (field: string) => ['has', 'is', 'by'].includes(field);

const expensesIn = (categories: QueryNames['categories']) =>
  categories.filter(({ kind }) => kind === 'Expense').map(({ id }) => id);

/** The categories of a name, of both kinds, and those below them. */
function categoryOf(value: ConditionValue, names: QueryNames): Read {
  const { categories } = names;
  if (value.text === '-' && !value.isQuoted) return { is: 'category', categories: null };
  const same = categoriesByName(names).get(comparableText(value.text));
  if (!same) return unknown('category', value, () => [...new Set(categories.map(({ name }) => name))]);
  const below = categories.filter(({ parent }) => parent !== undefined && same.includes(parent)).map(({ id }) => id);
  return { is: 'category', categories: [...new Set([...same, ...below])] };
}

/** The parts of a value around its first `..`, or null if there is none. */
function endsOf(text: string): [string, string] | null {
  const at = text.indexOf('..');
  return at < 0 ? null : [text.slice(0, at), text.slice(at + 2)];
}

/** Cents of any size; more than any entry can have are all the same. */
function centsOf(cents: bigint): Cents {
  return Number(cents > LARGEST_AMOUNT ? BigInt(LARGEST_AMOUNT) + 1n : cents) as Cents;
}

function amountOf({ text, isQuoted }: ConditionValue, operator: Operator): Read {
  const notAnAmount = { problem: () => `'${text}' is no amount; write it like 4.20, or two of them like 20..50` };
  if (isQuoted) return { problem: () => 'Write the amount without quotes' };
  const ends = operator === ':' ? endsOf(comparableText(text)) : null;
  const amounts = (ends ?? [comparableText(text)]).map((end) => (end === '' ? null : writtenAmount(end)));
  const [first, last = first] = amounts.map((amount) => (amount ? centsOf(amount.cents) : null));
  if (!ends) {
    if (first === null || first === undefined) return notAnAmount;
    const from = operator === '>' ? first + 1 : operator === ':' || operator === '>=' ? first : null;
    const to = operator === '<' ? first - 1 : operator === ':' || operator === '<=' ? first : null;
    return { is: 'amount', from: from as Cents | null, to: to as Cents | null };
  }
  if (ends.every((end) => end === '') || ends.some((end, index) => end !== '' && !amounts[index])) return notAnAmount;
  const [from = null, to = null] = [first, last];
  if (from !== null && to !== null && from > to)
    return { problem: () => 'The range is backwards: the smaller amount is first' };
  return { is: 'amount', from, to };
}

function notADate(text: string): string {
  const near = /\d/.test(text) ? null : nearest(text, DAY_WORDS);
  return `'${text}' is no date; write it like 2026, 2026-03, 2026-03-05 or ${near ?? 'last-month'}`;
}

function dateOf({ text, isQuoted }: ConditionValue, operator: Operator, { today, calendar }: QueryNames): Read {
  const words = comparableText(text);
  if (isQuoted) return { problem: () => 'Write the date without quotes' };
  const ends = operator === ':' ? endsOf(words) : null;
  const spans = (ends ?? [words]).map((end) => (end === '' ? null : daysOf(end, today, calendar)));
  if ((ends ?? [words]).some((end, index) => end !== '' && !spans[index]) || spans.every((span) => span === null)) {
    return { problem: () => notADate(text) };
  }
  const [first = null, last = first] = spans;
  if (ends) {
    const [from, to] = [first?.from ?? null, last?.to ?? null];
    const isBackwards = from !== null && to !== null && from > to;
    return isBackwards
      ? { problem: () => 'The range is backwards: the earlier date is first' }
      : { is: 'date', from, to };
  }
  return { is: 'date', ...compared(first as DaySpan, operator) };
}

/** The days that compare so with all days of a span; null at an open end. */
function compared({ from, to }: DaySpan, operator: Operator): { from: string | null; to: string | null } {
  switch (operator) {
    case ':':
      return { from, to };
    case '>=':
      return { from, to: null };
    case '<=':
      return { from: null, to };
    case '>':
      return { from: shifted(to, 1), to: null };
    case '<':
      return { from: null, to: shifted(from, -1) };
    default:
      return operator satisfies never;
  }
}
