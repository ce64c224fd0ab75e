import type { Setter } from '#ledger/model/constants.ts';
import { RULE_FIELDS, type RuleField } from '#ledger/model/rule-fields.ts';
import type { AskedEntry } from '#ledger/search/matching-parts.ts';
import { applyRules, type ReadyRule, type RuleFieldChange, type RuleOrigins } from './apply.ts';

/** Category and parts are one choice. */
const FILED: readonly RuleField[] = ['category', 'parts'];

/**
 * The values that rules propose for an entry that is not recorded yet (product 4.20): the fields that they give another
 * value. `said` are the fields that a person said, which stay, also where they said that there is none. What a file has
 * can be replaced; `broughtBy` is who gave the fields that were not said, if anybody did. Pure.
 */
export function propose(
  rules: readonly ReadyRule[],
  entry: AskedEntry,
  said: ReadonlySet<string>,
  broughtBy: Setter | null = null,
): RuleFieldChange[] {
  const brought = broughtBy === null ? [] : RULE_FIELDS.map((field) => [field, { by: broughtBy }] as const);
  const origins: RuleOrigins = new Map([...brought, ...[...said].map((field) => [field, { by: 'hand' }] as const)]);
  const isFiled = FILED.some((field) => said.has(field));
  return applyRules(rules, entry, origins, { overwrite: false }).changes.filter(
    ({ field }) => field === 'tags' || !(said.has(field) || (isFiled && FILED.includes(field))),
  );
}
