import type { Calendar } from '#ledger/model/constants.ts';
import type { Books } from '#ledger/model/state.ts';
import type { RuleNames } from '#ledger/rules/rule.ts';

/** The names by which rules are read and shown. `today` is an ISO date in the user's zone. */
export function ruleNames(
  { accounts, categories, merged }: Pick<Books, 'accounts' | 'categories' | 'merged'>,
  today: string,
  calendar: Calendar,
): RuleNames {
  return { today, calendar, accounts, categories, merged };
}
