import { type Deciders, happened, NOTHING, rejected } from '../model/command-rule.ts';
import { RULES_MAX } from '../model/constants.ts';
import { isSame } from '../model/entity-states.ts';
import type { ValuesOf } from '../model/fields.ts';
import type { RuleEvent } from './events.ts';
import { rulePosition } from './opposites.ts';

/** `position` counts from 1; without it a rule is the last. */
export type RuleCommand =
  | ({ type: 'AddRule'; ruleId: string; position?: number | undefined } & ValuesOf<'rule'>)
  | { type: 'ChangeRule'; ruleId: string; edit: Partial<ValuesOf<'rule'>> }
  | { type: 'RemoveRule'; ruleId: string }
  | { type: 'OrderRules'; ruleIds: readonly string[] };

const needs = () => ({ rules: true });

/** The rules of the ledger about a user's rules (product 4.20). */
export const ruleCommands: Deciders<RuleCommand, RuleEvent> = {
  AddRule: {
    needs,
    decide({ type: _, position, ...rule }, { rules }) {
      if (rules.size >= RULES_MAX) return rejected('too_many_rules');
      const last = rules.size + 1;
      return happened({ type: 'RuleAdded', data: { ...rule, position: Math.min(position ?? last, last) } });
    },
  },
  ChangeRule: {
    needs,
    decide({ ruleId, edit }, { rules }) {
      const rule = rules.get(ruleId);
      if (!rule) return rejected('rule_not_found');
      const after = { ...rule, ...edit };
      if (isSame('rule', rule, after)) return NOTHING;
      return happened({ type: 'RuleChanged', data: { ruleId, ...after, version: rule.version + 1 } });
    },
  },
  RemoveRule: {
    needs,
    decide({ ruleId }, { rules }) {
      if (!rules.has(ruleId)) return rejected('rule_not_found');
      return happened({ type: 'RuleRemoved', data: { ruleId, position: rulePosition(ruleId, rules) } });
    },
  },
  OrderRules: {
    needs,
    decide({ ruleIds }, { rules }) {
      const before = [...rules.keys()];
      if (ruleIds.some((ruleId) => !rules.has(ruleId))) return rejected('rule_not_found');
      if (new Set(ruleIds).size !== before.length || ruleIds.length !== before.length)
        return rejected('rules_not_whole');
      if (ruleIds.every((ruleId, index) => ruleId === before[index])) return NOTHING;
      return happened({ type: 'RulesOrdered', data: { before, after: [...ruleIds] } });
    },
  },
};
