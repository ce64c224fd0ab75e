import { phraseOf, wordOf } from './conditions.ts';
import { ENDS, FIELD, type Term } from './read-query.ts';

/** A text as a term that finds it as it stands: in quotes where it would be something else. */
export function writtenText(text: string): string {
  const isWord = !ENDS.test(text) && !FIELD.test(text) && !/^[-#]|^(?:and|or|not)$/i.test(text);
  return isWord && JSON.stringify(wordOf(text)) === JSON.stringify(phraseOf(text)) ? text : quoted(text);
}

/** A value behind a field: in quotes where a space, a bracket or a quote would end it. */
export function writtenValue(value: string): string {
  return value === '' || ENDS.test(value) || /^=|^\/.*\/$/s.test(value) ? quoted(value) : value;
}

/** A text that is to be found as a whole word, or as whole words. */
export function writtenWhole(text: string): string {
  return `=${ENDS.test(text) ? quoted(text) : text}`;
}

/** A text in quotes, as queries have it. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** A query without one of its terms, and without the `and` or `or` that stood beside it. */
export function withoutTerm(text: string, alternatives: readonly (readonly Term[])[], term: Term): string {
  const place = alternatives.findIndex((terms) => terms.includes(term));
  const terms = alternatives[place] ?? [];
  const before = terms[terms.indexOf(term) - 1];
  const after = terms[terms.indexOf(term) + 1] ?? (before ? undefined : alternatives[place + 1]?.[0]);
  if (after) return joined(text.slice(0, term.from), text.slice(after.from));
  const last = before ?? alternatives[place - 1]?.at(-1);
  return last ? joined(text.slice(0, last.to), text.slice(term.to)) : '';
}

/** A query that asks for another term besides. */
export function withTerm(text: string, alternatives: readonly (readonly Term[])[], written: string): string {
  return joined(alternatives.length > 1 ? `(${text.trim()})` : text, written);
}

function joined(before: string, after: string): string {
  return [before.trim(), after.trim()].filter((part) => part !== '').join(' ');
}
