import { z } from 'zod';
import { CARRIES, CHANGE_SET_KINDS, COPIED, PLANS_AT_ONCE_MAX } from '#ledger/model/constants.ts';
import { isMonth } from '#ledger/model/months.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { amount, choice, entryDate, knownQuery, optional, pageLimit, smallAmount, storableField } from './fields.ts';
import { messages } from './messages.ts';
import { user } from './user.ts';

/** Schema of a month in which entries may be dated: `2026-11`. */
const month = z.string({ error: messages.notAMonth }).refine(isMonth, messages.notAMonth);

/** Schema of a category of expenses: its name or its id, `-` for none. */
const category = storableField(36, messages.wrongType).trim().min(1, messages.categoryRequired);

/** Schema of a category of expenses, or of To budget. */
const side = category;

const plannedAmount = amount(messages.amountRequired, messages.planNegative, 0);

const target = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('monthly'), amount: smallAmount }),
    z.strictObject({ kind: z.literal('refill'), amount: smallAmount }),
    z.strictObject({
      kind: z.literal('by'),
      amount: smallAmount,
      date: entryDate,
      repeat: z.literal('yearly', { error: messages.wrongType }).optional(),
    }),
    z.strictObject({
      kind: z.literal('share'),
      percent: z
        .number({ error: messages.notAPercent })
        .refine((value) => value > 0 && value <= 100 && Number.isInteger(Math.round(value * 1e6) / 1e4), {
          error: messages.notAPercent,
        }),
      of: z.literal('last-income', { error: messages.wrongType }),
    }),
  ],
  { error: messages.notATarget },
);
export type TargetInput = z.output<typeof target>;

/** A target in an answer: amounts in whole units. */
const presentedTarget = z.union([
  z.object({ kind: z.enum(['monthly', 'refill']), amount: z.number() }),
  z.object({ kind: z.literal('by'), amount: z.number(), date: z.string(), repeat: z.literal('yearly').optional() }),
  z.object({ kind: z.literal('share'), percent: z.number(), of: z.literal('last-income') }),
]);

/**
 * A category of a month, by its id and name, `-` for none. `spent` is net of what was `refunded`; `available` is null
 * of one without a plan that draws on its parent, whose `spent` includes it.
 */
const budgetCategory = z.object({
  categoryId: z.string(),
  name: z.string(),
  parent: z.string().nullable(),
  planned: z.number(),
  carriedIn: z.number(),
  spent: z.number(),
  refunded: z.number(),
  available: z.number().nullable(),
  carry: z.enum(CARRIES),
  target: presentedTarget.nullable(),
});
export type BudgetCategory = z.infer<typeof budgetCategory>;

/**
 * The budget of a month: `toBudget`, `plannedAhead` and the available amounts add up to `balance`, the balance of all
 * accounts at the end of the month. `agrees` says so, by sums of categories and by sums of days.
 */
export const budgetResponse = z
  .object({
    month: z.string(),
    balance: z.number(),
    inflow: z.number(),
    planned: z.number(),
    spent: z.number(),
    toBudget: z.number(),
    plannedAhead: z.number(),
    /** Whether anything is planned in any month, or asked for by a target. */
    isUsed: z.boolean(),
    agrees: z.boolean(),
    categories: z.array(budgetCategory),
    goals: z.number(),
  })
  .meta({ title: 'the budget of a month' });
export type Budget = z.infer<typeof budgetResponse>;

const withBudget = z.object({ ...user.shape, budget: budgetResponse }).meta({ title: 'the user' });
const filledBudget = z
  .object({
    ...withBudget.shape,
    /** The amounts that the targets ask for beyond To budget. */
    lacking: z.array(z.object({ categoryId: z.string(), name: z.string(), amount: z.number() })),
  })
  .meta({ title: 'the user' });

/** The place of a change among the changes of plans, the `next` of a page: the revision of its event. */
const changeCursor = z.string().regex(/^\d{1,15}$/, { error: messages.wrongType });

/**
 * A change of what is planned for a category in a month, with its change-set. `undoneBy` is the undo of it that is in
 * force now; null as of a moment, too.
 */
const budgetChange = z.object({
  changeSetId: z.string(),
  recordedAt: z.string(),
  kind: z.enum(CHANGE_SET_KINDS),
  summary: z.string(),
  undoneBy: z.string().nullable(),
  categoryId: z.string(),
  month: z.string(),
  before: z.number(),
  after: z.number(),
});
export type BudgetChange = z.infer<typeof budgetChange>;

/** Body of plan: a plan may have a month of its own. */
export const planInput = z
  .strictObject({
    month: optional(month),
    plans: z
      .array(z.strictObject({ category, amount: plannedAmount, month: optional(month) }), { error: messages.wrongType })
      .min(1, messages.plansRequired)
      .max(PLANS_AT_ONCE_MAX, messages.tooManyPlans),
  })
  .refine(({ month, plans }) => month !== undefined || plans.every((plan) => plan.month !== undefined), {
    error: messages.monthRequired,
    path: ['month'],
  });

/** Body of move: with `force` more than is there is moved, too. */
export const moveInput = z.strictObject({
  month,
  from: side,
  to: side,
  amount: smallAmount,
  force: z.boolean({ error: messages.wrongType }).optional(),
});

const problems = ['category_not_found'] as const;

/** The calls of budgets (product 12). */
export const budgetCalls = {
  getBudget: {
    ...addresses.getBudget,
    kind: 'query',
    summary: 'Returns the budget of a month: what is planned, spent and left of each category, and To budget.',
    session: true,
    query: knownQuery.extend({ month: optional(month) }),
    data: budgetResponse,
    problems: [],
  },
  planBudget: {
    ...addresses.planBudget,
    kind: 'command',
    needs: 'rows',
    summary: 'Plans amounts for categories of expenses, up to 500 at once.',
    session: true,
    body: planInput,
    data: withBudget,
    problems: [...problems, 'amount_too_large', 'too_many_plans'],
  },
  moveBudget: {
    ...addresses.moveBudget,
    kind: 'command',
    needs: 'rows',
    summary: 'Moves planned money between categories, or from and to To budget.',
    session: true,
    body: moveInput,
    data: withBudget,
    problems: [...problems, 'not_enough_budget', 'amount_too_large', 'too_many_plans'],
  },
  coverBudget: {
    ...addresses.coverBudget,
    kind: 'command',
    needs: 'rows',
    summary: 'Moves as much to a category as it lacks.',
    session: true,
    body: z.strictObject({ month, category, from: side }),
    data: withBudget,
    problems: [...problems, 'not_enough_budget', 'amount_too_large', 'too_many_plans'],
  },
  setCarry: {
    ...addresses.setCarry,
    kind: 'command',
    needs: 'rows',
    summary: 'Says what carries over to the next month, from a month on.',
    session: true,
    body: z.strictObject({ category, carry: choice(CARRIES), from: month }),
    data: withBudget,
    problems: [...problems, 'too_many_plans'],
  },
  copyBudget: {
    ...addresses.copyBudget,
    kind: 'command',
    needs: 'rows',
    summary: 'Plans what was planned or spent in another month, or on average in several.',
    session: true,
    body: z.strictObject({ from: month, to: month, what: choice(COPIED) }),
    data: withBudget,
    problems: ['amount_too_large', 'too_many_plans'],
  },
  setTarget: {
    ...addresses.setTarget,
    kind: 'command',
    needs: 'rows',
    summary: 'Says how much a category is to have, or null for no target.',
    session: true,
    body: z.strictObject({ category, target: target.nullable() }),
    data: withBudget,
    problems,
  },
  fillBudget: {
    ...addresses.fillBudget,
    kind: 'command',
    needs: 'rows',
    summary: 'Plans what the targets of all categories, or of some, ask for, as long as To budget has money.',
    session: true,
    body: z.strictObject({
      month,
      categories: z
        .array(category, { error: messages.wrongType })
        .max(PLANS_AT_ONCE_MAX, messages.tooManyPlans)
        .optional(),
    }),
    data: filledBudget,
    problems: [...problems, 'amount_too_large', 'too_many_plans'],
  },
  getBudgetChanges: {
    ...addresses.getBudgetChanges,
    kind: 'query',
    summary: 'Returns the changes of what is planned, of all or of a month or a category, the newest first.',
    session: true,
    query: knownQuery.extend({
      month: optional(month),
      category: optional(category),
      limit: pageLimit,
      before: changeCursor.optional(),
    }),
    data: z.object({ changes: z.array(budgetChange), next: z.string().nullable() }),
    problems,
  },
} as const satisfies Record<string, Call>;
