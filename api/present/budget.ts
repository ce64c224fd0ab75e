import type { Budget, BudgetCategory, TargetInput } from '#contract/budget-calls.ts';
import {
  type BudgetBooks,
  type BudgetMonth,
  type CategoryMonth,
  hasMoney,
  totalAvailable,
  totalSpent,
} from '#ledger/budget/month.ts';
import type { Target } from '#ledger/model/budget.ts';
import { type CategoryState, inShownOrder, NO_CATEGORY } from '#ledger/model/categories.ts';
import { DEFAULT_CARRY } from '#ledger/model/constants.ts';
import { amountOf, type Cents, exactCents } from '#ledger/model/money.ts';
import type { StoredBudget } from '#projections/queries/budget.ts';

/** The words for what has no category. */
const NO_CATEGORY_NAME = 'No category';

/**
 * Converts the budget of a month to the contract's, with all categories of expenses in the order in which they are
 * shown, then what has none; archived ones as long as there is money in them (product 12.1).
 */
export function presentBudget(stored: StoredBudget & BudgetBooks, budget: BudgetMonth): Budget {
  const available = totalAvailable(budget);
  const movements = stored.movements
    .filter(({ account }) => !stored.beside.has(account))
    .filter(({ part, date }) => part === 'opening' || date.slice(0, 7) <= budget.month)
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const ofEntries = stored.fromEntries.filter(({ month }) => month <= budget.month);
  const balance = Number(movements) + ofEntries.reduce((sum, { amount }) => sum + amount, 0);
  return {
    month: budget.month,
    balance: units(balance),
    inflow: units(budget.inflow),
    planned: units(budget.planned),
    spent: units(totalSpent(budget)),
    toBudget: units(budget.toBudget),
    plannedAhead: units(budget.plannedAhead),
    isUsed: stored.targets.size > 0 || [...stored.plans.values()].some((amount) => amount !== 0),
    agrees: budget.toBudget + budget.plannedAhead + available === balance,
    categories: [
      ...inShownOrder(stored.categories)
        .filter(([, { kind }]) => kind === 'Expense')
        .map(([id, category]) => ({ id, category, row: rowOf(budget, id, category) }))
        .filter(({ category, row }) => !category.isArchived || hasMoney(row))
        .map(({ id, category, row }) => presentCategory(id, category, row, stored.targets.get(id))),
      presentCategory(NO_CATEGORY, null, rowOf(budget, NO_CATEGORY, null), stored.targets.get(NO_CATEGORY)),
    ],
    goals: units(budget.goals),
  };
}

/** The ids of the categories of a budget, in the order in which they are shown. */
export function categoriesInOrder({ categories }: Pick<BudgetBooks, 'categories'>): string[] {
  const ofExpenses = inShownOrder(categories).filter(([, { kind }]) => kind === 'Expense');
  return [...ofExpenses.map(([id]) => id), NO_CATEGORY];
}

/** The name of a category of a budget. */
export function budgetName({ categories }: Pick<BudgetBooks, 'categories'>, categoryId: string): string {
  return categories.get(categoryId)?.name ?? NO_CATEGORY_NAME;
}

/** The row of a category of which nothing is known: a child draws on its parent. */
function rowOf({ categories }: BudgetMonth, id: string, category: CategoryState | null): CategoryMonth {
  const nothing = { planned: 0, carriedIn: 0, spent: 0, refunded: 0, carry: DEFAULT_CARRY };
  return categories.get(id) ?? { ...nothing, available: category?.parent === undefined ? 0 : null };
}

function presentCategory(
  categoryId: string,
  category: CategoryState | null,
  { planned, carriedIn, spent, refunded, available, carry }: CategoryMonth,
  target: Target | undefined,
): BudgetCategory {
  return {
    categoryId,
    name: category?.name ?? NO_CATEGORY_NAME,
    parent: category?.parent ?? null,
    planned: units(planned),
    carriedIn: units(carriedIn),
    spent: units(spent),
    refunded: units(refunded),
    available: available === null ? null : units(available),
    carry,
    target: target ? presentTarget(target) : null,
  };
}

function presentTarget(target: Target): NonNullable<BudgetCategory['target']> {
  return target.kind === 'share' ? target : { ...target, amount: amountOf(target.amount) };
}

/** A target as events have it. */
export function targetOf(input: TargetInput): Target {
  if (input.kind === 'share') return input;
  const { repeat, ...target } = { repeat: undefined, ...input };
  return { ...target, amount: exactCents(input.amount), ...(repeat && { repeat }) } as Target;
}

/** Cents in whole units; never −0. */
function units(cents: number): number {
  return amountOf((cents === 0 ? 0 : cents) as Cents);
}
