import { comparableText } from './comparable-text.ts';
import { TAG_MAX, TAGS_MAX } from './constants.ts';

const TAG = /^[\p{L}\p{M}\p{Nd}_-]+$/u;
const NOT_IN_A_TAG = /[^\p{L}\p{M}\p{Nd}_-]+/gu;

/** Whether a text can be a tag: at most `TAG_MAX` letters, digits, `-` and `_` (product 2.1). */
export function isTag(text: string): boolean {
  return text.length <= TAG_MAX && TAG.test(text) && comparableText(text) !== '';
}

/** The tags of a list, in its order, of equal ones the first; compared as `comparableText` has them. */
export function distinctTags(tags: readonly string[]): string[] {
  const compared = tags.map(comparableText);
  return tags.filter((_, at) => compared.indexOf(compared[at] ?? '') === at);
}

/**
 * The tags of a file: each with `-` for a run of signs that a tag can't have, and cut; the first `TAGS_MAX` that differ
 * (product 4.15).
 */
export function tagsOfFile(texts: readonly string[]): string[] {
  const tags = texts.map((text) => {
    const tag = text.trim().replaceAll(NOT_IN_A_TAG, '-').slice(0, TAG_MAX);
    return tag.isWellFormed() ? tag : tag.slice(0, -1);
  });
  return distinctTags(tags.filter(isTag)).slice(0, TAGS_MAX);
}
