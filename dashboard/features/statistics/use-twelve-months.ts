import { useQueries } from '@tanstack/react-query';
import { useKnown } from '../../browser-state/known.ts';
import { categoriesQuery } from '../../server/queries.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { spanAround } from './chosen-span.ts';
import { lastMonths, monthSumsAsked, monthsIn } from './month-sums.ts';

/**
 * The sums by category of the twelve months up to today, as far as they are loaded, and the query that has failed, if
 * one has.
 */
export function useTwelveMonths() {
  const known = useKnown();
  const months = lastMonths(useToday());
  const answers = useQueries({
    queries: monthSumsAsked(months).map((first) => categoriesQuery(first, spanAround('month', first).to, known)),
  });
  const loaded = answers.flatMap(({ data }) => data ?? []);
  return {
    months: monthsIn(loaded, months),
    isComplete: loaded.length === answers.length,
    failed: answers.find(({ isLoadingError }) => isLoadingError),
  };
}
