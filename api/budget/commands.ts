import type { BudgetCommand } from '#ledger/budget/commands.ts';
import { copied } from '#ledger/budget/copy.ts';
import { type Filled, filled } from '#ledger/budget/targets.ts';
import { TO_BUDGET } from '#ledger/model/constants.ts';
import type { HeldDays } from '#ledger/model/held-share.ts';
import { type Cents, exactCents } from '#ledger/model/money.ts';
import type { Builders, CommandContext } from '../commands/command-call.ts';
import type { RouteInput } from '../http/register-route.ts';
import { categoriesInOrder, targetOf } from '../present/budget.ts';
import { namedCategory } from './named-category.ts';
import type { ReadBudget } from './read.ts';

/** The month of the plans that name none (ISO month). */
export function monthOfPlans({ month, plans }: RouteInput<'planBudget'>, { today }: Pick<CommandContext, 'today'>) {
  return month ?? plans[0]?.month ?? today.slice(0, 7);
}

/** The commands of budgets that need nothing but plans. */
export const planBuilders = {
  planBudget: (input, context) => {
    const first = monthOfPlans(input, context);
    return {
      type: 'PlanBudget',
      plans: input.plans.map((plan) => ({ ...plan, month: plan.month ?? first, amount: exactCents(plan.amount) })),
    };
  },
  setCarry: ({ category, carry, from: month }) => ({ type: 'SetCarry', category, carry, month }),
  setTarget: ({ category, target }) => ({ type: 'SetTarget', category, target: target && targetOf(target) }),
} satisfies Partial<Builders>;

/** The calls whose command depends on the amounts in the budget of a month. */
export type BudgetCall = 'moveBudget' | 'coverBudget' | 'copyBudget' | 'fillBudget';

/** The commands of budgets that depend on the budget of `monthLookedAt`. They throw what `namedCategory` throws. */
export const budgetBuilders: {
  [Name in BudgetCall]: (input: RouteInput<Name>, read: ReadBudget, held: HeldDays) => BudgetCommand;
} = {
  moveBudget: (input, read) => ({
    type: 'MoveBudget',
    month: input.month,
    leaves: sideOf(input.from),
    enters: sideOf(input.to),
    amount: exactCents(input.amount),
    there: input.force ? null : thereOn(read, input.from, input),
  }),
  coverBudget: (input, read) => ({
    type: 'MoveBudget',
    month: input.month,
    leaves: sideOf(input.from),
    enters: input.category,
    amount: Math.max(0, -thereOn(read, input.category, input)) as Cents,
    there: thereOn(read, input.from, input),
  }),
  copyBudget: ({ to, what }, { books, budget }, held) => planOf(to, copied(books, budget, to, what, held)),
  fillBudget: (input, read) => planOf(input.month, filledBy(input, read).plans),
};

/** The month whose budget a command looks at (ISO month). */
export function monthLookedAt(input: RouteInput<BudgetCall>): string {
  return 'what' in input ? input.from : input.month;
}

/** The plans that fill categories up to their targets, and the categories that lack money for it. */
export function filledBy(input: RouteInput<'fillBudget'>, { books, budget }: ReadBudget): Filled {
  const wanted =
    input.categories && new Set(input.categories.map((named) => namedCategory(named, books.categories, input)));
  const ids = categoriesInOrder(books).filter((id) => !wanted || wanted.has(id));
  return filled(books, budget, ids);
}

const sideOf = (named: string) => (named === TO_BUDGET ? null : named);

const planOf = (month: string, plans: readonly { categoryId: string; amount: number }[]): BudgetCommand => ({
  type: 'PlanBudget',
  plans: plans.map(({ categoryId: category, amount }) => ({ category, month, amount: amount as Cents })),
});

/** The amount on a side of a move, in cents: 0 in a child that draws on its parent. Throws like `namedCategory`. */
function thereOn({ books, budget }: ReadBudget, named: string, input: object): Cents {
  if (named === TO_BUDGET) return budget.toBudget as Cents;
  return (budget.categories.get(namedCategory(named, books.categories, input))?.available ?? 0) as Cents;
}
