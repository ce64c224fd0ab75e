import type { Figure } from '#contract/figure.ts';
import { messages } from '#contract/messages.ts';
import { budgetCategory } from '#ledger/budget/commands.ts';
import { type BudgetBooks, type BudgetMonth, budgetMonth, type CategoryMonthSum } from '#ledger/budget/month.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { apply } from '#ledger/evolve.ts';
import { type Categories, NO_CATEGORY } from '#ledger/model/categories.ts';
import type { Movement } from '#ledger/model/movement.ts';
import { accountsBeside, type Books, draftOf, EMPTY_BOOKS } from '#ledger/model/state.ts';
import { movementChanges } from '#ledger/movements.ts';
import type { Database } from '#platform/postgres.ts';
import {
  type FigurePart,
  type FigureSelection,
  movingEvents,
  type StepOfFigure,
} from '#projections/queries/behind-figures.ts';
import {
  budgetOfLedger,
  budgetThen,
  eventsOfBeside,
  eventsOfPlans,
  type StoredBudget,
  type SumChange,
  sumsChanged,
} from '#projections/queries/budget.ts';
import { ProblemError } from '../http/problem-error.ts';

/** A figure of a budget (product 12.5). */
export type BudgetFigure = Extract<Figure, { kind: 'budget' }>;

/** A ledger at a moment; `revision` is null for now. */
type At = {
  database: Database;
  ledgerId: string;
  categories: Categories;
  beside: ReadonlySet<string>;
  revision: bigint | null;
  present: string;
};

/** Reads what the budget of a month is worked out from. Throws the problem unavailable. */
export async function budgetBooks({ database, ledgerId, categories, beside, revision, present }: At, month: string) {
  const stored: StoredBudget | null =
    revision === null
      ? await budgetOfLedger(database, ledgerId)
      : await budgetThen(database, ledgerId, month, { revision, categories, beside });
  if (!stored) throw new ProblemError('unavailable');
  return { ...stored, present };
}

/** The category that a figure names, by its id. Throws the problems category_not_found, and invalid. */
export function categoryOfBudget({ category }: BudgetFigure, categories: Categories): string {
  const found = budgetCategory(category ?? NO_CATEGORY, categories);
  if (typeof found === 'string') return found;
  if (found.outcome === 'rejected' && found.reason === 'category_not_found') throw new ProblemError(found.reason);
  throw new ProblemError('invalid', { figure: messages.notAFigure });
}

/** The amount of a figure in the budget of a month, in cents; 0 is available of a category that draws on its parent. */
export function amountInBudget(budget: BudgetMonth, { of }: BudgetFigure, categoryId: string): number {
  if (of === 'to budget') return budget.toBudget;
  const row = budget.categories.get(categoryId);
  return (of === 'spent' ? row?.spent : row?.available) ?? 0;
}

/** The parts of what is available, or of To budget, none of 0: they list no entries. */
export function partsOfBudget(budget: BudgetMonth, { of }: BudgetFigure, categoryId: string): FigurePart[] {
  const row = budget.categories.get(categoryId);
  const isDrawn = !row || row.available === null;
  const amounts: [what: string, amount: number][] =
    of === 'to budget'
      ? [
          ['the month before', budget.before],
          ['returned or taken', budget.returned],
          ['inflow', budget.inflow],
          ['planned', -budget.planned],
          ['planned ahead', budget.aheadBefore - budget.plannedAhead],
        ]
      : isDrawn
        ? []
        : [
            ['carried in', row.carriedIn],
            ['planned', row.planned],
            ['spent', -(row.spent + row.refunded)],
            ['refunds', row.refunded],
          ];
  return amounts.flatMap(([what, amount]) =>
    amount === 0 ? [] : [{ what, amount: amount as FigurePart['amount'], count: 0 }],
  );
}

/** The entries behind the spent amount, also the entries of children that draw on the category. */
export function spentIn(
  { month, categories }: BudgetMonth,
  categoryId: string,
  { categories: tree, accounts }: Pick<Books, 'categories' | 'accounts'>,
): FigureSelection {
  const days = { from: `${month}-01`, to: lastDayOf(month) };
  const spent = { kind: 'category', type: 'Expense', days, beside: accountsBeside(accounts) } as const;
  if (categoryId === NO_CATEGORY) {
    const incomes = [...tree].flatMap(([id, { kind }]) => (kind === 'Income' ? [id] : []));
    return { ...spent, categories: null, incomes };
  }
  const drawing = [...tree].filter(
    ([id, { parent }]) => parent === categoryId && (categories.get(id)?.available ?? null) === null,
  );
  const own = [categoryId, ...drawing.map(([id]) => id)];
  return { ...spent, categories: own };
}

const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

/** A step by a change-set of plans, or by others. */
export type BudgetStep = StepOfFigure & { of: 'plan' | 'spending' };

/**
 * The changes of a figure by each change-set after one revision up to another, in their order: the budget of the month
 * is worked out again after each. The present month is the month of the later moment.
 */
export async function budgetFigureSteps(
  from: At & { revision: bigint },
  to: At & { revision: bigint },
  figure: BudgetFigure,
): Promise<BudgetStep[]> {
  const { database, ledgerId } = to;
  const { month } = figure;
  const categoryId = figure.of === 'to budget' ? NO_CATEGORY : categoryOfBudget(figure, to.categories);
  const between = { after: from.revision, upTo: to.revision };
  const before = await budgetBooks(from, month);
  const plans = await eventsOfPlans(database, ledgerId, between);
  const { versions, turns } = await changesOfSums(from, to, month);
  const budgetMovements = movementChanges(await movingEvents(database, ledgerId, to.revision), true).filter(
    ({ revision }) => revision > between.after,
  );
  const draft = { ...draftOf({ ...EMPTY_BOOKS, ...before }) };
  const sums = new Map<string, CategoryMonthSum>();
  for (const sum of before.sums) addSum(sums, sum);
  const movements = new Set<Movement>(before.movements);
  let { beside } = from;
  const news = [
    ...plans.map((recorded) => ({
      revision: recorded.revision,
      changeSetId: recorded.metadata.commandId,
      isPlan: recorded.event.type.startsWith('Budget'),
      happen: () => apply(draft, recorded),
    })),
    ...versions.map(({ revision, changeSetId, ...sum }) => ({
      revision,
      changeSetId,
      isPlan: false,
      happen: () => addSum(sums, sum),
    })),
    ...turns.map(({ revision, changeSetId, ...turn }) => ({
      revision,
      changeSetId,
      isPlan: true,
      happen: () => {
        ({ beside } = turn);
        if (!turn.sums) return;
        sums.clear();
        for (const sum of turn.sums) addSum(sums, sum);
      },
    })),
    ...budgetMovements.map(({ revision, movement, changeSetId, does }) => ({
      revision,
      changeSetId,
      isPlan: false,
      happen: () => {
        if (does === 'come') movements.add(movement);
        else for (const each of movements) if (each.revision === movement.revision) movements.delete(each);
      },
    })),
  ].sort((one, other) => Number(one.revision - other.revision));
  const valueNow = () => {
    const { categories, plans, carries } = draft;
    const books: BudgetBooks = {
      categories,
      plans,
      carries,
      sums: [...sums.values()],
      movements: [...movements],
      beside,
      present: to.present,
    };
    return amountInBudget(budgetMonth(books, month), figure, categoryId);
  };
  const steps: BudgetStep[] = [];
  let value = valueNow();
  for (const [changeSetId, events] of Map.groupBy(news, (each) => each.changeSetId)) {
    for (const { happen } of events) happen();
    const after = valueNow();
    const of = events.some(({ isPlan }) => isPlan) ? 'plan' : 'spending';
    const [first] = events;
    steps.push({
      changeSetId,
      of,
      count: events.length,
      first: first?.revision ?? 0n,
      change: (after - value) as StepOfFigure['change'],
    });
    value = after;
  }
  return steps;
}

/** A change of the accounts beside the budget; with the sums then, where it changes these. */
type Turn = {
  revision: bigint;
  changeSetId: string;
  beside: ReadonlySet<string>;
  sums: readonly CategoryMonthSum[] | null;
};

/** The changes of the sums up to a month by events, and of the accounts beside the budget. */
async function changesOfSums(
  from: At & { revision: bigint },
  to: At & { revision: bigint },
  month: string,
): Promise<{ versions: SumChange[]; turns: Turn[] }> {
  const { database, ledgerId } = to;
  const until = lastDayOf(month);
  const versions: SumChange[] = [];
  const turns: Turn[] = [];
  let { beside, revision: after } = from;
  for (const { event, metadata, revision } of await eventsOfBeside(database, ledgerId, { after, upTo: to.revision })) {
    const next = besideAfter(beside, event);
    if (next === beside) continue;
    versions.push(...(await sumsChanged(database, ledgerId, until, { after, upTo: revision, beside })));
    [beside, after] = [next, revision];
    // There are no entries in an account that comes or goes.
    const isTurned = event.type === 'AccountBudgetedSet';
    const sums = isTurned ? (await budgetBooks({ ...to, revision, beside }, month)).sums : null;
    turns.push({ revision, changeSetId: metadata.commandId, beside, sums });
  }
  versions.push(...(await sumsChanged(database, ledgerId, until, { after, upTo: to.revision, beside })));
  return { versions, turns };
}

/** The accounts beside the budget after an event; the same set where it changes none. */
function besideAfter(beside: ReadonlySet<string>, { type, data }: LedgerEvent): ReadonlySet<string> {
  switch (type) {
    case 'AccountOpened':
    case 'AccountRestored':
    case 'AccountBudgetedSet':
      return data.isBudgeted === false ? new Set([...beside, data.accountId]) : without(beside, data.accountId);
    case 'AccountRemoved':
      return without(beside, data.accountId);
    default:
      return beside;
  }
}

const without = (set: ReadonlySet<string>, id: string) =>
  set.has(id) ? new Set([...set].filter((each) => each !== id)) : set;

function addSum(sums: Map<string, CategoryMonthSum>, sum: CategoryMonthSum): void {
  const { month, type, category, amount } = sum;
  const known = sums.get(keyOf(sum))?.amount ?? 0;
  sums.set(keyOf(sum), { month, type, category, amount: known + amount });
}

const keyOf = ({ month, type, category }: { month: string; type: string; category: string }) =>
  `${month} ${type} ${category}`;
