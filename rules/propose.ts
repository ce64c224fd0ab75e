import type { AskedEntry } from '#search/matching-parts.ts';
import { applyRules, type FieldChange, type Origins, type ReadyRule, type RuleField } from './apply.ts';

/** Category and parts are one choice. */
const FILED: readonly RuleField[] = ['category', 'parts'];

/**
 * What rules propose for an entry that is not recorded yet (product 4.20): the fields that they give another value.
 * `said` are the fields that a person said, which stay, also where they said that there is none. What a file has can
 * be replaced. Pure.
 */
export function propose(rules: readonly ReadyRule[], entry: AskedEntry, said: ReadonlySet<string>): FieldChange[] {
  const origins: Origins = new Map([...said].map((field) => [field, { by: 'hand' }]));
  const isFiled = FILED.some((field) => said.has(field));
  return applyRules(rules, entry, origins, { overwrite: false }).changes.filter(
    ({ field }) => field === 'tags' || !(said.has(field) || (isFiled && FILED.includes(field))),
  );
}
