import { z } from 'zod';
import {
  PART_NOTE_MAX,
  PARTS_MAX,
  PARTS_MIN,
  RULES_MAX,
  TRANSACTION_TITLE_MAX,
  WALLETS,
} from '#ledger/model/constants.ts';
import { comesToWhole } from '#ledger/rules/split.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { choice, idField, knownQuery, line, note, optional, pageLimit, smallAmount, tags, title } from './fields.ts';
import { messages } from './messages.ts';
import { query } from './search-calls.ts';
import { user } from './user.ts';

/** Schema of a category, by its name or its id: which there are, the ledger says. */
const category = line(messages.wrongType, 36, messages.wrongType).optional();

/** Schema of a part of the split of a rule: one of `percent`, `amount` and `rest`. */
const part = z
  .strictObject(
    {
      percent: z
        .number({ error: messages.notAPercent })
        .refine((value) => value > 0 && value <= 100 && Number.isInteger(Math.round(value * 1e6) / 1e4), {
          error: messages.notAPercent,
        })
        .optional(),
      amount: smallAmount.optional(),
      rest: z.literal(true, { error: messages.wrongType }).optional(),
      category,
      categoryId: category,
      note: optional(line(messages.wrongType, PART_NOTE_MAX, messages.textTooLong(PART_NOTE_MAX))),
    },
    { error: messages.wrongType },
  )
  .check(({ value: { category, categoryId }, issues }) => {
    if ((category === undefined) !== (categoryId === undefined)) return;
    issues.push({ code: 'custom', path: ['category'], message: messages.categoryTwice, input: category });
  });

/** Schema of what a rule does: at least one of these, and no category beside a split (product 4.20). */
const then = z
  .strictObject(
    {
      category,
      categoryId: category,
      title: title(TRANSACTION_TITLE_MAX).optional(),
      wallet: choice(WALLETS, messages.walletRequired).optional(),
      addTags: tags.optional(),
      note: note.optional(),
      split: z
        .array(part, { error: messages.wrongType })
        .min(PARTS_MIN, messages.partsCount)
        .max(PARTS_MAX, messages.partsCount)
        .refine(comesToWhole, messages.splitNotWhole)
        .optional(),
    },
    { error: messages.thenRequired },
  )
  .check(({ value, issues }) => {
    const refuse = (path: string[], message: string) => issues.push({ code: 'custom', path, message, input: value });
    const { category, categoryId, split, addTags, note, ...others } = value;
    const hasCategory = category !== undefined || categoryId !== undefined;
    if (category !== undefined && categoryId !== undefined) refuse(['category'], messages.categoryTwice);
    if (hasCategory && split) refuse(['category'], messages.categoryBesideParts);
    const isEmpty = !hasCategory && !split && !addTags && !note;
    if (isEmpty && Object.values(others).every((each) => each === undefined)) refuse([], messages.thenRequired);
  });
export type RuleThenInput = z.output<typeof then>;

const yesOrNo = z.boolean({ error: messages.wrongType });

/** Body of add-rule: `position` counts from 1; without it the rule is the last. */
export const addRuleInput = z.strictObject({
  when: query,
  then,
  position: z.int({ error: messages.wrongType }).min(1, messages.wrongType).optional(),
  stop: yesOrNo.optional(),
});

/** Body of change-rule: what is left out stays. */
export const changeRuleInput = z.strictObject({
  ruleId: idField,
  when: query.optional(),
  then: then.optional(),
  stop: yesOrNo.optional(),
  isOn: yesOrNo.optional(),
});

/** Body of remove-rule: with `takeBack` what it did and nobody touched since goes back, too. */
export const removeRuleInput = z.strictObject({ ruleId: idField, takeBack: yesOrNo.optional() });

const ruleIds = z.array(idField, { error: messages.wrongType }).max(RULES_MAX, messages.rulesNotWhole);

/** Body of order-rules: all rules, in their new order. */
export const orderRulesInput = z.strictObject({ ruleIds });

/** Body of run-rules: the rules that are named, also those that are off, else all that are on. */
export const runRulesInput = z.strictObject({
  ruleIds: ruleIds.min(1, messages.wrongType).optional(),
  q: query.optional(),
  overwrite: yesOrNo.optional(),
});

/**
 * The place of a change among the changes of a preview, the `next` of a page: the entry's place, and the number of its
 * changes.
 */
export const changeCursor = z.string().regex(/^\d{4}-\d{2}-\d{2}\.\d{1,15}\.\d{1,2}$/, { error: messages.wrongType });

/** Body of preview-rules: like run-rules, and `rule`, which is not kept, behind those that `ruleIds` names. */
export const previewRulesInput = runRulesInput.extend({
  rule: z.strictObject({ when: query, then, stop: yesOrNo.optional() }).optional(),
  limit: pageLimit,
  before: changeCursor.optional(),
});

/** A category as answers name it: by the name of today, and by its id where it is one. */
const categoryOfRule = { category: z.string().optional(), categoryId: z.string().optional() };

/** A rule. `applied` is on how many entries it set something, `last` when it did so last. */
export const rule = z.object({
  _id: z.string(),
  version: z.int(),
  when: z.string(),
  then: z.object({
    ...categoryOfRule,
    title: z.string().optional(),
    wallet: z.enum(WALLETS).optional(),
    addTags: z.array(z.string()).optional(),
    note: z.string().optional(),
    split: z
      .array(
        z.object({
          percent: z.number().optional(),
          amount: z.number().optional(),
          rest: z.literal(true).optional(),
          ...categoryOfRule,
          note: z.string().optional(),
        }),
      )
      .optional(),
  }),
  stop: z.boolean(),
  isOn: z.boolean(),
  applied: z.int(),
  last: z.string().nullable(),
});
export type Rule = z.infer<typeof rule>;

const userWithRule = user.extend({ rule });

/**
 * The effect of rules. `count` is the number of entries that would change; `changes` are a page of their fields, the
 * newest entry first, with its day and amount and with whole values; `kept` has the first 500 fields that a rule leaves
 * as they are, of `keptCount`. `ruleId` is null for a rule that is not kept.
 */
export const rulesPreview = z.object({
  count: z.int(),
  changes: z.array(
    z.object({
      entry: z.string(),
      title: z.string().nullable(),
      date: z.string(),
      amount: z.number(),
      field: z.string(),
      now: z.unknown(),
      then: z.unknown(),
      ruleId: z.string().nullable(),
    }),
  ),
  kept: z.array(z.object({ entry: z.string(), field: z.string(), reason: z.string() })),
  keptCount: z.int(),
  next: z.string().nullable(),
});
export type RulesPreview = z.infer<typeof rulesPreview>;

/** The calls of rules that file entries (product 4.20). */
export const ruleCalls = {
  getRules: {
    ...addresses.getRules,
    kind: 'query',
    summary: 'Returns the rules in the order in which they are applied.',
    session: true,
    query: knownQuery,
    data: z.object({ rules: z.array(rule) }),
    problems: [],
  },
  addRule: {
    ...addresses.addRule,
    kind: 'command',
    needs: 'rows',
    summary: 'Adds a rule that files entries.',
    session: true,
    body: addRuleInput,
    data: userWithRule,
    problems: ['too_many_rules'],
  },
  changeRule: {
    ...addresses.changeRule,
    kind: 'command',
    needs: 'rows',
    summary: 'Changes a rule, or turns it off or on.',
    session: true,
    body: changeRuleInput,
    data: userWithRule,
    problems: ['rule_not_found'],
  },
  removeRule: {
    ...addresses.removeRule,
    kind: 'command',
    needs: 'rows',
    summary: 'Removes a rule, and where that is asked for what it did and nobody touched since.',
    session: true,
    body: removeRuleInput,
    data: user,
    problems: ['rule_not_found', 'query_too_slow', 'too_many_requests'],
  },
  orderRules: {
    ...addresses.orderRules,
    kind: 'command',
    needs: 'rows',
    summary: 'Puts the rules in another order.',
    session: true,
    body: orderRulesInput,
    data: user,
    problems: ['rule_not_found'],
  },
  previewRules: {
    ...addresses.previewRules,
    kind: 'query',
    summary: 'Returns what rules would do to entries that are there. Changes nothing.',
    session: true,
    body: previewRulesInput,
    data: rulesPreview,
    problems: ['rule_not_found', 'query_too_slow'],
  },
  runRules: {
    ...addresses.runRules,
    kind: 'command',
    needs: 'rows',
    summary: 'Applies rules to entries that are there, as one change-set.',
    session: true,
    body: runRulesInput,
    data: user,
    problems: ['rule_not_found', 'query_too_slow', 'too_many_requests'],
  },
} as const satisfies Record<string, Call>;
