import { comparableText } from '#ledger/model/comparable-text.ts';
import { oneLine } from './fields.ts';
import type { ParsedCategory } from './parsed.ts';

/** Longest name of a category, in UTF-16 units. */
const NAME_MAX = 30;

/** Words of programs for entries without a category, and for categories without a group. */
const NONE = /^(-+|none|no[ -]category|uncategori[sz]ed|not categori[sz]ed|unkategorisiert)$/i;

/**
 * The category that a file names by its levels, from the top: of more than two the first that names a group, and the
 * last. Names are cut to what a category may have, or null if none is left (product 11.5).
 */
export function categoryOfFile(
  levels: readonly (string | null | undefined)[],
  kind: ParsedCategory['kind'] = null,
): ParsedCategory | null {
  const names = levels.map((level) => fileCategoryName(level ?? '')).filter((name) => name !== '');
  const name = names.at(-1);
  if (name === undefined || NONE.test(name)) return null;
  const group = names.slice(0, -1).find((each) => !NONE.test(each));
  const isBelow = group !== undefined && comparableText(group) !== comparableText(name);
  return { name, parent: isBelow ? group : null, kind };
}

/** A name as a category may have it; '' where nothing can be read of it. */
export function fileCategoryName(text: string): string {
  const cut = oneLine(text).slice(0, NAME_MAX);
  const name = (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
  return comparableText(name) === '' ? '' : name;
}

/** Gives a function that makes a text of a category of a file which only equal ones share. */
export function keysOfCategories(): (category: ParsedCategory) => string {
  const keys = new Map<string, string>();
  return ({ name, parent, kind }) => {
    const categoryKey = JSON.stringify([kind, parent, name]);
    const known = keys.get(categoryKey);
    if (known !== undefined) return known;
    const key = JSON.stringify([kind, parent === null ? null : comparableText(parent), comparableText(name)]);
    keys.set(categoryKey, key);
    return key;
  };
}
