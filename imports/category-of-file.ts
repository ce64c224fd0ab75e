import { comparableText } from '#ledger/model/comparable-text.ts';
import { oneLine } from './fields.ts';
import type { ParsedCategory } from './parsed.ts';

/** Longest name of a category, in UTF-16 units. */
const NAME_MAX = 30;

/** Words of programs for entries without a category. */
const NONE = /^(-+|none|no[ -]category|uncategori[sz]ed|not categori[sz]ed|unkategorisiert)$/i;

/**
 * The category that a file names by its levels, from the top: of more than two the first and the last. Names are cut to
 * what a category may have; null where none is left (product 11.5).
 */
export function categoryOfFile(
  levels: readonly (string | null | undefined)[],
  kind: ParsedCategory['kind'] = null,
): ParsedCategory | null {
  const names = levels.map((level) => nameOf(level ?? '')).filter((name) => name !== '');
  const name = names.at(-1);
  const [first] = names;
  if (name === undefined || first === undefined || NONE.test(name)) return null;
  const hasParent = names.length > 1 && comparableText(first) !== comparableText(name);
  return { name, parent: hasParent ? first : null, kind };
}

/** A name as a category may have it; '' where nothing can be read of it. */
function nameOf(text: string): string {
  const cut = oneLine(text).slice(0, NAME_MAX);
  const name = (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
  return comparableText(name) === '' ? '' : name;
}

/** Whether two categories of a file are the same, told by a text that only equal ones share. */
export function keyOfCategory({ name, parent, kind }: ParsedCategory): string {
  return JSON.stringify([kind, parent === null ? null : comparableText(parent), comparableText(name)]);
}
