import type { CategoryRef } from '#ledger/model/categories.ts';

export type NamedCategory = { category?: string | undefined; categoryId?: string | undefined };

/** The category that an input names, by its id or its name; undefined for none. */
export function categoryIn({ category, categoryId }: NamedCategory): CategoryRef | undefined {
  return categoryId ?? (category === undefined ? undefined : { name: category });
}
