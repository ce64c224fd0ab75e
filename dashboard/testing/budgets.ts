import type { Budget, BudgetCategory } from '#contract/budget-calls.ts';
import { GIVEN } from '../shared/categories/categories.ts';

/** A category of a month with the given fields, for which nothing is planned and spent. */
export function rowOf(name: string, fields: Partial<BudgetCategory> = {}): BudgetCategory {
  const category = GIVEN.find((given) => given.name === name && given.kind === 'Expense');
  return {
    ...{ categoryId: category?._id ?? name, name, parent: null, planned: 0, carriedIn: 0, spent: 0, refunded: 0 },
    ...{ available: 0, carry: 'surplus', target: null },
    ...fields,
  };
}

/** The budget of a month with these categories; without any nothing is planned, and there is no money. */
export function budgetOf(
  month: string,
  categories: readonly BudgetCategory[] = [],
  fields: Partial<Budget> = {},
): Budget {
  const sum = (of: 'planned' | 'spent') => categories.reduce((total, category) => total + category[of], 0);
  return {
    ...{ month, balance: 0, inflow: 0, planned: sum('planned'), spent: sum('spent'), toBudget: 0, plannedAhead: 0 },
    isUsed: true,
    ...{ agrees: true, categories: [...categories], goals: 0 },
    ...fields,
  };
}
