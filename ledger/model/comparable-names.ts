import { comparableText } from './comparable-text.ts';

/** Ids by names, as `comparableText` has these. */
export type IdsByName = ReadonlyMap<string, readonly string[]>;

/** By the list or map that names come from. */
const made = new WeakMap<object, IdsByName>();

/**
 * The ids of a list, or of a map of a ledger's state, by their comparable names: made once for it, since neither ever
 * changes. So each name is compared once for a revision, however often it is looked for.
 */
export function idsByName<Named>(
  names: Iterable<Named> & object,
  read: (named: Named) => { id: string; name: string },
): IdsByName {
  const known = made.get(names);
  if (known) return known;
  const ids = new Map<string, string[]>();
  for (const named of names) {
    const { id, name } = read(named);
    const key = comparableText(name);
    const same = ids.get(key);
    if (same) same.push(id);
    else ids.set(key, [id]);
  }
  made.set(names, ids);
  return ids;
}
