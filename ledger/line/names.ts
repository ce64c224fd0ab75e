import { comparableText } from '#ledger/model/comparable-text.ts';
import type { AccountKind } from '#ledger/model/constants.ts';
import { bare, type Word } from './words.ts';

/** An open account: its id as calls name it. */
export type LineAccount = { id: string; name: string; kind: AccountKind };

/** Names that can be written in a line, compared once. */
export type LineNames<Meaning> = readonly { comparable: string; meaning: Meaning }[];

/** A transfer in a line, at the words `first` to `end`, the last one not included; `to` begins at word `middle`. */
export type WrittenTransfer = {
  first: number;
  middle: number;
  end: number;
  from: LineAccount[];
  to: LineAccount[];
};

/** An account of 30 characters has no more words. */
const NAME_WORDS_MAX = 15;

export function lineNames<Meaning>(
  meanings: readonly Meaning[],
  nameOf: (meaning: Meaning) => string,
): LineNames<Meaning> {
  return meanings.map((meaning) => ({ comparable: comparableText(nameOf(meaning)), meaning }));
}

/** The meaning of a text: all of that name where it is a whole one, else all whose names begin so. */
export function meantBy<Meaning>(
  text: string,
  names: LineNames<Meaning>,
): { isWhole: boolean; names: LineNames<Meaning> } {
  const comparable = comparableText(text);
  if (comparable === '') return { isWhole: false, names: [] };
  const whole = names.filter((name) => name.comparable === comparable);
  if (whole.length > 0) return { isWhole: true, names: whole };
  return { isWhole: false, names: names.filter((name) => name.comparable.startsWith(comparable)) };
}

/** The first `from A to B` or `A > B` of two accounts, each by its name or the beginning of it. */
export function transferIn(
  words: readonly Word[],
  accounts: LineNames<LineAccount>,
  isFree: (index: number) => boolean,
): WrittenTransfer | null {
  const texts = words.map((word, index) => (isFree(index) ? comparableText(word.text) : null));
  const meant = (first: number, end: number) => {
    const range = words.slice(first, end);
    const last = range.pop();
    if (!last || !range.every((_, index) => isFree(first + index)) || !isFree(end - 1)) return null;
    const found = meantBy([...range, bare(last)].map(({ text }) => text).join(' '), accounts);
    return found.names.length > 0 ? found : null;
  };
  /** The longest whole name at a word, else the longest beginning of one; `step` is 1 to the right, -1 to the left. */
  const longest = (at: number, step: 1 | -1) => {
    let best: { first: number; end: number; isWhole: boolean; names: LineNames<LineAccount> } | null = null;
    for (let length = 1; length <= NAME_WORDS_MAX; length += 1) {
      const [first, end] = step === 1 ? [at, at + length] : [at - length + 1, at + 1];
      if (first < 0 || end > words.length) break;
      const found = meant(first, end);
      if (found && (found.isWhole || !best?.isWhole)) best = { first, end, ...found };
    }
    return best;
  };
  const transfer = (first: number, from: LineNames<LineAccount>, middle: number): WrittenTransfer | null => {
    const to = longest(middle + 1, 1);
    return to && { first, middle, end: to.end, from: meanings(from), to: meanings(to.names) };
  };

  for (const [at, text] of texts.entries()) {
    if (text === 'from') {
      for (let middle = at + 2; middle <= Math.min(at + 1 + NAME_WORDS_MAX, words.length - 2); middle += 1) {
        const from = texts[middle] === 'to' ? meant(at + 1, middle) : null;
        const found = from && transfer(at, from.names, middle);
        if (found) return found;
      }
    }
    if (text === '>') {
      const from = longest(at - 1, -1);
      const found = from && transfer(from.first, from.names, at);
      if (found) return found;
    }
  }
  return null;
}

const meanings = <Meaning>(names: LineNames<Meaning>): Meaning[] => names.map(({ meaning }) => meaning);
