import { z } from 'zod';
import { NAMES_IN_RULE, PARTS_MAX, PARTS_MIN, WALLETS } from './constants.ts';
import { cents } from './values.ts';

/**
 * The meaning of a name in the query of a rule when it was written: the name as it stands there, and the ids of the
 * categories, or accounts (`everyday` or ids), that had it.
 */
const named = z.strictObject({ field: z.enum(NAMES_IN_RULE), name: z.string(), ids: z.array(z.string()).min(1) });
export type NamedInQuery = z.infer<typeof named>;

/** The query of a rule: its text as it was written, and what the names in it stood for. */
export const ruleWhen = z
  .strictObject({ text: z.string(), names: z.array(named) })
  .meta({ title: '`text`, and `names`: `field`, `name` and `ids` of what each name in it stood for' });
export type RuleWhen = z.infer<typeof ruleWhen>;

/**
 * The ids of the category that a rule gives: one, or two where a category of expenses and one of incomes had the name
 * that was written, of which the type of the entry decides.
 */
const categories = z.array(z.string()).min(1).max(2);

/** A part of the split of a rule has one of `percent` (two decimals), `amount` and `rest`. */
const rulePart = z.strictObject({
  percent: z.number().optional(),
  amount: cents.optional(),
  rest: z.literal(true).optional(),
  categories,
  note: z.string().optional(),
});
export type RulePart = z.infer<typeof rulePart>;

/** The changes that a rule makes to the entries that it finds. */
export const ruleThen = z
  .strictObject({
    categories: categories.optional(),
    title: z.string().optional(),
    wallet: z.enum(WALLETS).optional(),
    addTags: z.array(z.string()).min(1).optional(),
    note: z.string().optional(),
    split: z.array(rulePart).min(PARTS_MIN).max(PARTS_MAX).optional(),
  })
  .meta({
    title:
      '`categories`?, `title`?, `wallet`?, `addTags`?, `note`?, `split`?: a list of `percent`, `amount` or `rest`, ' +
      '`categories`, `note`?',
  });
export type RuleThen = z.infer<typeof ruleThen>;
