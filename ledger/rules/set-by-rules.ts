import { REPLACED_MAX, type Setter } from '#ledger/model/constants.ts';
import type { Replaced, SetFields } from '#ledger/model/origins.ts';
import { setWith } from '#ledger/model/rule-fields.ts';
import type { AskedEntry } from '#ledger/search/matching-parts.ts';
import { type RuleFieldChange, valuesByRule } from './apply.ts';

/** The entry as rules found it, which no event has, and who had set a field of it. */
type Found = { entry: AskedEntry; by: (field: RuleFieldChange['field']) => Exclude<Setter, 'rule'> };

/**
 * Who set the fields that rules changed, as an event says it, with what each rule replaced (product 4.20). `found` is
 * for an event that records the entry. Of very many rules after one another it says what the last ones replaced. Pure.
 */
export function setByRules(changes: readonly RuleFieldChange[], found?: Found): SetFields {
  const set = changes.map(({ field, ruleId, version, replaced: byRules }) => {
    const first = found && { by: found.by(field), values: valuesByRule(found.entry, setWith(field)) };
    const lastMax = REPLACED_MAX - (first ? 1 : 0);
    const replaced: Replaced[] = [...(first ? [first] : []), ...byRules.slice(-lastMax)];
    return [field, { by: 'rule', ruleId, ruleVersion: version, ...(replaced.length > 0 && { replaced }) }] as const;
  });
  return Object.fromEntries(set);
}
