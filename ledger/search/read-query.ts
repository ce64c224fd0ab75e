import {
  type ConditionValue,
  conditionOf,
  fieldOfCondition,
  type Operator,
  PATTERN_PROBLEM,
  phraseOf,
  QUERY_FIELDS,
  textOf,
  wordOf,
} from './conditions.ts';
import { nearest } from './nearest.ts';
import { EVERYTHING, QUERY_MAX, QUERY_TERMS_MAX, type Query, type QueryNames, type QueryProblem } from './query.ts';

/** How long a query may be, in UTF-16 units, and how many words, phrases and conditions it may have. */
export type QueryLimits = { charactersMax: number; termsMax: number };
const QUERY_LIMITS: QueryLimits = { charactersMax: QUERY_MAX, termsMax: QUERY_TERMS_MAX };

/** Reads a query. Gives the problem of its first wrong character where it isn't understood (product 5.15). */
export function readQuery(
  text: string,
  names: QueryNames,
  limits = QUERY_LIMITS,
): { query: Query } | { problem: QueryProblem } {
  const { query, problem } = readWithTerms(text, names, limits);
  return problem ? { problem } : { query };
}

/** A term or a bracket, in no other, with the `-` or `not` before it: its place in UTF-16 units, and what it asks. */
export type Term = { from: number; to: number; query: Query };

/** A value behind a field, without its quotes, and its place with them, in UTF-16 units. */
export type ValueOfField = { field: string; text: string; from: number; to: number };

/**
 * A query with the terms of each of its alternatives, between which `or` stands, and all values behind fields. Without
 * a problem it is clear.
 */
export type ReadQuery = {
  query: Query;
  alternatives: readonly (readonly Term[])[];
  values: readonly ValueOfField[];
  problem: QueryProblem | null;
};

/**
 * Reads a query with its terms. Where it isn't understood, the terms are what could be read of it, and what couldn't be
 * asks for everything.
 */
export function readWithTerms(text: string, names: QueryNames, limits = QUERY_LIMITS): ReadQuery {
  const { charactersMax: most } = limits;
  if (text.length > most) {
    const problem = { message: `A search can't be longer than ${most} characters`, at: most };
    return { query: EVERYTHING, alternatives: [], values: [], problem };
  }
  const reader = new Reader(text, names, limits.termsMax);
  const query = reader.read();
  return { query, alternatives: reader.alternatives, values: reader.values, problem: reader.problem() };
}

/** The characters that end a term. */
export const ENDS = /[\s()"]/;
export const FIELD = /^(\p{L}+)(:|<=|>=|<|>)/u;
/** An amount below 0 with cents, as in `-12.50` and `-$1,250.00`. */
const SPENT = /^-\p{Sc}?\d[\d.,]*[.,]\d{2}\p{Sc}?$/u;
/** An amount in several words, as statements have it: `12,50 €`, `€ 12.50`, `-1 250,00 €`. */
const SPACED_AMOUNT = new RegExp(
  '^(?:[-+−]?\\d[\\d.,]*\\s\\p{Sc}|[-+−]?\\p{Sc}\\s\\d[\\d.,]*|' +
    '[-+−]?\\p{Sc}?\\d{1,3}(?:\\s\\d{3})+[.,]\\d{2}(?:\\s?\\p{Sc})?)(?=[\\s()"]|$)',
  'u',
);
/** A character that ends a term, or that only patterns have. */
const OF_PATTERNS = /[\s()[\]{}|\\^$*+?]/;
/** Names that somebody may try for a field that has other letters. */
const FIELD_SYNONYMS = new Map(
  Object.entries({
    date: ['year', 'month', 'week', 'day', 'from', 'since', 'until', 'to', 'before', 'after', 'on', 'between'],
    amount: ['price', 'sum', 'value', 'over', 'under', 'cost', 'total'],
    category: ['cat', 'in'],
    wallet: ['paid', 'method', 'payment'],
    title: ['name', 'payee', 'description', 'desc', 'merchant'],
    note: ['memo', 'comment', 'text'],
  }).flatMap(([field, synonyms]) => synonyms.map((synonym) => [synonym, field] as const)),
);
const NOTHING = 'There is nothing to look for in this';
/** The characters that can't be stored, so that no entry has it: NUL, and half of a character. */
const UNREADABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Whether a query is a pattern between slashes with spaces or brackets, which end a term. */
function isWholePattern(query: string): boolean {
  return query.startsWith('/') && /^\/[a-z]{0,8}$/.test(query.slice(query.lastIndexOf('/'))) && OF_PATTERNS.test(query);
}

/** Reads on after a problem, so that the first of several is known: an open bracket is seen last. */
class Reader {
  readonly #text: string;
  readonly #names: QueryNames;
  readonly #termsMax: number;
  #at = 0;
  #terms = 0;
  /** The brackets that are open here. */
  #depth = 0;
  readonly #problems: { message: string | (() => string); at: number }[] = [];
  readonly alternatives: Term[][] = [];
  readonly values: ValueOfField[] = [];

  constructor(text: string, names: QueryNames, termsMax: number) {
    this.#text = text;
    this.#names = names;
    this.#termsMax = termsMax;
    const unreadable = text.search(UNREADABLE);
    if (unreadable >= 0) this.#refuse(unreadable, "This character can't be searched for");
    if (isWholePattern(text.trim())) this.#refuse(text.indexOf('/'), PATTERN_PROBLEM);
  }

  read(): Query {
    this.#skipSpace();
    if (this.#at === this.#text.length) return EVERYTHING;
    const alternatives = [this.#any()];
    while (this.#text[this.#at] === ')') {
      this.#refuse(this.#at, 'This bracket closes nothing');
      this.#at += 1;
      this.#skipSpace();
      if (this.#at < this.#text.length && this.#text[this.#at] !== ')') alternatives.push(this.#any());
    }
    return anyOf(alternatives);
  }

  #any(): Query {
    const alternatives = [this.#all()];
    while (this.#takeWord('or')) alternatives.push(this.#all());
    return anyOf(alternatives);
  }

  #all(): Query {
    const terms = [this.#negatable()];
    while (this.#takeWord('and') || this.#isTermNext()) terms.push(this.#negatable());
    if (this.#depth === 0) this.alternatives.push(terms);
    const queries = terms.map(({ query }) => query);
    return queries.length === 1 ? (queries[0] as Query) : { all: queries };
  }

  /** A term, a bracket, or one of them with `-` or `not` before it. */
  #negatable(): Term {
    const from = this.#at;
    let isNegated = false;
    for (;;) {
      if (this.#takeWord('not')) isNegated = !isNegated;
      else if (this.#takeMinus()) isNegated = !isNegated;
      else break;
    }
    const query = this.#primary();
    const to = from + this.#text.slice(from, this.#at).trimEnd().length;
    return { from, to, query: isNegated ? { not: query } : query };
  }

  #primary(): Query {
    if (!this.#isTermNext()) {
      this.#refuse(this.#at, 'Something to look for is missing here');
      return EVERYTHING;
    }
    const at = this.#at;
    if (this.#text[at] === '(') {
      this.#at += 1;
      this.#skipSpace();
      this.#depth += 1;
      const query = this.#any();
      this.#depth -= 1;
      if (this.#text[this.#at] === ')') this.#at += 1;
      else this.#refuse(at, 'This bracket stays open');
      this.#skipSpace();
      return query;
    }
    this.#terms += 1;
    if (this.#terms === this.#termsMax + 1) {
      this.#refuse(at, `A search can't have more than ${this.#termsMax} words and conditions`);
    }
    const query = this.#term();
    this.#skipSpace();
    return query;
  }

  /** A word, a phrase or a condition. */
  #term(): Query {
    const at = this.#at;
    if (this.#text[at] === '"') return phraseOf(this.#quoted()) ?? this.#nothingIn(at);
    if (this.#text.startsWith('="', at)) return this.#understood(at, textOf('all', this.#value()));
    const [head, name = '', operator = ':'] = FIELD.exec(this.#text.slice(at)) ?? [];
    if (head !== undefined) return this.#condition(name, operator as Operator, head.length);
    const word = this.#spacedAmount() || this.#unquoted();
    const tag = /^#(.+)$/su.exec(word)?.[1];
    if (word === '#') return this.#refused(at, 'There is no tag behind this #; write it like #lunch');
    if (tag !== undefined) return this.#checked(at, 'tag', ':', { text: tag, isQuoted: false });
    return this.#understood(at, wordOf(word) ?? { problem: () => NOTHING });
  }

  #condition(name: string, operator: Operator, length: number): Query {
    const at = this.#at;
    this.#at += length;
    const valueAt = this.#at;
    const value = this.#value();
    const field = fieldOfCondition(name);
    if (field !== null) this.values.push({ field, text: value.text, from: valueAt, to: this.#at });
    if (field !== null) return this.#checked(valueAt, field, operator, value);
    const near = FIELD_SYNONYMS.get(name.toLowerCase()) ?? nearest(name, QUERY_FIELDS);
    this.#refuse(at, () => `There is no field '${name}'; did you mean '${near}'?`);
    return EVERYTHING;
  }

  /** A value here, in quotes or not; a quoted one is whole where `=` stands before it. */
  #value(): ConditionValue {
    const isWhole = this.#text.startsWith('="', this.#at);
    if (isWhole) this.#at += 1;
    const isQuoted = this.#text[this.#at] === '"';
    return { text: isQuoted ? this.#quoted() : this.#unquoted(), isQuoted, isWhole };
  }

  #checked(at: number, field: string, operator: Operator, value: ConditionValue): Query {
    return this.#understood(at, conditionOf(field, operator, value, this.#names));
  }

  #understood(at: number, read: Query | { problem: () => string }): Query {
    if (!('problem' in read)) return read;
    this.#refuse(at, read.problem);
    return EVERYTHING;
  }

  #nothingIn(at: number): Query {
    return this.#refused(at, NOTHING);
  }

  #refused(at: number, message: string): Query {
    this.#refuse(at, message);
    return EVERYTHING;
  }

  #refuse(at: number, message: string | (() => string)): void {
    this.#problems.push({ message, at });
  }

  /** The problem of the first wrong character, or null if there is none. */
  problem(): QueryProblem | null {
    const [first] = this.#problems.toSorted((one, other) => one.at - other.at);
    if (!first) return null;
    return { message: typeof first.message === 'string' ? first.message : first.message(), at: first.at };
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  /** The word here up to what ends it; empty where there is none. */
  #wordHere(): string {
    const rest = this.#text.slice(this.#at);
    const end = rest.search(ENDS);
    return end < 0 ? rest : rest.slice(0, end);
  }

  /** Takes the amount in several words that is here; empty where there is none. */
  #spacedAmount(): string {
    const amount = SPACED_AMOUNT.exec(this.#text.slice(this.#at))?.[0] ?? '';
    this.#at += amount.length;
    return amount;
  }

  #unquoted(): string {
    const word = this.#wordHere();
    this.#at += word.length;
    return word;
  }

  /** The text between the quotes that begin here. */
  #quoted(): string {
    const at = this.#at;
    let text = '';
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const sign = this.#text[this.#at] as string;
      const next = this.#text[this.#at + 1];
      if (sign === '"') {
        this.#at += 1;
        return text;
      }
      const isEscape = sign === '\\' && (next === '"' || next === '\\');
      text += isEscape ? next : sign;
      if (isEscape) this.#at += 1;
    }
    this.#refuse(at, 'This quote stays open');
    return text === '' ? '?' : text;
  }

  /** Takes an operator in any case, where it stands here as a whole word. */
  #takeWord(operator: 'and' | 'or' | 'not'): boolean {
    const word = this.#wordHere();
    if (word.toLowerCase() !== operator) return false;
    this.#at += word.length;
    this.#skipSpace();
    return true;
  }

  /** Takes a `-` that stands directly before a term. */
  #takeMinus(): boolean {
    const next = this.#text[this.#at + 1] ?? ' ';
    if (this.#text[this.#at] !== '-' || /[\s)]/.test(next)) return false;
    // An amount with decimals, as a statement has it, is looked for.
    if (SPENT.test(this.#wordHere()) || SPACED_AMOUNT.test(this.#text.slice(this.#at))) return false;
    this.#at += 1;
    return true;
  }

  /** Whether a term or a bracket begins here, and no operator. */
  #isTermNext(): boolean {
    const sign = this.#text[this.#at];
    if (sign === undefined || sign === ')') return false;
    return !['and', 'or'].includes(this.#wordHere().toLowerCase());
  }
}

function anyOf(alternatives: readonly Query[]): Query {
  return alternatives.length === 1 ? (alternatives[0] as Query) : { any: alternatives };
}
