import type { CategoryRef } from '#ledger/model/categories.ts';
import { exactCents } from '#ledger/model/money.ts';

export type CategoryOfInput = { category?: string | undefined; categoryId?: string | undefined };

/** The category that an input names, by its id or its name; undefined for none. */
export function categoryOfInput({ category, categoryId }: CategoryOfInput): CategoryRef | undefined {
  return categoryId ?? (category === undefined ? undefined : { name: category });
}

/** Converts the parts of an input: amounts become cents, and names or ids of categories become references. */
export function partsIn(parts: readonly (CategoryOfInput & { amount: number; note?: string | undefined })[]) {
  return parts.map(({ amount, note, ...named }) => ({
    amount: exactCents(amount),
    category: categoryOfInput(named) as CategoryRef,
    ...(note !== undefined && { note }),
  }));
}
