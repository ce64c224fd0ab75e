import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import { atMoment, type CachedMoment, fetchData, keyAt } from './cache.ts';
import { RULES } from './queries.ts';

/** The rules in their order (product 4.20). */
export function rulesQuery(known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, RULES),
    queryFn: async () => (await fetchData('getRules', atMoment(known))).rules,
  });
}

/** The effect of rules (product 4.20). The answer is forgotten with the form that asks for it. */
export function previewRulesQuery(input: CallInput<'previewRules'>) {
  return queryOptions({
    queryKey: [RULES, 'preview', JSON.stringify(input)],
    queryFn: () => fetchData('previewRules', input),
    gcTime: 0,
  });
}
