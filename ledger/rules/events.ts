import { z } from 'zod';
import { RULES_MAX } from '../model/constants.ts';
import { noPostings } from '../model/double-entry.ts';
import { RULE_ORDER } from '../model/entity-ids.ts';
import { type EventOf, event } from '../model/event-definition.ts';
import { schemasOf, valuesIn } from '../model/fields.ts';
import type { Draft } from '../model/state.ts';
import { id } from '../model/values.ts';
import { insertAt, reordered } from './order.ts';

const ruleId = id.describe('the rule');
const version = z.int().min(1);
const position = z.int().min(1).describe('its place in the order, from 1');
const order = z.array(id).max(RULES_MAX).meta({ title: 'list of UUIDs' });

const idOf = ({ ruleId }: { ruleId: string }) => ruleId;

/**
 * Rules that file entries (product 4.20), and the run of rules over entries that are there. Where they aren't loaded, a
 * draft may lack a rule of an older event.
 */
export const ruleEvents = {
  RuleAdded: event({
    about: { when: 'The user adds a rule.', also: 'the rule is there, in its first version' },
    data: { ruleId, ...schemasOf('rule'), position },
    begins: 'add-rule',
    effect: {
      does: 'make',
      kind: 'rule',
      id: idOf,
      state: (data) => ({ ...valuesIn('rule', data), version: 1 }),
      says: () => ({}),
    },
    evolve(draft, { ruleId, position, ...rule }) {
      insertAt(draft.rules, ruleId, { ...rule, version: 1 }, position);
    },
    postings: noPostings,
    moves: null,
  }),
  RuleChanged: event({
    about: {
      when: 'The user changes a rule, and something in it is new, or the undo of a change does.',
      also: 'the rule has these values, in its next version',
    },
    data: { ruleId, ...schemasOf('rule'), version: version.describe('its version by now') },
    begins: 'change-rule',
    effect: {
      does: 'change',
      kind: 'rule',
      id: idOf,
      state: (data) => ({ ...valuesIn('rule', data), version: data.version }),
      says: () => ({}),
    },
    evolve(draft, { ruleId, ...rule }) {
      if (draft.rules.has(ruleId)) draft.rules.set(ruleId, rule);
    },
    postings: noPostings,
    moves: null,
  }),
  RuleRemoved: event({
    about: {
      when:
        'The user removes a rule, or the undo of its adding does. Where what it did is taken back, the events of ' +
        'entries follow, under the same command id.',
      also: 'the rule is removed; while events are missing, no other command is carried out',
    },
    data: {
      ruleId,
      position,
      count: z.int().min(1).optional().describe('how many events follow; absent where nothing is taken back'),
    },
    begins: 'remove-rule',
    effect: { does: 'remove', kind: 'rule', id: idOf, says: ({ position }) => ({ position }) },
    /** Until all of its events are there, it is unfinished. */
    evolve(draft, { ruleId, count }, { revision, commandId }) {
      draft.rules.delete(ruleId);
      if (count !== undefined) draft.unfinished = { changeSetId: commandId, first: revision, left: count + 1 };
    },
    postings: noPostings,
    moves: null,
  }),
  RuleRestored: event({
    about: { when: 'The undo of a removal brings a rule back.', also: 'the rule is there again, at its place' },
    data: { ruleId, ...schemasOf('rule'), version: version.describe('its version'), position },
    begins: 'undo',
    effect: {
      does: 'restore',
      kind: 'rule',
      id: idOf,
      state: (data) => ({ ...valuesIn('rule', data), version: data.version }),
      says: () => ({}),
    },
    evolve(draft, { ruleId, position, ...rule }) {
      insertAt(draft.rules, ruleId, rule, position);
    },
    postings: noPostings,
    moves: null,
  }),
  RulesOrdered: event({
    about: {
      when: 'The user puts rules in another order, or the undo of that does.',
      also: "the rules that it names take each other's places in its order; others stay where they are",
    },
    data: { before: order.describe('all rules in their order before'), after: order.describe('the order after') },
    begins: 'order-rules',
    effect: {
      does: 'change',
      kind: 'ruleOrder',
      id: () => RULE_ORDER,
      state: ({ after }) => ({ ruleIds: after }),
      says: ({ before }) => ({ ordered: before }),
    },
    evolve: (draft, { after }) => putInOrder(draft, after),
    postings: noPostings,
    moves: null,
  }),
  RulesRun: event({
    about: {
      when:
        'The user applies rules to entries that are there. The events of those that they change follow, under the ' +
        'same command id.',
      also: 'while events are missing, no other command is carried out',
    },
    data: {
      rules: z
        .array(z.strictObject({ ruleId: id, version }))
        .min(1)
        .max(RULES_MAX)
        .meta({ title: 'list of `ruleId`, `version`' })
        .describe('the rules that were applied, in their order'),
      q: z.string().optional().describe('the query that limits them to some entries; absent for all'),
      overwrite: z.boolean().meta({ title: 'yes or no' }).describe('whether what was set by hand is overwritten'),
      count: z.int().min(1).describe('how many events follow'),
    },
    begins: 'rules',
    effect: null,
    /** Until all of its events are there, it is unfinished. */
    evolve(draft, { count }, { revision, commandId }) {
      draft.unfinished = { changeSetId: commandId, first: revision, left: count + 1 };
    },
    /** None: the events of the entries move the money. */
    postings: noPostings,
    moves: null,
  }),
} as const;

export type RuleEvent = EventOf<typeof ruleEvents>;

function putInOrder(draft: Draft, wanted: readonly string[]): void {
  const before = new Map(draft.rules);
  draft.rules.clear();
  for (const ruleId of reordered([...before.keys()], wanted)) {
    const rule = before.get(ruleId);
    if (rule) draft.rules.set(ruleId, rule);
  }
}
