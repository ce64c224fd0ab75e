import type { Category } from '#contract/category-calls.ts';
import { pathOf } from '../../../shared/categories/categories.ts';
import { foundByText } from '../../../ui/found-by-text.ts';

/** A category that is offered, with its words. */
export type Offer = { categoryId: string; name: string; label: string };

/** The categories of a kind, without archived ones, whose words have the typed text, the nearest first. */
export function matchingCategories(categories: readonly Category[], kind: Category['kind'], typed: string): Offer[] {
  const offers = categories
    .filter((category) => category.kind === kind && !category.isArchived)
    .map((category) => ({ categoryId: category._id, name: category.name, label: pathOf(categories, category) }));
  return foundByText(offers, typed);
}
