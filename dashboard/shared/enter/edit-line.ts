import type { ReadLine } from '#contract/line-calls.ts';

export type TextSpan = ReadLine['spans'][number];
type What = TextSpan['what'];

/** A line without a part of it. */
export function without(text: string, { from, to }: Pick<TextSpan, 'from' | 'to'>): string {
  return joined(text.slice(0, from), text.slice(to));
}

/**
 * A line that says something else in the place of what it says so far: of several such parts the last counts and the
 * others go. Where it says nothing, it is added at the end.
 */
export function saying(text: string, spans: readonly TextSpan[], what: What, written: string): string {
  const spansOfKind = spans.filter((span) => span.what === what).toSorted((a, b) => b.from - a.from);
  const [last, ...others] = spansOfKind;
  if (!last) return joined(text, written);
  const changed = text.slice(0, last.from) + written + text.slice(last.to);
  return others.reduce(without, changed);
}

/**
 * A line with a whole title in place of the title that was begun. A number before it, which the line says as its amount
 * so far, may be the beginning of the title: `2 cof` becomes `2 coffees`.
 */
export function completed(text: string, spans: readonly TextSpan[], title: string): string {
  const begun = spans.findLast(({ what }) => what === 'title');
  const amount = spans.findLast(({ what, to }) => what === 'amount' && begun && to <= begun.from);
  const isOfTitle = begun && amount && title.toLowerCase().startsWith(text.slice(amount.from, begun.to).toLowerCase());
  if (!isOfTitle) return saying(text, spans, 'title', title);
  return text.slice(0, amount.from) + title + text.slice(begun.to);
}

/** The word that says a category, and the word for no category. */
export const categoryWord = (category: string) => marked('#', category || '-');

/** The word that says a wallet or an account. */
export const placeWord = (name: string) => marked('@', name);

/** The account of a transfer, after the word or sign that it had before it. */
export function accountOfTransfer(text: string, { from, to }: TextSpan, name: string): string {
  const [before = ''] = /^(?:from\s+|to\s+|>\s*)?/i.exec(text.slice(from, to)) ?? [];
  return before + name;
}

/** A name after a sign: in quotes where it is of several words, or ends with a sign that would end a sentence. */
function marked(sign: '#' | '@', name: string): string {
  return sign + (/^[^\s">]*[^\s">.,;:!?]$/.test(name) ? name : `"${name.replaceAll('"', '')}"`);
}

function joined(before: string, after: string): string {
  return [before.trimEnd(), after.trimStart()].filter((part) => part !== '').join(' ');
}
