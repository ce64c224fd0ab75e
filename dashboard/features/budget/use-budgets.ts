import { useQueries } from '@tanstack/react-query';
import type { Budget } from '#contract/budget-calls.ts';
import { useKnown } from '../../browser-state/known.ts';
import { budgetQuery } from '../../server/budget-queries.ts';

/** For so long a month is not asked for again, unless this browser has changed the books. */
const FRESH_MS = 60_000;

/**
 * Returns the budgets of some months, in their order, as of the moment that screens show: null until all are loaded. Of
 * those that can't be loaded, `failed` is the first.
 */
export function useBudgets(months: readonly string[]) {
  const known = useKnown();
  const answers = useQueries({ queries: months.map((each) => ({ ...budgetQuery(each, known), staleTime: FRESH_MS })) });
  const failed = answers.find(({ isLoadingError }) => isLoadingError);
  const budgets: Budget[] = answers.flatMap(({ data }) => data ?? []);
  return { budgets: budgets.length === months.length ? budgets : null, failed };
}
