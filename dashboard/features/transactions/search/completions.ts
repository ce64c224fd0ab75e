import { comparableText } from '#ledger/model/comparable-text.ts';
import { FIELD_VALUES } from '#ledger/search/conditions.ts';
import { ENDS } from '#ledger/search/read-query.ts';
import { writtenValue } from '#ledger/search/write-query.ts';

/** The names that complete the typed text: accounts, categories, and the tags in use. */
export type NamesInUse = { accounts: readonly string[]; categories: readonly string[]; tags: readonly string[] };

/** A completion: what it is, in italic, and what takes the place of the word. */
export type Completion = { label: string; what: string; written: string };

/** The completions of the word at a place of a query, from `from` to `to` in UTF-16 units. */
export type Completions = { from: number; to: number; offers: readonly Completion[] };

/** The fields, each with what stands behind it. */
const FIELDS: Readonly<Record<string, string>> = {
  title: 'words in the title',
  note: 'words in the note',
  counterparty: 'who paid or was paid',
  amount: 'as 4.20 or 20..50',
  date: 'as 2026-03 or last-month',
  category: 'a category, - for none',
  account: 'an account',
  wallet: 'how it was paid',
  type: 'expense, income or transfer',
  tag: 'a tag, as #tag, too',
  has: 'receipt, note or tags',
  is: 'split, imported, edited or refund',
  by: 'hand, rule, import, past, words, token, user or schedule',
  rule: 'the id of a rule',
};

const OFFERS_MAX = 8;
/** The number of letters from which names without their field are offered. */
const LETTERS_MIN = 2;
const WORD = /^(-*)(?:(\p{L}+)(:|<=|>=|<|>)|(#))?("?)(.*)$/su;

/**
 * The completions of the word before a place of a query: fields and names, behind a field its values, behind `#` the
 * tags; all fields for an empty word.
 */
export function completionsAt(text: string, place: number, names: NamesInUse): Completions {
  const { from, to } = wordAt(text, place);
  const [, minus = '', name, operator = '', hash, , typed = ''] = WORD.exec(text.slice(from, place)) ?? [];
  const field = name && comparableText(name);
  const begun = comparableText(typed);
  const before = minus.length % 2 === 1 ? '-' : '';
  const offers = hash
    ? tagsLike(begun, names)
    : field
      ? valuesOf(field, operator, names).filter(({ label }) => isLike(label, begun))
      : [...fieldsLike(begun), ...(begun.length < LETTERS_MIN ? [] : namesLike(begun, names))];
  const isTyped = ({ written }: Completion) => before + written === text.slice(from, to);
  return {
    from,
    to,
    offers: offers
      .filter((offer) => !isTyped(offer))
      .slice(0, begun === '' ? undefined : OFFERS_MAX)
      .map((offer) => ({ ...offer, written: before + offer.written })),
  };
}

/** A query with a completion in place of its word, and where typing goes on. */
export function completedQuery(text: string, { from, to }: Completions, { written }: Completion) {
  const rest = text.slice(to);
  const isWhole = !/[:<>=]$/.test(written);
  const gap = isWhole && !/^\s/.test(rest) ? ' ' : '';
  return { text: text.slice(0, from) + written + gap + rest, place: from + written.length + (isWhole ? 1 : 0) };
}

/** The word that a place is in: up to what ends a term, with quotes as a whole. */
function wordAt(text: string, place: number): { from: number; to: number } {
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < place; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted && sign === '\\') at += 1;
    else if (sign === '"') {
      const isValue = !isQuoted && at > from && /[:<>=]/.test(text[at - 1] ?? '');
      if (isQuoted) from = at + 1;
      else if (!isValue) from = at;
      isQuoted = !isQuoted;
    } else if (!isQuoted && ENDS.test(sign)) from = at + 1;
  }
  const end = text.slice(place).search(isQuoted ? /"/ : ENDS);
  return { from, to: end < 0 ? text.length : place + end + (isQuoted ? 1 : 0) };
}

/** Whether a name, or a word in it, begins so. */
function isLike(name: string, begun: string): boolean {
  const comparable = comparableText(name);
  return comparable.startsWith(begun) || comparable.includes(` ${begun}`) || comparable.includes(`-${begun}`);
}

/** The fields that begin so; of an empty word also the sign of a whole word. */
function fieldsLike(begun: string): Completion[] {
  const fields = Object.entries(FIELDS)
    .filter(([field]) => field.startsWith(begun))
    .map(([field, what]) => ({ label: `${field}:`, what, written: `${field}:` }));
  return begun === '' ? [...fields, { label: '=', what: 'a whole word, as =rent', written: '=' }] : fields;
}

function tagsLike(begun: string, { tags }: NamesInUse): Completion[] {
  return tags.filter((tag) => isLike(tag, begun)).map((tag) => ({ label: `#${tag}`, what: 'tag', written: `#${tag}` }));
}

/** The names of categories, accounts and wallets, with their fields. */
function namesLike(begun: string, names: NamesInUse): Completion[] {
  return ['category', 'account', 'wallet'].flatMap((field) =>
    valuesOf(field, ':', names).filter(({ label }) => isLike(label, begun)),
  );
}

function valuesOf(field: string, operator: string, { accounts, categories, tags }: NamesInUse): Completion[] {
  const inUse: Readonly<Record<string, readonly string[]>> = {
    account: [...new Set(accounts)],
    category: [...new Set(categories)],
    tag: tags,
  };
  const values = inUse[field] ?? valuesOfAll(field) ?? [];
  return values.map((value) => ({
    label: value,
    what: field,
    written: `${field}${operator}${writtenValue(value)}`,
  }));
}

const valuesOfAll = (field: string): readonly string[] | undefined =>
  (FIELD_VALUES as Readonly<Record<string, readonly string[]>>)[field];
