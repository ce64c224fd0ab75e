import { useQuery } from '@tanstack/react-query';
import type { Budget } from '#contract/budget-calls.ts';
import { useKnown } from '../../browser-state/known.ts';
import { budgetQuery } from '../../server/budget-queries.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { hasPlans } from '../../shared/budget/left.ts';
import { FRESH_MS } from './fresh.ts';

/** The budget of the present month, or null while it is not loaded, or has no plan. */
export function usePlannedMonth(): Budget | null {
  const query = budgetQuery(useToday().slice(0, 7), useKnown());
  const { data } = useQuery({ ...query, staleTime: FRESH_MS });
  return data && hasPlans(data) ? data : null;
}
