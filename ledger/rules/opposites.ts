import { RULES_MAX } from '../model/constants.ts';
import { isSame } from '../model/entity-states.ts';
import { valuesIn } from '../model/fields.ts';
import { anyTime, isLasting, type Opposites } from '../model/opposites.ts';
import type { RuleEvent } from './events.ts';
import { reordered } from './order.ts';

/** How an undo changes rules (product 4.14). A version never changes: entries name the version that set a field. */
export const undoRule: Opposites<'rule', RuleEvent> = {
  whyNot: ({ does }, { rules }) => (does === 'restore' && rules.size >= RULES_MAX ? 'too_many_rules' : null),
  removed({ id: ruleId }, { rules }) {
    return { type: 'RuleRemoved', data: { ruleId, position: rulePosition(ruleId, rules) } };
  },
  restored({ id: ruleId, target, steps, position = RULES_MAX }) {
    const removal = steps.findLast(({ does }) => does === 'remove');
    const isAsBefore = removal?.before && isSame('rule', removal.before, target);
    const version = newestVersion(steps) + (isAsBefore ? 0 : 1);
    return { type: 'RuleRestored', data: { ruleId, ...valuesIn('rule', target), version, position } };
  },
  changed({ id: ruleId, target, steps }) {
    const version = newestVersion(steps) + 1;
    return { type: 'RuleChanged', data: { ruleId, ...valuesIn('rule', target), version } };
  },
};

/** How an undo changes the order of rules: rules that were added since stay where they are. */
export const undoRuleOrder: Opposites<'ruleOrder', RuleEvent> = {
  whyNot: anyTime,
  removed: isLasting,
  restored: isLasting,
  changed({ target, steps }, { rules }) {
    const before = [...rules.keys()];
    const wanted = target.ruleIds ?? steps[0]?.said?.ordered ?? [];
    return { type: 'RulesOrdered', data: { before, after: reordered(before, wanted) } };
  },
};

/** The place of a rule in the order, from 1; at the end where it is not there. */
export function rulePosition(ruleId: string, rules: ReadonlyMap<string, unknown>): number {
  const index = [...rules.keys()].indexOf(ruleId);
  return index < 0 ? rules.size + 1 : index + 1;
}

/** The last version that a rule had. */
function newestVersion(steps: readonly { after: { version: number } | null }[]): number {
  return Math.max(1, ...steps.flatMap(({ after }) => after?.version ?? []));
}
