import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import { previewRulesQuery } from '../../server/rule-queries.ts';
import { useSettled } from '../../ui/use-settled.ts';

/** Pause after the last key before a preview is asked for. */
const PAUSE_MS = 300;

/** The number of changes that are asked for. */
const LIMIT = 50;

type Input = CallInput<'previewRules'>;

/** The preview of what rules would do; of an input that is null nothing is asked. The last input counts. */
export function usePreview(input: Input | null) {
  const settledInput = useSettled(JSON.stringify(input), PAUSE_MS);
  const isAsked = settledInput !== 'null';
  const preview = useQuery({
    ...previewRulesQuery(isAsked ? { ...(JSON.parse(settledInput) as Input), limit: LIMIT } : {}),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const isCurrent =
    isAsked &&
    settledInput === JSON.stringify(input) &&
    !preview.isPlaceholderData &&
    !preview.isFetching &&
    !preview.isError;
  return { preview, isAsked, isCurrent };
}
