import type { WhatChanged } from '#contract/explain-calls.ts';
import type { Figure } from '#contract/figure.ts';
import { STEPS_MAX } from '#contract/limits.ts';
import { definitionOf, postingsOf, type RecordedEvent } from '#ledger/events.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountKey } from '#ledger/ids.ts';
import { expenseCategoryIds } from '#ledger/model/categories.ts';
import { FIRST_DAY } from '#ledger/model/constants.ts';
import { accountCounted } from '#ledger/model/double-entry.ts';
import { FIGURES } from '#ledger/model/entity-ids.ts';
import { type Cents, negated, safe, ZERO } from '#ledger/model/money.ts';
import { accountsBeside, type GoalState } from '#ledger/model/state.ts';
import { movementChanges } from '#ledger/movements.ts';
import { dayOfMovement } from '#ledger/reconcile/books.ts';
import { EVERYTHING } from '#ledger/search/query.ts';
import type { Database } from '#platform/postgres.ts';
import { unprepared } from '#platform/sql.ts';
import {
  eventsBehind,
  type FigureSelection,
  movingEvents,
  type StepOfFigure,
  stepsBehind,
} from '#projections/queries/behind-figures.ts';
import { newestChangeSets } from '#projections/queries/change-sets.ts';
import { foundBy } from '#projections/queries/search.ts';
import { ProblemError } from '../http/problem-error.ts';
import { presentChangeSet } from '../present/change-sets.ts';
import { selectionOfCell } from '../reports/report-figure.ts';
import { type BudgetStep, budgetFigureSteps } from './budget-figure.ts';
import {
  type ExplainedBooks,
  explainedCategory,
  figureUnit,
  shownBy,
  tenthsOfGoal,
  tenthsOfIncome,
} from './explain.ts';

/** A step; of a figure of a budget also whether plans led to it. */
type FigureStep = StepOfFigure & { of?: BudgetStep['of'] };

/** The events after one revision up to another. */
type Between = { after: bigint; upTo: bigint };

/** The books at a moment with the revision that they have reached. */
export type BooksAt = ExplainedBooks & { revision: bigint };

/**
 * Gives the change-sets that led a figure from what it was to what it became (product 5.11): each by itself, but for
 * the smallest where they are many. Throws the problems account_not_found and goal_not_found where it is in neither of
 * the books.
 */
export async function readWhatChanged(
  from: BooksAt,
  to: BooksAt,
  figure: Figure,
  currency: string,
): Promise<WhatChanged> {
  // The present month and day of both are the later moment's: the steps lead from one to the other.
  const present = { present: to.present, today: to.today };
  const amounts = { from: await amountIn({ ...from, ...present }, figure), to: await amountIn(to, figure) };
  if (amounts.from === null && amounts.to === null) await shownBy(to, figure);
  const before = amounts.from ?? 0;
  const after = amounts.to ?? 0;
  const steps = await stepsOf(from, to, figure);
  const unit = figureUnit(figure);
  const { named, gathered } = gather(steps);
  const summaries: string[] = [];
  for (const step of named) summaries.push(await summaryOf(to, step, currency));
  return {
    from: { known: presentRevision(from.revision), amount: unit(before) },
    steps: [
      ...named.map(({ changeSetId, count, change, of }, at) => ({
        ...(of && { of }),
        changeSetIds: [changeSetId],
        summary: summaries[at] ?? '',
        count,
        change: unit(change),
      })),
      ...(gathered.length === 0
        ? []
        : [
            {
              changeSetIds: gathered.map(({ changeSetId }) => changeSetId),
              summary: `${gathered.length} smaller changes`,
              count: gathered.reduce((sum, { count }) => sum + count, 0),
              change: unit(total(gathered)),
            },
          ]),
    ],
    to: { known: presentRevision(to.revision), amount: unit(after) },
    agrees: before + total(steps) === after,
  };
}

const presentRevision = (revision: bigint) => (revision < 0n ? null : Number(revision));

const total = (steps: readonly StepOfFigure[]) => steps.reduce((sum, { change }) => safe(sum + change), ZERO);

/** A figure as the screens show it, or null if its account or goal is not there. Throws any other problem. */
async function amountIn(books: ExplainedBooks, figure: Figure): Promise<number | null> {
  try {
    return await shownBy(books, figure);
  } catch (error) {
    const isGone = error instanceof ProblemError && ['account_not_found', 'goal_not_found'].includes(error.code);
    if (isGone) return null;
    throw error;
  }
}

/** The steps that are named, in their order, and the smaller ones that are not. */
function gather(steps: readonly FigureStep[]): { named: FigureStep[]; gathered: FigureStep[] } {
  if (steps.length <= STEPS_MAX) return { named: [...steps], gathered: [] };
  const bySize = steps.toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change));
  const large = new Set(bySize.slice(0, STEPS_MAX - 1));
  return { named: steps.filter((step) => large.has(step)), gathered: steps.filter((step) => !large.has(step)) };
}

async function summaryOf(
  { database, ledgerId, state }: ExplainedBooks,
  { changeSetId }: StepOfFigure,
  currency: string,
): Promise<string> {
  const [listed] = await newestChangeSets(database, ledgerId, 1, { changeSetId });
  return listed ? presentChangeSet(listed, currency, state).summary : '';
}

/** The change-sets that moved a figure, in the order of their events. */
async function stepsOf(from: BooksAt, to: BooksAt, figure: Figure): Promise<FigureStep[]> {
  const { database, ledgerId } = to;
  const between = { after: from.revision, upTo: to.revision };
  const steps =
    figure.kind === 'budget'
      ? await budgetFigureSteps(budgetAt(from), budgetAt(to), figure)
      : await movesOf(database, ledgerId, between, { ...from, then: to.state, today: to.today }, figure);
  return steps.filter(({ change }) => change !== 0).sort((one, other) => Number(one.first - other.first));
}

const categoriesOf = (category: string | null) => (category === null ? null : [category]);

const budgetAt = ({ state: { categories, accounts }, ...books }: BooksAt) => ({
  ...books,
  categories,
  beside: accountsBeside(accounts),
});

async function movesOf(
  database: Database,
  ledgerId: string,
  between: Between,
  { state, query, then, today }: ExplainedBooks & { then: LedgerState },
  figure: Figure,
): Promise<StepOfFigure[]> {
  const expenses = expenseCategoryIds(then);
  const ofEntries = (selection: FigureSelection) => stepsBehind(database, ledgerId, selection, between);
  switch (figure.kind) {
    case 'balance':
    case 'account': {
      const account = figure.kind === 'account' ? accountKey(ledgerId, figure.id) : null;
      const { day } = figure;
      if (day !== null && day < today) {
        const days = { from: FIRST_DAY, to: day };
        const steps = await movedUpTo(database, ledgerId, between, account, day);
        return merged([...(await ofEntries({ kind: 'balance', account, days })), ...steps]);
      }
      const moving = await eventsBehind(database, ledgerId, 'moving', between);
      const steps = moving.map((happened) => stepOf({ happened, change: movedBy(happened, account) }));
      return merged([...(await ofEntries({ kind: 'balance', account })), ...steps]);
    }
    case 'income':
      return await ofEntries({ kind: 'type', type: 'Income', days: figure.span, expenses });
    case 'expense':
      return await ofEntries({ kind: 'type', type: 'Expense', days: figure.span, expenses });
    case 'category':
      return await ofEntries({
        kind: 'category',
        type: figure.type,
        categories: categoriesOf(explainedCategory(then, figure)),
        days: figure.span,
      });
    case 'budget':
      throw new Error('The steps of a budget are worked out one after the other.');
    case 'forecast':
      throw new Error('Nothing leads to a forecast.');
    case 'goal':
    case 'percentage of goal': {
      const happened = await eventsBehind(database, ledgerId, { entityId: figure.id }, between);
      const value = figure.kind === 'goal' ? savedIn : percentOf;
      return merged(moves(happened, state.goals.get(figure.id) ?? null, goalAfter, value));
    }
    case 'monthly income':
    case 'monthly expense':
    case 'percentage of month': {
      const happened = await eventsBehind(database, ledgerId, { entityId: FIGURES }, between);
      const value = { 'monthly income': incomeIn, 'monthly expense': expenseIn, 'percentage of month': tenthsOfIncome };
      return merged(moves(happened, state.figures, figuresAfter, value[figure.kind]));
    }
    case 'found': {
      const found = await foundBy(database, ledgerId, query ?? EVERYTHING, between.upTo);
      return await stepsBehind(
        unprepared(database),
        ledgerId,
        { kind: 'found', sum: figure.sum, found, expenses },
        between,
      );
    }
    case 'report': {
      const cell = await selectionOfCell({ database, ledgerId, state: then, query, asOf: between.upTo }, figure);
      return await stepsBehind(unprepared(database), ledgerId, cell, between);
    }
    default:
      return figure satisfies never;
  }
}

/** The amounts that events add to the balance of an account, or of all accounts, at the end of a day (ISO date). */
async function movedUpTo(
  database: Database,
  ledgerId: string,
  { after, upTo }: Between,
  account: string | null,
  day: string,
): Promise<StepOfFigure[]> {
  return movementChanges(await movingEvents(database, ledgerId, upTo))
    .filter(({ revision }) => revision > after)
    .filter(({ movement }) => dayOfMovement(movement) <= day && (account === null || movement.account === account))
    .map(({ revision: first, changeSetId, movement: { amount }, does }) => {
      return { changeSetId, first, change: does === 'come' ? amount : negated(amount), count: 1 };
    });
}

/** The amount that an event adds to an account, or to all accounts. */
function movedBy({ event }: RecordedEvent, account: string | null): Cents {
  const counted = postingsOf(event, {}).filter((posting) => {
    const accountId = accountCounted(posting.account);
    return accountId !== null && (account === null || account === accountId);
  });
  return safe(counted.reduce((sum, { amount }) => sum + amount, 0n));
}

/** The changes of a value that is worked out from a thing, event by event. */
function moves<Thing>(
  events: readonly RecordedEvent[],
  before: Thing | null,
  evolve: (thing: Thing | null, recorded: RecordedEvent) => Thing | null,
  figureOf: (thing: Thing | null) => number,
): StepOfFigure[] {
  let thing = before;
  return events.map((happened) => {
    const value = figureOf(thing);
    thing = evolve(thing, happened);
    return stepOf({ happened, change: figureOf(thing) - value });
  });
}

function stepOf({ happened, change }: { happened: RecordedEvent; change: number }): StepOfFigure {
  const { metadata, revision } = happened;
  return { changeSetId: metadata.commandId, first: revision, change: change as Cents, count: 1 };
}

/** Steps with one for each change-set. */
function merged(steps: readonly StepOfFigure[]): StepOfFigure[] {
  const all = new Map<string, StepOfFigure>();
  for (const step of steps) {
    if (step.change === 0) continue;
    const before = all.get(step.changeSetId);
    all.set(
      step.changeSetId,
      before
        ? {
            ...before,
            first: before.first < step.first ? before.first : step.first,
            change: safe(before.change + step.change),
            count: before.count + step.count,
          }
        : step,
    );
  }
  return [...all.values()];
}

type Goal = Pick<GoalState, 'currentAmount' | 'finalAmount'>;

function goalAfter(goal: Goal | null, recorded: RecordedEvent): Goal | null {
  const { effect } = definitionOf(recorded.event.type);
  if (effect?.does === 'match' || effect?.kind !== 'goal' || effect.does === 'remove') return null;
  const { data } = recorded.event;
  const saved = safe((goal?.currentAmount ?? 0) + (effect.says(data).saves?.amount ?? 0));
  const finalAmount = 'state' in effect ? effect.state(data, standing(recorded)).finalAmount : goal?.finalAmount;
  return finalAmount === undefined ? null : { currentAmount: saved, finalAmount };
}

const savedIn = (goal: Goal | null) => goal?.currentAmount ?? 0;
const percentOf = (goal: Goal | null) => (goal ? tenthsOfGoal(goal.currentAmount, goal.finalAmount) : 0);

type Figures = { income: Cents; expense: Cents };

function figuresAfter(_: Figures | null, recorded: RecordedEvent): Figures | null {
  const { effect } = definitionOf(recorded.event.type);
  if (effect?.does !== 'change' || effect.kind !== 'figures') return null;
  const { income, expense } = effect.state(recorded.event.data, standing(recorded));
  return income === undefined || expense === undefined ? null : { income, expense };
}

const standing = ({ metadata, revision }: RecordedEvent) => ({ ...metadata, revision });

const incomeIn = (figures: Figures | null) => figures?.income ?? 0;
const expenseIn = (figures: Figures | null) => figures?.expense ?? 0;
