import { comparableText } from '#ledger/model/comparable-text.ts';

/** The languages whose names of months are left out of titles. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl'];
const MONTH_NAMES: ReadonlySet<string> = new Set(LANGUAGES.flatMap(namesOfMonths));

/**
 * The common words of titles that differ in dates and numbers alone: their words without names of months, and without
 * words with a digit, such as 2026, 3rd or RF18; in comparable text, with single spaces. Empty if nothing is left.
 */
export function likeTitle(title: string): string {
  return wordsOf(comparableText(title)).filter(isKept).join(' ');
}

/** A title without its dates and numbers, as it is written; all of it where nothing else is in it. */
export function titleWithoutNumbers(title: string): string {
  const longWords = title.split(/\s+/).filter((part) => {
    const words = wordsOf(comparableText(part));
    return words.length === 0 || words.some(isKept);
  });
  // Signs that stood between two of its parts may be left at an end.
  const text = longWords.join(' ').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.!?)\]]+$/gu, '');
  return text === '' ? title : text;
}

/** Whether all words of one like title are in another one, or of that in it: `rent` and `flat rent`. */
export function isWithin(title: string, otherTitle: string): boolean {
  const [fewer, more] = [title, otherTitle].map(wordsOf).sort((a, b) => a.length - b.length);
  return fewer?.every((word) => more?.includes(word)) ?? false;
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
const isKept = (word: string) => !/\p{N}/u.test(word) && !MONTH_NAMES.has(word);

function namesOfMonths(language: string): string[] {
  return (['long', 'short'] as const).flatMap((month) => {
    const { format } = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) => comparableText(format(Date.UTC(2026, index, 1))).replace('.', ''));
  });
}
