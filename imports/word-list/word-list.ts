import { isGivenName } from '#ledger/model/categories.ts';
import type { CategoryKind } from '#ledger/model/constants.ts';
import { plainWords } from '../words.ts';
import { EARNED, SPENT } from './words.ts';

/** A category of the specification by its id, and the words that tell it. */
export type FromList = { category: string; words: string };

/** A phrase of the list: its words, each whole but for one with a `*`. */
type Phrase = FromList & { parts: readonly string[] };

/** The most words of a phrase. */
const PHRASE_WORDS_MAX = 4;

/** The whole phrases of a kind, by their text, and those that are the beginning or the end of a word. */
class Phrases {
  readonly #whole = new Map<string, string>();
  readonly #partial: Phrase[] = [];

  constructor(lists: Readonly<Record<string, string>>) {
    for (const [category, list] of Object.entries(lists)) {
      for (const text of list.split(',')) {
        const words = text.trim().replaceAll(/\s+/g, ' ');
        if (words.includes('*')) this.#partial.push({ category, words, parts: words.split('*') });
        // The first of several stays.
        else if (!this.#whole.has(words)) this.#whole.set(words, category);
      }
    }
  }

  /** The category of the longest phrase in a title; of equally long ones the first in it. Null if there is none. */
  of(title: string): FromList | null {
    const words = plainWords(title).split(' ');
    for (let length = Math.min(PHRASE_WORDS_MAX, words.length); length > 0; length -= 1) {
      for (let at = 0; at + length <= words.length; at += 1) {
        const phrase = words.slice(at, at + length).join(' ');
        const category = this.#whole.get(phrase);
        if (category !== undefined) return { category, words: phrase };
      }
    }
    for (const word of words) {
      const found = this.#partial.find(
        ({ parts: [begin = '', end = ''] }) => word.startsWith(begin) && word.endsWith(end),
      );
      if (found) return { category: found.category, words: word };
    }
    return null;
  }
}

let byKind: Readonly<Record<CategoryKind, Phrases>> | null = null;

/**
 * The category that the list of payees and words says of a title of an entry, or null if it says none (product 5.16).
 * The list is read once.
 */
export function fromWordList(type: CategoryKind, title: string): FromList | null {
  byKind ??= {
    Expense: new Phrases(SPENT as Record<string, string>),
    Income: new Phrases(EARNED as Record<string, string>),
  };
  const found = byKind[type].of(title);
  return found && isGivenName(found.category, type) ? found : null;
}

/** The proposal of the word list for a title, or null if it has none, or its category is archived. */
export function proposalOfWords(
  type: CategoryKind,
  title: string,
  categories: { get(categoryId: string): { isArchived: boolean } | undefined },
): { category: string; reason: string; from: 'words' } | null {
  const found = fromWordList(type, title);
  if (!found || categories.get(found.category)?.isArchived !== false) return null;
  return { category: found.category, reason: `By the word list, for ‘${found.words}’`, from: 'words' };
}
