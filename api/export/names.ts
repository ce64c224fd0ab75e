import type { BookKey, ExportedBook } from './books.ts';

/** The names of a journal's accounts, by key. */
export type ExportNames = ReadonlyMap<BookKey, string>;

/**
 * Characters that are drawn as space, or that break a line: a name or a title ends at two of them, or at some of them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces.
const SPACES = /[\s\u0000-\u001F\u007F-\u00A0\u2800\u3164]+/g;
/** Characters that aren't drawn, or turn the direction of the text after them. */
const UNSEEN = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;
/** In place of a name that has nothing left. */
const UNNAMED = 'unnamed';

/**
 * Letters and digits that Beancount takes, as ranges of a regular expression: of scripts that Unicode completed long
 * ago, so that every program and every version of Node agrees on them.
 */
const BEANCOUNT_LETTERS_AND_DIGITS = [
  '0-9A-Za-z',
  // Latin.
  '\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u017F',
  // Greek.
  '\\u0386\\u0388-\\u038A\\u038C\\u038E-\\u03A1\\u03A3-\\u03CE',
  // Cyrillic.
  '\\u0400-\\u0481\\u048A-\\u052F',
  // Armenian and Hebrew.
  '\\u0531-\\u0556\\u0561-\\u0586\\u05D0-\\u05EA',
  // Arabic, Devanagari and Thai.
  '\\u0620-\\u064A\\u0904-\\u0939\\u0E01-\\u0E30',
  // Latin with further marks.
  '\\u1E00-\\u1EFF',
  // Kana, Han and Hangul.
  '\\u3041-\\u3096\\u30A1-\\u30FA\\u4E00-\\u9FA5\\uAC00-\\uD7A3',
].join('');
const BEANCOUNT_OTHERS = new RegExp(`[^${BEANCOUNT_LETTERS_AND_DIGITS}]+`, 'g');
const BEANCOUNT_FIRST = /^[\p{Lu}0-9]/u;

/** A text of the user without what programs read as the end of it: single spaces, nothing unseen (product 10.5). */
export function cleaned(text: string): string {
  return text.replaceAll(UNSEEN, '').replaceAll(SPACES, ' ').trim();
}

/** The names of accounts for hledger and Ledger: `assets:accounts:Everyday` (product 10.5). */
export function plainNames(chart: readonly ExportedBook[]): ExportNames {
  return named(chart, ' ', ({ group, name }, above) => [...(above ? [above] : group), plainPart(name)].join(':'));
}

/** A part of a name: `:` would begin another, `;` a comment. */
function plainPart(name: string): string {
  return cleaned(name).replaceAll(':', '-').replaceAll(';', ',') || UNNAMED;
}

/** The names of accounts for Beancount: `Assets:Accounts:Everyday` (product 10.5). */
export function beancountNames(chart: readonly ExportedBook[]): ExportNames {
  return named(chart, '-', ({ group, name }, above) =>
    [...(above ? [above] : group.map(beancountPart)), beancountPart(name)].join(':'),
  );
}

/** A part of a name that begins with a capital or a digit, and holds letters, digits and hyphens. */
function beancountPart(name: string): string {
  const part =
    name
      .normalize('NFC')
      .replaceAll(BEANCOUNT_OTHERS, '-')
      .replaceAll(/^-+|-+$/g, '') || UNNAMED;
  const first = part.charAt(0).toUpperCase();
  return first.length === 1 && BEANCOUNT_FIRST.test(first) ? first + part.slice(1) : `X-${part}`;
}

/**
 * Names by key, by a function of a book and of the name of the account that it is below. A name that an earlier account
 * has, in any case, gets the first free number from 2.
 */
function named(
  chart: readonly ExportedBook[],
  beforeNumber: string,
  nameOf: (book: ExportedBook, above: string | undefined) => string,
): ExportNames {
  const taken = new Set<string>();
  const names = new Map<BookKey, string>();
  for (const book of chart) {
    const name = nameOf(book, book.below && names.get(book.below));
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name}${beforeNumber}${number}`;
    taken.add(free.toLowerCase());
    names.set(book.key, free);
  }
  return names;
}
