import type { Category } from '#contract/category-calls.ts';
import type { RecordedEvent } from '#ledger/events.ts';
import { type Categories, type CategoryState, inShownOrder, isGiven } from '#ledger/model/categories.ts';

/** Converts all categories to the contract's, in the order in which they are shown; `counts` by their ids. */
export function presentCategories(categories: Categories, counts: ReadonlyMap<string, number>): Category[] {
  return inShownOrder(categories).map(([id, category]) => ({
    ...presentOne(id, category),
    count: counts.get(id) ?? 0,
  }));
}

/** Converts a category to the contract's, without the number of its entries. */
export function presentOne(id: string, { name, kind, parent, isArchived }: CategoryState): Omit<Category, 'count'> {
  return { _id: id, name, kind, parent: parent ?? null, isOwn: !isGiven(id), isArchived };
}

/** Categories with those that events name and that are gone since, by the last name of each. */
export function withGone(categories: Categories, events: readonly RecordedEvent[]): Categories {
  const all = new Map(categories);
  for (const { event } of events) {
    const { type, data } = event;
    if (type === 'CategoryAdded' || type === 'CategoryRestored') {
      const { categoryId, name, kind } = data;
      if (!categories.has(categoryId))
        all.set(categoryId, { name, kind, parent: undefined, isArchived: false, place: 0 });
    }
    if (type === 'CategoryRenamed') {
      const gone = categories.has(data.categoryId) ? undefined : all.get(data.categoryId);
      if (gone) all.set(data.categoryId, { ...gone, name: data.to });
    }
  }
  return all;
}
