import { OTHER_INCOME } from '#ledger/model/categories.ts';
import { EXPENSE_CATEGORIES, INCOME_CATEGORIES } from '#ledger/model/constants.ts';
import { isOrdinary, plainWords, tellingWords } from './words.ts';

/** A title that entries of the ledger have had, of a type, with the category of `count` of them. */
export type PastTitle = { title: string; type: 'Expense' | 'Income'; category: string; count: number };

/** A proposed category, why, and whether it is from the ledger's past or from the file. */
export type Proposal = { category: string; reason: string; from: 'past' | 'file' };

/** The share of the entries with a word that have to have one category for it to be proposed. */
const SHARE_MIN = 0.75;

/** A word of a fifth of the ledger's titles, and of several of them, doesn't tell them apart. */
const COMMON_SHARE = 0.2;
const COMMON_TITLES_MIN = 5;

/** Words of files for categories that have another name in Daybook, and that name. */
const OTHER_NAMES: [words: RegExp, category: string][] = [
  [/\b(dining|restaurants?|eating out|food|coffee|bars?|takeaway|drinks?)\b/, 'Food & Drinks'],
  [/\b(grocer(y|ies)|supermarket|lebensmittel)\b/, 'Groceries'],
  [/\b(electric(ity)?|power|energy|strom)\b/, 'Electricity'],
  [
    /\b(rent|mortgage|bills?|fees?|utilit(y|ies)|insurance|internet|phone|mobile|tax(es)?|water|gas|subscriptions?)\b/,
    'Bills & Fees',
  ],
  [/\b(medical|doctor|health(care)?|pharmacy|dental|dentist)\b/, 'Healthcare'],
  [
    /\b(travel|vacation|holidays?|transport(ation)?|train|flight|flights|hotel|hotels|auto|car|fuel|parking|taxi)\b/,
    'Travel',
  ],
  [/\b(movies?|cinema)\b/, 'Movie'],
  [/\b(entertainment|fun|games?|gaming|music|hobb(y|ies)|sports?)\b/, 'Entertainment'],
  [/\b(shopping|clothes|clothing|gifts?|household|home|furniture|electronics)\b/, 'Shopping'],
  [/\b(education|school|books?|tuition|courses?)\b/, 'Education'],
  [/\b(office)\b/, 'Office'],
  [/\b(work|business expenses?)\b/, 'Work'],
];
const OTHER_INCOMES: [words: RegExp, category: string][] = [
  [/\b(salary|wages?|paychecks?|payroll|gehalt|lohn)\b/, 'Salary'],
  [/\b(business|sales?|freelance|self employment)\b/, 'Business'],
  [/\b(gifts?)\b/, 'Gifts'],
  [/\b(loans?)\b/, 'Loan'],
  [/\b(interest|dividends?|extra|bonus|refunds?)\b/, 'Extra Income'],
];

/** Proposes categories for titles from the ledger's own past, else from what the file calls the category. */
export class Categories {
  /** The number of entries of each category, by type and whole title in plain words, and by type and word. */
  readonly #counts = new Map<string, Map<string, number>>();
  /** The number of different titles that have a word. */
  readonly #titlesOf = new Map<string, number>();
  readonly #titles = new Set<string>();

  constructor(past: readonly PastTitle[]) {
    for (const { title, type, category, count } of past) {
      const plain = plainWords(title);
      const words = new Set(tellingWords(title));
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

  /**
   * A category for an entry of a type, and the reason; null where nothing speaks for one. `named` is the file's
   * category.
   */
  propose(type: 'Expense' | 'Income', text: string, named: string | null): Proposal | null {
    const own = this.#mostOf(`${type} whole ${plainWords(text)}`);
    if (own) return { category: own.category, reason: likeEntries(own.count, text), from: 'past' };
    const fromFile = named === null ? null : ownCategory(type, named);
    if (fromFile) return { category: fromFile, reason: `The file has it under ${named}`, from: 'file' };
    const votes = [...new Set(tellingWords(text))].flatMap((word) => {
      const commonest = this.#mostOf(`${type} word ${word}`);
      return commonest ? [{ word, ...commonest }] : [];
    });
    // Words that tell nothing alone do where two of them say the same.
    const telling =
      votes.find(({ word }) => !this.#isWeak(word)) ??
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

/** Daybook's category for one of a file: the same name, or one by other words; null where there is none. */
export function ownCategory(type: 'Expense' | 'Income', named: string): string | null {
  const own: readonly string[] = type === 'Expense' ? EXPENSE_CATEGORIES : INCOME_CATEGORIES;
  const namesake = own.find((category) => category.toLowerCase() === named.toLowerCase());
  if (namesake) return type === 'Income' && namesake === 'Other' ? OTHER_INCOME : namesake;
  const words = plainWords(named);
  const names = type === 'Expense' ? OTHER_NAMES : OTHER_INCOMES;
  return names.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
