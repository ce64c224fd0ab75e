import type { ImportStep } from '#ledger/import-file.ts';
import { type Carries, cellId, cellOf, type Plans, type Target } from '#ledger/model/budget.ts';
import { NO_CATEGORY } from '#ledger/model/categories.ts';
import { type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { isMonth } from '#ledger/model/months.ts';
import type { ParsedBudget, ParsedCategory } from '../parsed.ts';
import type { FileCategories } from '../preview/file-categories.ts';

/** The budget that the ledger has. */
export type KnownBudget = { plans: Plans; carries: Carries; targets: ReadonlyMap<string, Target> };

/** How many plans, settings of what carries over, and targets steps add. */
export type BudgetCounts = { plans: number; carries: number; targets: number };

/** Counts the steps of a budget. Pure. */
export function budgetCounts(steps: readonly ImportStep[]): BudgetCounts {
  const counted = (does: ImportStep['does']) => steps.filter((step) => step.does === does).length;
  return { plans: counted('plan'), carries: counted('set carry'), targets: counted('set target') };
}

/**
 * The steps that bring the budget of a file (product 11.11): the plans of cells for which nothing is planned here, and
 * settings and targets of categories that have none. What is planned for two categories of the file that become one is
 * added up; what is not imported is left out. Pure.
 */
export function fileBudgetSteps(
  { plans, carries, targets }: ParsedBudget,
  { categories, known }: { categories: FileCategories; known: KnownBudget },
): ImportStep[] {
  const idOf = (category: ParsedCategory | null) =>
    category === null ? NO_CATEGORY : (categories.of(category, 'Expense')?.categoryId ?? null);
  const cells = new Map<string, number>();
  for (const { category, month, amount } of plans) {
    const categoryId = idOf(category);
    if (categoryId === null || !isMonth(month)) continue;
    const id = cellId({ categoryId, month });
    cells.set(id, (cells.get(id) ?? 0) + amount);
  }
  const planned = [...cells].flatMap(([id, amount]): ImportStep[] => {
    const isNew = amount !== 0 && Math.abs(amount) <= LARGEST_AMOUNT && !known.plans.has(id);
    return isNew ? [{ does: 'plan', ...cellOf(id), amount: amount as Cents }] : [];
  });

  const withCarry = new Set([...known.carries.keys()].map((id) => cellOf(id).categoryId));
  const set = new Map<string, ImportStep>();
  for (const { category, month, carry } of carries) {
    const categoryId = idOf(category);
    if (categoryId === null || !isMonth(month) || withCarry.has(categoryId)) continue;
    const id = cellId({ categoryId, month });
    if (!set.has(id)) set.set(id, { does: 'set carry', categoryId, month, carry });
  }

  const targeted = new Map<string, ImportStep>();
  for (const { category, target } of targets) {
    const categoryId = idOf(category);
    if (categoryId === null || known.targets.has(categoryId) || targeted.has(categoryId)) continue;
    targeted.set(categoryId, { does: 'set target', categoryId, target });
  }
  return [...planned, ...set.values(), ...targeted.values()];
}
