import type { Category } from '#contract/category-calls.ts';
import { type Categories, type CategoryState, inShownOrder, isGiven } from '#ledger/model/categories.ts';

/** Converts all categories to the contract's, in the order in which they are shown; `counts` by their ids. */
export function presentCategories(categories: Categories, counts: ReadonlyMap<string, number>): Category[] {
  return inShownOrder(categories).map(([id, category]) => ({
    ...presentOne(id, category),
    count: counts.get(id) ?? 0,
  }));
}

/** Converts a category to the contract's, without the number of its entries. */
export function presentOne(
  id: string,
  { name, kind, parent, isArchived, position }: CategoryState,
): Omit<Category, 'count'> {
  return { _id: id, name, kind, parent: parent ?? null, isOwn: !isGiven(id), isArchived, position: position ?? null };
}
