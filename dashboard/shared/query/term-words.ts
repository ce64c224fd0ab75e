import type { Setter } from '#ledger/model/constants.ts';
import { firstOf, lastOf } from '#ledger/model/days.ts';
import { DAY_WORDS } from '#ledger/search/days.ts';
import type { Condition, Query, QueryNames } from '#ledger/search/query.ts';
import { FIELD } from '#ledger/search/read-query.ts';
import { formatDay } from '../../ui/day.ts';
import { formatMoney } from '../../ui/money.ts';
import { spanWords } from '../explain/figure-words.ts';

/** A term of a query in plain words: what is asked, and the value. */
export type TermWords = { label: string; value: string };

const SETTER_WORDS: Readonly<Record<Setter, string>> = {
  hand: 'hand',
  rule: 'a rule',
  import: 'an import',
  past: 'the past',
  words: 'the word list',
};

const MAKER_WORDS = new Map([
  ['token', 'any program'],
  ['user', 'you'],
  ['schedule', 'a schedule by itself'],
]);

/** The words before a negated term. */
const NEGATION = /^(?:-|not(?![^\s()"]))\s*/i;

/**
 * The words for a term: what it asks, and how it is written, with its `-` or `not`. A bracket stands as it is written.
 */
export function termWords(query: Query, written: string, currency: string, names: QueryNames): TermWords {
  const bare = withoutNegation(written);
  if ('not' in query) {
    const { label, value } = termWords(query.not, bare, currency, names);
    return { label: label === '' ? 'not' : `not ${label}`, value };
  }
  if ('all' in query) return { label: '', value: bare };
  if ('any' in query)
    return bare.startsWith('(') ? { label: '', value: bare } : { label: 'text or amount', value: bare };
  return conditionWords(query, valueIn(bare), currency, names);
}

function withoutNegation(written: string): string {
  const bare = written.replace(NEGATION, '');
  return bare === written ? bare : withoutNegation(bare);
}

/** The value of a condition as it is written, without quotes. */
function valueIn(written: string): string {
  const value = written.replace(FIELD, '');
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : value;
}

function conditionWords(condition: Condition, value: string, currency: string, { categories }: QueryNames): TermWords {
  switch (condition.is) {
    case 'text':
      return { label: condition.field === 'all' ? 'text' : condition.field, value };
    case 'amount':
      return { label: 'amount', value: amountWords(condition, currency) };
    case 'date':
      return { label: 'date', value: dateWords(condition, value) };
    case 'category':
      return {
        label: 'category',
        // The first is the category of the name; the others are the other kind's, and the ones below it.
        value: condition.categories === null ? 'none' : (nameOf(condition.categories[0], categories) ?? value),
      };
    case 'account':
      return { label: 'account', value };
    case 'wallet':
      return { label: 'paid with', value: condition.wallet };
    case 'type':
      return { label: 'type', value: condition.type };
    case 'tag':
      return { label: 'tag', value: `#${value.replace(/^#/, '')}` };
    case 'set by':
      return { label: 'set by', value: SETTER_WORDS[condition.setter] };
    case 'set by rule':
      return { label: 'set by rule', value };
    case 'made by':
      return { label: 'by', value: MAKER_WORDS.get(condition.actor) ?? condition.actor.replace(/^token\s+/i, '') };
    case 'receipt':
      return { label: 'has', value: 'a receipt' };
    case 'noted':
      return { label: 'has', value: 'a note' };
    case 'tagged':
      return { label: 'has', value: 'tags' };
    case 'split':
    case 'imported':
    case 'edited':
    case 'refund':
      return { label: 'is', value: condition.is };
    default:
      return condition satisfies never;
  }
}

const nameOf = (id: string | undefined, categories: QueryNames['categories']) =>
  categories.find((category) => category.id === id)?.name;

type Range<Value> = { from: Value | null; to: Value | null };

function amountWords({ from, to }: Range<number>, currency: string): string {
  const money = (cents: number) => formatMoney(cents / 100, currency);
  if (from === null) return `up to ${money(to ?? 0)}`;
  if (to === null) return `from ${money(from)}`;
  return from === to ? money(from) : `${money(from)} to ${money(to)}`;
}

function dateWords({ from, to }: Range<string>, value: string): string {
  const word = value.toLowerCase();
  if (DAY_WORDS.includes(word)) return word.replaceAll('-', ' ');
  if (from === null) return `up to ${formatDay(to ?? '').long}`;
  if (to === null) return `from ${formatDay(from).long}`;
  const period = (['year', 'month'] as const).find((each) => firstOf(each, from) === from && lastOf(each, from) === to);
  return spanWords({ period: period ?? 'range', from, to });
}
