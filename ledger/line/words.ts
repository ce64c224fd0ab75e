/** A word of a line, at UTF-16 units `from` to `to`: what stands between white space, `>` by itself. */
export type Word = { from: number; to: number; text: string };

const WORD = /[#@]"[^"]*"|>|[^\s>]+/g;
/** Signs that end a sentence or a clause, and belong to no amount, date or name before them. */
const TRAILING = /[.,;:!?]+$/;

/** The words of a line. A name after `#` or `@` may stand in quotes, with white space inside. */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index: from }) => ({ from, to: from + word.length, text: word }));
}

/** A word without the signs that end it. */
export function bare(word: Word): Word {
  const text = word.text.replace(TRAILING, '');
  return { from: word.from, to: word.from + text.length, text };
}
