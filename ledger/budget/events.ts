import { type Cell, cellId, month } from '../model/budget.ts';
import { CARRIES } from '../model/constants.ts';
import { noPostings } from '../model/double-entry.ts';
import { budgetId, targetId } from '../model/entity-ids.ts';
import { type EventOf, event } from '../model/event-definition.ts';
import { FIELDS } from '../model/fields.ts';
import { type Cents, safe, ZERO } from '../model/money.ts';
import type { Draft } from '../model/state.ts';
import { categoryId, cents, place } from '../model/values.ts';

const category = categoryId.describe('the category; `-` for what has none');
const cell = { categoryId: category, month: month.describe('the month') };
const planned = {
  ...cell,
  from: cents.describe('what was planned before'),
  to: cents.describe('what is planned after; may be below 0'),
};
const moneyStays = { postings: noPostings, moves: null };

const planOf = (data: Cell) => budgetId('plan', data);

/**
 * The user's budget (product 12): what is planned for categories of expenses, what carries over from month to month,
 * and targets. No money moves.
 */
export const budgetEvents = {
  BudgetPlanned: event({
    about: {
      when: 'The user plans an amount for a category and a month, by hand, a copy, targets or an import; or an undo.',
      also: 'the plan of the category in the month becomes `to`',
    },
    data: planned,
    begins: 'plan',
    effect: {
      does: 'change',
      kind: 'plan',
      id: planOf,
      state: ({ to, categoryId, month }) => ({ amount: to, categoryId, month }),
      says: () => ({}),
    },
    evolve: plan,
    ...moneyStays,
  }),
  BudgetMoved: event({
    about: {
      when:
        'The user moves planned money between two categories, or To budget, or merges categories: an event for each ' +
        'category.',
      also: 'the plan of the category in the month becomes `to`; an undo takes back the difference alone',
    },
    data: {
      ...planned,
      other: categoryId
        .optional()
        .describe('the category on the other side, `-` for what has none; absent for To budget'),
    },
    begins: 'move',
    effect: {
      does: 'change',
      kind: 'plan',
      id: planOf,
      state: ({ to, categoryId, month }) => ({ amount: to, categoryId, month }),
      says: ({ from, to }) => ({ adds: safe(to - from) }),
    },
    evolve: plan,
    ...moneyStays,
  }),
  BudgetCarrySet: event({
    about: {
      when: 'The user or an import says what carries over of a category from a month on, or the undo of this does.',
      also: 'it holds from this month on, unless another setting that was made later does',
    },
    data: {
      ...cell,
      carry: FIELDS.carry.carry.schema.describe(
        `what carries over, one of ${CARRIES.join(', ')}; absent where nothing is set from this month on`,
      ),
      place: place.optional().describe('the revision of the event that set it first; absent where this one does'),
    },
    begins: 'carry',
    effect: {
      does: 'change',
      kind: 'carry',
      id: (data) => budgetId('carry', data),
      state: ({ carry, place, categoryId, month }, { revision }) => ({
        carry,
        categoryId,
        month,
        place: carry === undefined ? undefined : (place ?? Number(revision)),
      }),
    },
    evolve(draft, { carry, place, ...cell }, { revision }) {
      if (carry === undefined) draft.carries.delete(cellId(cell));
      else draft.carries.set(cellId(cell), { carry, place: place ?? Number(revision) });
    },
    ...moneyStays,
  }),
  BudgetTargetSet: event({
    about: {
      when: 'The user or an import says how much a category is to have, or that it has no target, or an undo does.',
      also: 'the category has this target',
    },
    data: { categoryId: category, target: FIELDS.target.target.schema },
    begins: 'target',
    effect: {
      does: 'change',
      kind: 'target',
      id: ({ categoryId }) => targetId(categoryId),
      state: ({ categoryId, target }) => ({ categoryId, target }),
    },
    evolve(draft, { categoryId, target }) {
      if (target === undefined) draft.targets.delete(categoryId);
      else draft.targets.set(categoryId, target);
    },
    ...moneyStays,
  }),
} as const;

export type BudgetEvent = EventOf<typeof budgetEvents>;

function plan(draft: Draft, { to, ...cell }: Cell & { to: Cents }): void {
  if (to === ZERO) draft.plans.delete(cellId(cell));
  else draft.plans.set(cellId(cell), to);
}
