import type { Figure } from '#contract/figure.ts';
import { messages } from '#contract/messages.ts';
import { budgetCategory } from '#ledger/budget/commands.ts';
import {
  type BudgetBooks,
  type BudgetMonth,
  budgetMonth,
  type CategoryMonth,
  type CategoryMonthSum,
  totalLeftOfPlans,
} from '#ledger/budget/month.ts';
import type { LedgerEvent, RecordedEvent } from '#ledger/events.ts';
import { apply } from '#ledger/evolve.ts';
import { type Categories, NO_CATEGORY } from '#ledger/model/categories.ts';
import { leftOfPlan } from '#ledger/model/left-of-plan.ts';
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
  /** The keys of the accounts beside the budget. */
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

/**
 * The category that a figure names, by its id; none of a figure of all categories. Throws the problems
 * category_not_found, and invalid.
 */
export function categoryOfBudget({ of, category }: BudgetFigure, categories: Categories): string {
  if (of === 'to budget' || of === 'left') return NO_CATEGORY;
  const found = budgetCategory(category ?? NO_CATEGORY, categories);
  if (typeof found === 'string') return found;
  if (found.outcome === 'rejected' && found.reason === 'category_not_found') throw new ProblemError(found.reason);
  throw new ProblemError('invalid', { figure: messages.notAFigure });
}

/** The amount of a figure in the budget of a month, in cents; 0 is available of a category that draws on its parent. */
export function amountInBudget(budget: BudgetMonth, { of }: BudgetFigure, categoryId: string): number {
  if (of === 'to budget') return budget.toBudget;
  if (of === 'left') return totalLeftOfPlans(budget);
  const row = budget.categories.get(categoryId);
  return (of === 'spent' ? row?.spent : row?.available) ?? 0;
}

/** The parts of what is available, or left in all categories, or of To budget, none of 0: they list no entries. */
export function partsOfBudget(budget: BudgetMonth, { of }: BudgetFigure, categoryId: string): FigurePart[] {
  const row = budget.categories.get(categoryId);
  const rows = (of === 'left' ? [...budget.categories.values()] : row ? [row] : []).filter(
    ({ available }) => available !== null,
  );
  const total = (amount: (row: CategoryMonth) => number) => rows.reduce((sum, each) => sum + amount(each), 0);
  const amounts: [what: string, amount: number][] =
    of === 'to budget'
      ? [
          ['the month before', budget.before],
          ['returned or taken', budget.returned],
          ['inflow', budget.inflow],
          ['planned', -budget.planned],
          ['planned ahead', budget.aheadBefore - budget.plannedAhead],
        ]
      : [
          // The money left counts the carried money that was spent.
          [
            'from last month',
            total((each) => (of === 'left' ? leftOfPlan(each) - each.planned + each.spent : each.carriedIn)),
          ],
          ['planned', total(({ planned }) => planned)],
          ['spent', -total(({ spent, refunded }) => spent + refunded)],
          ['refunds', total(({ refunded }) => refunded)],
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
  const { month } = figure;
  const categoryId = categoryOfBudget(figure, to.categories);
  const before = await budgetBooks(from, month);
  const changes = await changesInOrder(from, to, month);
  const books = new ChangingBooks({ ...before, beside: from.beside, present: to.present });
  const valueNow = () => amountInBudget(budgetMonth(books.now(), month), figure, categoryId);
  const steps: BudgetStep[] = [];
  let value = valueNow();
  for (const [changeSetId, ofChangeSet] of Map.groupBy(changes, (each) => each.changeSetId)) {
    for (const change of ofChangeSet) books.change(change);
    const after = valueNow();
    steps.push({
      changeSetId,
      of: ofChangeSet.some(isOfPlan) ? 'plan' : 'spending',
      count: ofChangeSet.length,
      first: ofChangeSet[0]?.revision ?? 0n,
      change: (after - value) as StepOfFigure['change'],
    });
    value = after;
  }
  return steps;
}

/** A change of the books of a budget by an event. */
type BooksChange =
  | ({ kind: 'plan'; recorded: RecordedEvent } & OfEvent)
  | ({ kind: 'sum'; sum: CategoryMonthSum } & OfEvent)
  | ({ kind: 'accounts' } & AccountsChange)
  | ({ kind: 'movement'; movement: Movement; does: 'come' | 'go' } & OfEvent);
type OfEvent = { revision: bigint; changeSetId: string };

function isOfPlan(change: BooksChange): boolean {
  return change.kind === 'accounts' || (change.kind === 'plan' && change.recorded.event.type.startsWith('Budget'));
}

/** Reads the changes of the books of a month after one revision up to another, in the order of their events. */
async function changesInOrder(
  from: At & { revision: bigint },
  to: At & { revision: bigint },
  month: string,
): Promise<BooksChange[]> {
  const { database, ledgerId } = to;
  const plans = await eventsOfPlans(database, ledgerId, { after: from.revision, upTo: to.revision });
  const { sumChanges, accountsChanges } = await changesOfSums(from, to, month);
  const moved = movementChanges(await movingEvents(database, ledgerId, to.revision), true);
  const changes: BooksChange[] = [
    ...plans.map((recorded) => {
      const { revision, metadata } = recorded;
      return { kind: 'plan', recorded, revision, changeSetId: metadata.commandId } as const;
    }),
    ...sumChanges.map(({ revision, changeSetId, ...sum }) => ({ kind: 'sum', sum, revision, changeSetId }) as const),
    ...accountsChanges.map((change) => ({ kind: 'accounts', ...change }) as const),
    ...moved
      .filter(({ revision }) => revision > from.revision)
      .map(({ movement, does, revision, changeSetId }) => {
        return { kind: 'movement', movement, does, revision, changeSetId } as const;
      }),
  ];
  return changes.sort((one, other) => Number(one.revision - other.revision));
}

/** The books of a budget while changes are applied one by one. */
class ChangingBooks {
  readonly #draft;
  readonly #sums = new Map<string, CategoryMonthSum>();
  readonly #movements: Set<Movement>;
  readonly #present: string;
  #beside: ReadonlySet<string>;

  constructor({ sums, movements, beside, present, ...before }: StoredBudget & Pick<At, 'beside' | 'present'>) {
    this.#draft = draftOf({ ...EMPTY_BOOKS, ...before });
    this.#setSums(sums);
    this.#movements = new Set(movements);
    this.#beside = beside;
    this.#present = present;
  }

  now(): BudgetBooks {
    const { categories, plans, carries } = this.#draft;
    const [sums, movements] = [[...this.#sums.values()], [...this.#movements]];
    return { categories, plans, carries, sums, movements, beside: this.#beside, present: this.#present };
  }

  change(change: BooksChange): void {
    switch (change.kind) {
      case 'plan':
        apply(this.#draft, change.recorded);
        break;
      case 'sum':
        addSum(this.#sums, change.sum);
        break;
      case 'accounts':
        this.#beside = change.beside;
        if (change.sums) this.#setSums(change.sums);
        break;
      case 'movement':
        this.#move(change);
        break;
      default:
        change satisfies never;
    }
  }

  #setSums(sums: readonly CategoryMonthSum[]): void {
    this.#sums.clear();
    for (const sum of sums) addSum(this.#sums, sum);
  }

  #move({ movement, does }: Extract<BooksChange, { kind: 'movement' }>): void {
    if (does === 'come') this.#movements.add(movement);
    else for (const each of this.#movements) if (each.revision === movement.revision) this.#movements.delete(each);
  }
}

/** A change of the accounts beside the budget; with the sums then, where it changes these. */
type AccountsChange = {
  revision: bigint;
  changeSetId: string;
  beside: ReadonlySet<string>;
  sums: readonly CategoryMonthSum[] | null;
};

/** Reads the changes of the sums up to a month by events, and of the accounts beside the budget. */
async function changesOfSums(
  from: At & { revision: bigint },
  to: At & { revision: bigint },
  month: string,
): Promise<{ sumChanges: SumChange[]; accountsChanges: AccountsChange[] }> {
  const { database, ledgerId } = to;
  const until = lastDayOf(month);
  const sumChanges: SumChange[] = [];
  const accountsChanges: AccountsChange[] = [];
  let { beside, revision: after } = from;
  for (const { event, metadata, revision } of await eventsOfBeside(database, ledgerId, { after, upTo: to.revision })) {
    const next = besideAfter(beside, event);
    if (next === beside) continue;
    sumChanges.push(...(await sumsChanged(database, ledgerId, until, { after, upTo: revision, beside })));
    [beside, after] = [next, revision];
    // There are no entries in an account that comes or goes.
    const isTurned = event.type === 'AccountBudgetedSet';
    const sums = isTurned ? (await budgetBooks({ ...to, revision, beside }, month)).sums : null;
    accountsChanges.push({ revision, changeSetId: metadata.commandId, beside, sums });
  }
  sumChanges.push(...(await sumsChanged(database, ledgerId, until, { after, upTo: to.revision, beside })));
  return { sumChanges, accountsChanges };
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
