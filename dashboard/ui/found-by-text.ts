import { comparableText } from '#ledger/model/comparable-text.ts';

/** Stands between the name of a category and the name of the category above it. */
const BELOW = ' › ';

/**
 * The items whose labels have the typed text, as search compares texts: first names that begin with it, then names with
 * a word that does, then the others. Items of one rank keep their order.
 */
export function foundByText<Item extends { label: string }>(items: readonly Item[], typed: string): Item[] {
  const sought = comparableText(typed);
  const ranked = items.flatMap((item) => {
    const label = comparableText(item.label);
    if (!label.includes(sought)) return [];
    const begins = label.split(comparableText(BELOW)).some((name) => name.trim().startsWith(sought));
    return [{ item, rank: begins ? 0 : ` ${label}`.includes(` ${sought}`) ? 1 : 2 }];
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
}
