import { queryOptions } from '@tanstack/react-query';
import type { Budget, BudgetChange } from '#contract/budget-calls.ts';
import { atMoment, type CachedMoment, fetchData, keyAt, replace } from './cache.ts';
import { listQuery, type PageOfList } from './list-query.ts';
import { BUDGET } from './queries.ts';

/** The budget of a month, such as `2026-11` (product 12.1). */
export function budgetQuery(month: string, known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, BUDGET, month),
    queryFn: () => fetchData('getBudget', { month, ...atMoment(known) }),
  });
}

/** Whether anything was ever planned, in any month. */
export function everPlannedQuery(known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, BUDGET, 'ever planned'),
    queryFn: async () => (await fetchData('getBudgetChanges', { limit: '1', ...atMoment(known) })).changes.length > 0,
  });
}

/** The changes of what is planned for a category in a month, newest first. */
export function planChangesQuery(
  { categoryId, month }: { categoryId: string; month: string },
  known: CachedMoment = null,
) {
  const about = { category: categoryId, month, ...atMoment(known) };
  return listQuery(
    keyAt(known, BUDGET, 'changes', categoryId, month),
    async ({ limit, before }): Promise<PageOfList<BudgetChange>> => {
      const input = { ...about, limit: String(limit), ...(before !== undefined && { before }) };
      const { changes, next } = await fetchData('getBudgetChanges', input);
      return { rows: changes, next };
    },
  );
}

/** Shows the budget that a command has answered with. */
export function takeBudget(budget: Budget): void {
  replace(budgetQuery(budget.month).queryKey, budget);
}
