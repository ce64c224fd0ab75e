import type { Category } from '#contract/category-calls.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { pathOf } from '../../../shared/categories/categories.ts';

/** A category that is offered, with its words. */
export type Offer = { categoryId: string; name: string; label: string };

/**
 * The categories of a kind, without archived ones, whose words have the typed text: names that begin with it come
 * first, then names with a word that does.
 */
export function matchingCategories(categories: readonly Category[], kind: Category['kind'], typed: string): Offer[] {
  const sought = comparableText(typed);
  const offers = categories
    .filter((category) => category.kind === kind && !category.isArchived)
    .map((category) => ({ categoryId: category._id, name: category.name, label: pathOf(categories, category) }));
  const ranked = offers.flatMap((offer) => {
    const [name, label] = [comparableText(offer.name), comparableText(offer.label)];
    if (!label.includes(sought)) return [];
    return [{ offer, rank: name.startsWith(sought) ? 0 : ` ${label}`.includes(` ${sought}`) ? 1 : 2 }];
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ offer }) => offer);
}
