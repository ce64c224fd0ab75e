import { cellId } from '#ledger/model/budget.ts';
import type { CopySource } from '#ledger/model/constants.ts';
import { lastOf } from '#ledger/model/days.ts';
import { monthAfter } from '#ledger/model/months.ts';
import { type HeldDays, heldShare } from '../model/held-share.ts';
import { type BudgetBooks, type BudgetMonth, isOfExpenses } from './month.ts';
import type { TargetAmount } from './targets.ts';

const MONTHS: Readonly<Record<Exclude<CopySource, 'planned'>, number>> = { spent: 1, 'average-3': 3, 'average-12': 12 };

/**
 * The amounts above 0, in cents, that a copy from a month plans for categories. A child that draws on its parent in
 * that month is copied with it. An average counts the days that the books hold. An archived category is left out where
 * its plan for `to` would be raised (product 12.2).
 */
export function copied(
  books: BudgetBooks,
  from: BudgetMonth,
  to: string,
  what: CopySource,
  held: HeldDays,
): TargetAmount[] {
  const amounts = what === 'planned' ? plannedIn(from) : spentIn(books, from, MONTHS[what], held);
  return amounts.filter(({ categoryId, amount }) => {
    const isArchived = books.categories.get(categoryId)?.isArchived ?? false;
    return amount > 0 && !(isArchived && amount > (books.plans.get(cellId({ categoryId, month: to })) ?? 0));
  });
}

function plannedIn({ categories }: BudgetMonth): TargetAmount[] {
  return [...categories].map(([categoryId, { planned }]) => ({ categoryId, amount: planned }));
}

/**
 * The amount that was spent in a month and those before it, `count` in all, divided by the number of them that the
 * books hold; the amount of a single month as it is.
 */
function spentIn(
  { sums, categories }: BudgetBooks,
  { month, categories: rows }: BudgetMonth,
  count: number,
  held: HeldDays,
): TargetAmount[] {
  const first = monthAfter(month, 1 - count);
  const spent = new Map<string, number>();
  for (const { month: each, type, category, amount } of sums) {
    if (each < first || each > month) continue;
    if (type === 'Income' && !isOfExpenses(category, categories)) continue;
    const parent = rows.get(category)?.available === null ? categories.get(category)?.parent : undefined;
    const id = parent ?? category;
    spent.set(id, (spent.get(id) ?? 0) + (type === 'Expense' ? amount : -amount));
  }
  const share = count === 1 ? 1 : heldShare(`${first}-01`, lastOf('month', `${month}-01`), held);
  return [...spent].map(([categoryId, sum]) => ({ categoryId, amount: Math.round(sum / (count * share)) }));
}
