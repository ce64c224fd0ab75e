import { type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { isAmount, type Sum, sumIn } from './arithmetic.ts';
import { bare, type Word } from './words.ts';

/** Why what stands in the place of an amount is none. */
export type AmountFault = 'not worked out' | 'too large' | 'too small';

/** The amount of a line, at words `first` to `end`, the last one not included. `fault` says why it is none. */
export type TypedAmount = {
  first: number;
  end: number;
  from: number;
  to: number;
  cents: Cents | null;
  sign: '+' | '-' | null;
  fault: AmountFault | null;
};

/** The spaces between groups of three digits. */
const GROUPING_SPACE = /^[ \u00a0\u202f]$/;
const GROUP = /^\d{3}$/;
const LAST_GROUP = /^\d{3}[.,]\d{1,2}(?!\d)/;
const BEFORE_GROUPS = /(?:^|[^\d.,\p{L}:])\d{1,3}$/u;

/**
 * The amount of a line: the last that is marked, else the last whole number (product 4.17). Null if there is none.
 * `isFree` says whether a word may be part of it.
 */
export function amountInLine(
  text: string,
  words: readonly Word[],
  currencies: readonly string[],
  isFree: (index: number) => boolean,
): TypedAmount | null {
  let found: { first: number; end: number; to: number; sum: Sum } | null = null;
  for (let first = 0; first < words.length; ) {
    const end = endOfGroups(text, words, first, isFree);
    const read = isFree(first) ? sumAt(text, words, first, end, currencies) : null;
    if (read && (read.sum.isMarked || !found?.sum.isMarked)) found = { first, end, ...read };
    first = end;
  }
  if (!found) return null;
  const { first, end, to, sum } = found;
  const fault = faultOf(sum.cents);
  const cents = fault === null ? (Number(sum.cents) as Cents) : null;
  return { first, end, from: words[first]?.from ?? 0, to, cents, sign: sum.sign, fault };
}

/** The end of the words that are one number, as `1 250.00` is. */
function endOfGroups(text: string, words: readonly Word[], first: number, isFree: (index: number) => boolean): number {
  if (!BEFORE_GROUPS.test(words[first]?.text ?? '')) return first + 1;
  for (let end = first + 1; end < words.length; end += 1) {
    const [before, word] = [words[end - 1], words[end]];
    if (!before || !word || !isFree(end) || !GROUPING_SPACE.test(text.slice(before.to, word.from))) break;
    if (LAST_GROUP.test(word.text)) return end + 1;
    if (!GROUP.test(word.text)) break;
  }
  return first + 1;
}

/** The amount that some words are, without the signs that end them. */
function sumAt(
  text: string,
  words: readonly Word[],
  first: number,
  end: number,
  currencies: readonly string[],
): { sum: Sum; to: number } | null {
  const [from, last] = [words[first]?.from ?? 0, words[end - 1]];
  const { to } = last ? bare(last) : { to: 0 };
  const sum = sumIn(text.slice(from, to).replace(/\s/g, ' '), currencies);
  return sum && { sum, to };
}

function faultOf(cents: bigint | null): AmountFault | null {
  if (cents === null) return 'not worked out';
  if (isAmount(cents)) return null;
  return cents > LARGEST_AMOUNT ? 'too large' : 'too small';
}
