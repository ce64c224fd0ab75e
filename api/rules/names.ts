import type { WeekStart } from '#ledger/model/constants.ts';
import type { Books } from '#ledger/model/state.ts';
import type { RuleNames } from '#rules/rule.ts';

/** The names by which rules are read and shown. `today` is an ISO date in the user's zone. */
export function namesOf(
  { accounts, categories, merged }: Pick<Books, 'accounts' | 'categories' | 'merged'>,
  today: string,
  weekStart: WeekStart | null,
): RuleNames {
  return { today, weekStart: weekStart ?? undefined, accounts, categories, merged };
}
