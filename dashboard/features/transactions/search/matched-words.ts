import type { Entry } from '#contract/transaction.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import type { Query } from '#ledger/search/query.ts';
import type { MatchedWords } from '../../../shared/entries/transaction-row.tsx';

/** The characters that are shown before the words. */
const BEFORE_MAX = 24;

/** The texts that a query asks for, comparable, and its tags behind `#`. Excluded ones are left out. */
export function textsAsked(query: Query): string[] {
  if ('not' in query) return [];
  if ('is' in query) return query.is === 'text' ? [query.text] : query.is === 'tag' ? [`#${query.tag}`] : [];
  return ('all' in query ? query.all : query.any).flatMap(textsAsked);
}

/** An entry with the texts that are searched. */
export type Searched = {
  title: string | null;
  note?: string | null | undefined;
  parts?: Entry['parts'] | undefined;
  bankText?: string | null | undefined;
  tags?: readonly string[] | undefined;
};

/** The first asked text that the title of an entry lacks, with its place; null for an entry whose title has all. */
export function matchedWords(
  asked: readonly string[],
  { title, note, parts, bankText, tags = [] }: Searched,
): MatchedWords | null {
  const shown = comparableText(title ?? '');
  const notes = [note, ...(parts ?? []).map((part) => part.note)];
  for (const text of asked) {
    if (shown.includes(text)) continue;
    const tag = tags.find((each) => `#${comparableText(each)}` === text);
    if (tag !== undefined) return { where: 'tag', before: '', hit: `#${tag}`, after: '' };
    for (const [where, own] of [...notes.map((each) => ['note', each] as const), ['bank', bankText] as const]) {
      const words = own ? placeIn(own, text) : null;
      if (words) return { where, ...words };
    }
  }
  return null;
}

function placeIn(own: string, text: string): Omit<MatchedWords, 'where'> | null {
  const comparable = comparableText(own);
  const at = comparable.indexOf(text);
  if (at < 0) return null;
  // Accents and spaces that are left out move the place: the comparable text is shown then.
  const words = comparable.length === own.length ? own : comparable;
  const from = Math.max(0, at - BEFORE_MAX);
  return {
    before: (from > 0 ? '…' : '') + words.slice(from, at),
    hit: words.slice(at, at + text.length),
    after: words.slice(at + text.length),
  };
}
