import { isOrdinary, plainWords, tellingWords } from '../words.ts';

/** A title that entries of the ledger have had, of a type, with the id of the category of `count` of them. */
export type TitleInPast = { title: string; type: 'Expense' | 'Income'; category: string; count: number };

/**
 * A proposed category by its id, why, and whether it is from the ledger's past, from the file, or from the list of
 * words.
 */
export type CategoryProposal = { category: string; reason: string; from: 'past' | 'file' | 'words' };

/** The share of the entries with a word that have to have one category for it to be proposed. */
const SHARE_MIN = 0.75;

/** A word of a fifth of the ledger's titles, and of several of them, doesn't tell them apart. */
const COMMON_SHARE = 0.2;
const COMMON_TITLES_MIN = 5;

/** Proposes categories for titles from the ledger's own past (product 11.5). */
export class PastCategories {
  /** The number of entries of each category, by type and whole title in plain words, and by type and word. */
  readonly #counts = new Map<string, Map<string, number>>();
  /** The number of different titles that have a word. */
  readonly #titlesOf = new Map<string, number>();
  readonly #titles = new Set<string>();
  /** The words that a title begins with: names do, and cities follow them. */
  readonly #first = new Set<string>();

  constructor(past: readonly TitleInPast[]) {
    for (const { title, type, category, count } of past) {
      const plain = plainWords(title);
      const words = new Set(tellingWords(title));
      const [first] = words;
      if (first !== undefined) this.#first.add(first);
      this.#add(`${type} whole ${plain}`, category, count);
      for (const word of words) this.#add(`${type} word ${word}`, category, count);
      if (this.#titles.has(plain)) continue;
      this.#titles.add(plain);
      for (const word of words) this.#titlesOf.set(word, (this.#titlesOf.get(word) ?? 0) + 1);
    }
  }

  /** Whether the ledger has no past to propose from. */
  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  /** The category of most entries of a type with the same title, or null if there is none. */
  byTitle(type: 'Expense' | 'Income', title: string): CategoryProposal | null {
    const own = this.#mostOf(`${type} whole ${plainWords(title)}`);
    return own && { category: own.category, reason: likeEntries(own.count, title), from: 'past' };
  }

  /** The category that a word of the title tells, or null if none does. */
  byWords(type: 'Expense' | 'Income', title: string): CategoryProposal | null {
    const words = [...new Set(tellingWords(title))];
    const votes = words.flatMap((word) => {
      const commonest = this.#mostOf(`${type} word ${word}`);
      return commonest ? [{ word, ...commonest }] : [];
    });
    // Words that tell nothing alone do where two of them say the same.
    const telling =
      votes.find(({ word }) => (word === words[0] || this.#first.has(word)) && !this.#isWeak(word)) ??
      votes.find(({ word, category }) => votes.some((vote) => vote.word !== word && vote.category === category));
    if (!telling) return null;
    return { category: telling.category, reason: likeEntries(telling.count, telling.word), from: 'past' };
  }

  #isWeak(word: string): boolean {
    const titles = this.#titlesOf.get(word) ?? 0;
    return isOrdinary(word) || (titles >= COMMON_TITLES_MIN && titles > this.#titles.size * COMMON_SHARE);
  }

  #add(key: string, category: string, count: number): void {
    const counts = this.#counts.get(key) ?? new Map<string, number>();
    counts.set(category, (counts.get(category) ?? 0) + count);
    this.#counts.set(key, counts);
  }

  #mostOf(key: string): { category: string; count: number } | null {
    const counts = this.#counts.get(key);
    if (!counts) return null;
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const [category, count] = [...counts].reduce((commonest, counted) =>
      counted[1] > commonest[1] ? counted : commonest,
    );
    return count >= all * SHARE_MIN ? { category, count } : null;
  }
}

function likeEntries(count: number, text: string): string {
  return count === 1 ? `As your entry with ‘${text}’` : `As ${count} of your entries with ‘${text}’`;
}
