import { useQuery } from '@tanstack/react-query';
import type { Category } from '#contract/category-calls.ts';
import { useKnown } from '../../browser-state/known.ts';
import { allCategoriesQuery } from '../../server/category-queries.ts';
import { GIVEN } from './categories.ts';

/** Returns all categories, as of the moment that screens show; the specification's until they are loaded. */
export function useCategories(): readonly Category[] {
  return useLoadedCategories() ?? GIVEN;
}

/** The same for what can't do with others: null until they are loaded, and the specification's where that failed. */
export function useLoadedCategories(): readonly Category[] | null {
  const { data, isPending } = useQuery(allCategoriesQuery(useKnown()));
  return data ?? (isPending ? null : GIVEN);
}
