import type { CategoriesResponse } from '#contract/statistics-calls.ts';
import { type Categories, NO_CATEGORY, nameOfCategory } from '#ledger/model/categories.ts';
import type { CategoryKind } from '#ledger/model/constants.ts';
import { amountOf, safe, ZERO } from '#ledger/model/money.ts';
import type { CategorySums } from '#projections/queries/categories.ts';

type Sums = Pick<CategorySums, 'category' | 'amount' | 'before'>;

/**
 * The sums of the categories of a kind in cents, the largest first: each counts alone, without those below it, and
 * refunds are taken off the expenses of theirs (product 5.9).
 */
export function sumsOfKind(sums: readonly CategorySums[], kind: CategoryKind, categories: Categories): Sums[] {
  const byCategory = new Map<string | null, Sums>();
  for (const sum of sums) {
    const { category, amount, before } = sum;
    const isBack = isRefund(sum, categories);
    if (isBack ? kind === 'Income' : sum.type !== kind) continue;
    const sign = isBack ? -1 : 1;
    const added = byCategory.get(category) ?? { category, amount: ZERO, before: ZERO };
    byCategory.set(category, {
      category,
      amount: safe(added.amount + sign * amount),
      before: safe(added.before + sign * before),
    });
  }
  const nameOf = ({ category }: Sums) => (category === null ? NO_CATEGORY : nameOfCategory(categories, category));
  return [...byCategory.values()].sort(
    (one, other) => other.amount - one.amount || other.before - one.before || (nameOf(one) < nameOf(other) ? -1 : 1),
  );
}

/** The sum of all refunds, as the contract has it; nothing where there are none. */
export function presentRefunds(
  sums: readonly CategorySums[],
  categories: Categories,
): Pick<CategoriesResponse, 'refunds'> {
  const refunds = sums.filter((sum) => isRefund(sum, categories));
  if (refunds.length === 0) return {};
  const total = (of: 'amount' | 'before') => amountOf(safe(refunds.reduce((sum, each) => sum + each[of], 0)));
  return { refunds: { amount: total('amount'), before: total('before') } };
}

/** The sum of all refunds in the first of the two stretches of days, in cents. */
export function refundsIn(sums: readonly CategorySums[], categories: Categories): number {
  return sums.filter((sum) => isRefund(sum, categories)).reduce((total, { amount }) => total + amount, 0);
}

function isRefund({ type, category }: CategorySums, categories: Categories): boolean {
  return type === 'Income' && category !== null && categories.get(category)?.kind === 'Expense';
}

/** Converts the sums of the categories of a kind to the contract's. */
export function presentSums(
  sums: readonly CategorySums[],
  kind: CategoryKind,
  categories: Categories,
): CategoriesResponse['expense'] {
  return sumsOfKind(sums, kind, categories).map(({ category, amount, before }) => ({
    category: category === null ? NO_CATEGORY : nameOfCategory(categories, category),
    categoryId: category ?? NO_CATEGORY,
    parent: (category === null ? undefined : categories.get(category)?.parent) ?? null,
    amount: amountOf(amount),
    before: amountOf(before),
  }));
}
