import { type Cell, cellId, type Plans, type Target } from '../model/budget.ts';
import { type Categories, categoryNamed, NO_CATEGORY } from '../model/categories.ts';
import { type Deciders, type Decision, happened, NOTHING, rejected } from '../model/command-rule.ts';
import { type Carry, PLANS_OF_USER_MAX } from '../model/constants.ts';
import { isSameIn } from '../model/entity-states.ts';
import { type Cents, safe, ZERO } from '../model/money.ts';
import type { Books } from '../model/state.ts';
import type { BudgetEvent } from './events.ts';

/** A category of expenses as a command names it: by its id or its name, `-` for none. */
export type NamedCategory = string;

/**
 * Commands about the budget (product 12). `MoveBudget` moves between two categories, or To budget, which is null;
 * `there` is what is there on the side that the money leaves, at the revision of the decision, and null if more may
 * be moved. Amounts are cents.
 */
export type BudgetCommand =
  | { type: 'PlanBudget'; plans: readonly { category: NamedCategory; month: string; amount: Cents }[] }
  | {
      type: 'MoveBudget';
      month: string;
      leaves: NamedCategory | null;
      enters: NamedCategory | null;
      amount: Cents;
      there: Cents | null;
    }
  | { type: 'SetCarry'; category: NamedCategory; month: string; carry: Carry }
  | { type: 'SetTarget'; category: NamedCategory; target: Target | null };

/** The sum of all plans in cents, each counted as above 0: sums of plans and of expenses stay safe integers. */
const PLANNED_MAX = 2 ** 50;

const needs = () => ({ budget: true });

/** The rules of the budget (product 12). */
export const budgetCommands: Deciders<BudgetCommand, BudgetEvent> = {
  PlanBudget: {
    needs,
    decide({ plans }, state) {
      const cells = new Map<string, Cell & { to: Cents }>();
      for (const { category, month, amount } of plans) {
        const categoryId = budgetCategory(category, state.categories);
        if (typeof categoryId === 'object') return categoryId;
        const cell = { categoryId, month };
        if (cells.has(cellId(cell))) return rejected('cell_twice');
        cells.set(cellId(cell), { ...cell, to: amount });
      }
      const events: BudgetEvent[] = [];
      for (const [id, { to, ...cell }] of cells) {
        const from = state.plans.get(id) ?? ZERO;
        if (to > from && isArchived(cell.categoryId, state.categories)) return rejected('of_archived_category');
        if (from !== to) events.push({ type: 'BudgetPlanned', data: { ...cell, from, to } });
      }
      return recorded(events, state);
    },
  },
  MoveBudget: {
    needs,
    decide({ month, amount, there, ...sides }, state) {
      const leaves = sideOf(sides.leaves, state.categories);
      const enters = sideOf(sides.enters, state.categories);
      if (typeof leaves === 'object' && leaves) return leaves;
      if (typeof enters === 'object' && enters) return enters;
      if (leaves === enters) return rejected('move_to_same_category');
      if (amount === ZERO) return NOTHING;
      if (there !== null && amount > there) return rejected('not_enough_budget');
      if (enters !== null && isArchived(enters, state.categories)) return rejected('of_archived_category');
      return recorded(
        [
          ...(leaves === null ? [] : [budgetMoved(state, { categoryId: leaves, month }, -amount, enters)]),
          ...(enters === null ? [] : [budgetMoved(state, { categoryId: enters, month }, amount, leaves)]),
        ],
        state,
      );
    },
  },
  SetCarry: {
    needs,
    decide({ category, month, carry }, { categories, carries }) {
      const categoryId = budgetCategory(category, categories);
      if (typeof categoryId === 'object') return categoryId;
      const cell = { categoryId, month };
      // A setting that is repeated may be older than another one that counts now.
      const places = [...carries].filter(([id]) => id.startsWith(`${categoryId} `)).map(([, { place }]) => place);
      const known = carries.get(cellId(cell));
      if (known?.carry === carry && known.place >= Math.max(...places)) return NOTHING;
      if (!known && carries.size >= PLANS_OF_USER_MAX) return rejected('too_many_plans');
      return happened({ type: 'BudgetCarrySet', data: { ...cell, carry } });
    },
  },
  SetTarget: {
    needs,
    decide({ category, target }, { categories, targets }) {
      const categoryId = budgetCategory(category, categories);
      if (typeof categoryId === 'object') return categoryId;
      const now = { target: targets.get(categoryId) };
      const then = { target: target ?? undefined };
      if (isSameIn(now, then, 'target')) return NOTHING;
      return happened({ type: 'BudgetTargetSet', data: { categoryId, ...then } });
    },
  },
};

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The id of a category of expenses by its id or its name; `-` for none. Rejects an id that isn't there, and what is the
 * name of no category of expenses; `details` are then the names that are.
 */
export function budgetCategory(named: NamedCategory, categories: Categories): string | Decision<never> {
  if (named === NO_CATEGORY) return named;
  const byId = categories.get(named);
  if (byId?.kind === 'Expense') return named;
  const byName = categoryNamed(categories, named, 'Expense');
  if (byName !== undefined) return byName;
  if (!byId && ID.test(named)) return rejected('category_not_found');
  return rejected(
    'not_an_expense_category',
    [...categories.values()].filter(({ kind }) => kind === 'Expense').map(({ name }) => name),
  );
}

/** A side of a move: a category as `budgetCategory` gives it, or null for To budget. */
function sideOf(named: NamedCategory | null, categories: Categories): string | null | Decision<never> {
  return named === null ? null : budgetCategory(named, categories);
}

/** Whether a category, `-` for none, is archived. */
export function isArchived(categoryId: string, categories: Categories): boolean {
  return categories.get(categoryId)?.isArchived ?? false;
}

/** The event that adds an amount to a plan, in cents; `other` is the category on the other side, null for To budget. */
export function budgetMoved(
  { plans }: Pick<Books, 'plans'>,
  cell: Cell,
  amount: number,
  other: string | null,
): Extract<BudgetEvent, { type: 'BudgetMoved' }> {
  const from = plans.get(cellId(cell)) ?? ZERO;
  return { type: 'BudgetMoved', data: { ...cell, from, to: safe(from + amount), ...(other !== null && { other }) } };
}

/** Whether plans come to more than can be counted. */
export function arePlansTooLarge(plans: Plans): boolean {
  return [...plans.values()].reduce((total, amount) => total + Math.abs(amount), 0) > PLANNED_MAX;
}

/** Records events; rejects too many plans, and what takes the sum of all beyond what can be counted. */
function recorded(events: readonly BudgetEvent[], { plans }: Pick<Books, 'plans'>): Decision<BudgetEvent> {
  if (events.length === 0) return NOTHING;
  const after = new Map(plans);
  for (const { data } of events) {
    if (!('to' in data)) continue;
    if (data.to === ZERO) after.delete(cellId(data));
    else after.set(cellId(data), data.to);
  }
  if (after.size > PLANS_OF_USER_MAX && after.size > plans.size) return rejected('too_many_plans');
  return arePlansTooLarge(after) ? rejected('amount_too_large') : happened(...events);
}
