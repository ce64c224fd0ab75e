import type { ExplainedEntry, Explanation } from '#contract/explain-calls.ts';
import type { Figure } from '#contract/figure.ts';
import { messages } from '#contract/messages.ts';
import { incomePercentage, percentOfGoal } from '#contract/percentages.ts';
import { budgetMonth } from '#ledger/budget/month.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountIdOf, accountKey } from '#ledger/ids.ts';
import { categoryNamed, expenseCategoryIds } from '#ledger/model/categories.ts';
import { FIRST_DAY } from '#ledger/model/constants.ts';
import type { Cut } from '#ledger/model/cut.ts';
import { firstOf } from '#ledger/model/days.ts';
import { amountOf, type Cents, safe, ZERO } from '#ledger/model/money.ts';
import type { Movement } from '#ledger/model/movement.ts';
import { accountsBeside } from '#ledger/model/state.ts';
import { dayOfMovement } from '#ledger/reconcile/books.ts';
import { EVERYTHING, type Query } from '#ledger/search/query.ts';
import type { Database } from '#platform/postgres.ts';
import { unprepared } from '#platform/sql.ts';
import {
  type BehindRow,
  changeSetsAt,
  entriesBehind,
  type FigurePart,
  type FigureSelection,
  lastOfMonthlyFigures,
  movementsIn,
  partsBehind,
} from '#projections/queries/behind-figures.ts';
import { sumsByCategory } from '#projections/queries/categories.ts';
import type { PastMoment } from '#projections/queries/moment.ts';
import type { PagePlace } from '#projections/queries/page.ts';
import { foundBy, totalsOf } from '#projections/queries/search.ts';
import { statisticsAround } from '#projections/queries/statistics.ts';
import { ProblemError } from '../http/problem-error.ts';
import { asOf } from '../known/moment.ts';
import { amountOfCell, selectionOfCell } from '../reports/report-figure.ts';
import { balanceAtEnd } from '../statistics/balance-by-date.ts';
import { sumsOfKind } from '../statistics/by-category.ts';
import {
  amountInBudget,
  type BudgetFigure,
  budgetBooks,
  categoryOfBudget,
  partsOfBudget,
  spentIn,
} from './budget-figure.ts';
import { foreseenOf } from './forecast-figure.ts';

/**
 * A ledger at a moment; `moment` is null for now. `query` is what a figure of a search asks, read; null for others.
 */
export type ExplainedBooks = {
  database: Database;
  ledgerId: string;
  state: LedgerState;
  moment: PastMoment | null;
  query: Query | null;
  /** The accounts that are seen; the state is cut to them. */
  cut: Cut;
  /** The day of the moment in the caller's time zone (ISO date), and its month. */
  today: string;
  present: string;
};

/** Which page of the entries behind a figure. */
type Page = { limit: number; after: PagePlace | null };

/** An entry behind a figure. `change` is in the unit of the figure: cents, or tenths of a percent. */
type Entry = Omit<ExplainedEntry, 'change'> & { change: number; revision: bigint };

/** How a figure is made up, in its unit, with one entry more than a page where there is a next one. */
type Makeup = { parts: FigurePart[]; entries: Entry[] };

/**
 * Explains a figure: adds up what is behind it, and compares the sum with what the screens show (product 5.9). Throws
 * the problems account_not_found and goal_not_found.
 */
export async function explain(
  books: ExplainedBooks,
  figure: Figure & { text: string },
  page: Page,
): Promise<Omit<Explanation, 'revision'>> {
  const shown = await shownBy(books, figure);
  const { parts, entries } = await makeupOf(books, figure, page);
  const amount = parts.reduce((sum, part) => sum + BigInt(part.amount), 0n);
  const unit = figureUnit(figure);
  const last = entries.length > page.limit ? entries[page.limit - 1] : undefined;
  return {
    figure: figure.text,
    amount: unit(Number(amount)),
    shown: unit(shown),
    agrees: amount === BigInt(shown),
    parts: parts.map((part) => ({ ...part, amount: unit(part.amount) })),
    entries: entries
      .slice(0, page.limit)
      .map(({ revision: _, ...entry }) => ({ ...entry, change: unit(entry.change) })),
    next: last ? `${last.date}.${last.revision}` : null,
  };
}

/** Gives a figure in the unit of the contract: amounts in whole units, percentages in percent. */
export function figureUnit({ kind }: Figure): (value: number) => number {
  return kind.startsWith('percentage') ? (tenths) => tenths / 10 : (cents) => amountOf(cents as Cents);
}

/** The value of a figure in the calls that screens read, in cents or tenths of a percent. Throws like `explain`. */
export async function shownBy(books: ExplainedBooks, figure: Figure): Promise<number> {
  const { database, ledgerId, state, moment, query, cut } = books;
  switch (figure.kind) {
    case 'balance':
      return isBefore(books, figure.day) ? await balanceThen(books, cut ?? [null], figure.day) : state.balance;
    case 'account': {
      const { balance } = accountOf(state, ledgerId, figure.id);
      const key = accountKey(ledgerId, figure.id);
      return isBefore(books, figure.day) ? await balanceThen(books, [key], figure.day) : balance;
    }
    case 'goal':
      return goalOf(state, figure.id).currentAmount;
    case 'percentage of goal':
      return tenthsOfGoal(goalOf(state, figure.id).currentAmount, goalOf(state, figure.id).finalAmount);
    case 'monthly income':
      return state.figures?.income ?? 0;
    case 'monthly expense':
      return state.figures?.expense ?? 0;
    case 'percentage of month':
      return tenthsOfIncome(state.figures);
    case 'income':
    case 'expense': {
      const { period, from } = figure.span;
      // The weeks that begin on Monday have their sums.
      if (cut === null && period !== 'range' && firstOf(period, from) === from)
        return (await statisticsAround(database, ledgerId, from, asOf(moment)))[period][figure.kind];
      const type = figure.kind === 'income' ? 'Income' : 'Expense';
      const sums = await sumsByCategory(database, ledgerId, figure.span, figure.span, asOf(moment), cut);
      return sums.filter((sum) => sum.type === type).reduce((sum, { amount }) => safe(sum + amount), ZERO);
    }
    case 'category': {
      const wanted = explainedCategory(state, figure);
      const sums = await sumsByCategory(database, ledgerId, figure.span, figure.span, asOf(moment), cut);
      const ofKind = sumsOfKind(sums, figure.type, state.categories);
      return ofKind.find(({ category }) => category === wanted)?.amount ?? 0;
    }
    case 'budget': {
      const { budget, categoryId } = await budgetFor(books, figure);
      return amountInBudget(budget, figure, categoryId);
    }
    case 'forecast':
      return (await foreseenOf(books, figure)).expected;
    case 'found': {
      const totals = await totalsOf(database, ledgerId, query ?? EVERYTHING, asOf(moment), cut);
      if (!totals) throw new ProblemError('unavailable');
      return figure.sum === 'net' ? safe(totals.in - totals.out) : totals[figure.sum];
    }
    case 'report':
      return await amountOfCell({ ...books, asOf: asOf(moment) }, figure);
    default:
      return figure satisfies never;
  }
}

async function makeupOf(books: ExplainedBooks, figure: Figure, page: Page): Promise<Makeup> {
  const { ledgerId, state } = books;
  switch (figure.kind) {
    case 'balance': {
      const { cut } = books;
      if (isBefore(books, figure.day)) return await upTo(books, figure.day, null, page);
      // The money of a goal that is gone is back in the balance, perhaps in another account.
      const isThere = ({ goalId, account }: Movement) =>
        cut === null ? goalId === null || state.goals.has(goalId) : cut.includes(account);
      return await withMovements(books, { kind: 'balance', account: null }, page, isThere);
    }
    case 'account': {
      const account = accountKey(ledgerId, figure.id);
      if (isBefore(books, figure.day)) return await upTo(books, figure.day, account, page);
      return await withMovements(books, { kind: 'balance', account }, page, (movement) => movement.account === account);
    }
    case 'goal':
      return paged(await savedFor(books, figure.id, (cents) => cents), page);
    case 'percentage of goal': {
      const { finalAmount } = goalOf(state, figure.id);
      return paged(await savedFor(books, figure.id, (cents) => tenthsOfGoal(cents, finalAmount)), page);
    }
    case 'monthly income':
      return paged(await ofMonth(books, 'monthly income', ({ income }) => income), page);
    case 'monthly expense':
      return paged(await ofMonth(books, 'monthly expense', ({ expense }) => expense), page);
    case 'percentage of month':
      return paged(await ofMonth(books, 'monthly expense', tenthsOfIncome), page);
    case 'income':
    case 'expense': {
      const type = figure.kind === 'income' ? 'Income' : 'Expense';
      return await withMovements(
        books,
        { kind: 'type', type, days: figure.span, expenses: expenseCategoryIds(state) },
        page,
        () => false,
      );
    }
    case 'category': {
      const { type, span } = figure;
      const category = explainedCategory(state, figure);
      const categories = category === null ? null : [category];
      return await withMovements(books, { kind: 'category', type, categories, days: span }, page, () => false);
    }
    case 'budget': {
      const { budget, categoryId } = await budgetFor(books, figure);
      if (figure.of !== 'spent') return { parts: partsOfBudget(budget, figure, categoryId), entries: [] };
      return await withMovements(books, spentIn(budget, categoryId, state), page, () => false);
    }
    case 'forecast':
      return { parts: (await foreseenOf(books, figure)).parts, entries: [] };
    case 'found': {
      const found = await foundBy(books.database, ledgerId, books.query ?? EVERYTHING, asOf(books.moment));
      const unkept = { ...books, database: unprepared(books.database) };
      return await withMovements(
        unkept,
        { kind: 'found', sum: figure.sum, found, expenses: expenseCategoryIds(state) },
        page,
        () => false,
      );
    }
    case 'report': {
      const unkept = { ...books, database: unprepared(books.database) };
      const selection = await selectionOfCell({ ...unkept, asOf: asOf(books.moment) }, figure);
      return await withMovements(unkept, selection, page, () => false);
    }
    default:
      return figure satisfies never;
  }
}

/**
 * Whether a balance is meant at the end of a day before today: the end of today has what is dated ahead, too (product
 * 5.13). Throws the problem invalid for a day to come.
 */
function isBefore({ today }: ExplainedBooks, day: string | null): day is string {
  if (day !== null && day > today) throw new ProblemError('invalid', { figure: messages.dayToCome });
  return day !== null && day < today;
}

/** The balance of accounts together at the end of a day before today; an account null is all of them. */
async function balanceThen(
  { database, ledgerId, moment }: ExplainedBooks,
  accounts: readonly (string | null)[],
  day: string,
): Promise<Cents> {
  let balance = ZERO;
  for (const account of accounts)
    balance = safe(balance + (await balanceAtEnd(database, ledgerId, day, { account, asOf: asOf(moment) })));
  return balance;
}

/** The entries and movements up to a day, of an account or of all that are seen (null). */
async function upTo(books: ExplainedBooks, day: string, account: string | null, page: Page): Promise<Makeup> {
  const seen = account === null ? books.cut : [account];
  return await withMovements(
    books,
    { kind: 'balance', account, days: { from: FIRST_DAY, to: day } },
    page,
    (movement) => dayOfMovement(movement) <= day && (seen === null || seen.includes(movement.account)),
  );
}

/** The budget of the month of a figure, and the figure's category. Throws like `categoryOfBudget`. */
async function budgetFor({ moment, state, ...books }: ExplainedBooks, figure: BudgetFigure) {
  const { categories, accounts } = state;
  const categoryId = categoryOfBudget(figure, categories);
  const beside = accountsBeside(accounts);
  const read = await budgetBooks({ ...books, categories, beside, revision: asOf(moment) }, figure.month);
  return { budget: budgetMonth(read, figure.month), categoryId };
}

/** Adds up transactions and transfers, and the movements that count. */
async function withMovements(
  { database, ledgerId, state, moment, cut }: ExplainedBooks,
  selection: FigureSelection,
  page: Page,
  counts: (movement: Movement) => boolean,
): Promise<Makeup> {
  const then = asOf(moment);
  const parts = await partsBehind(database, ledgerId, selection, then, cut);
  const rows = await entriesBehind(database, ledgerId, selection, { ...page, limit: page.limit + 1, asOf: then }, cut);
  const countedMovements =
    selection.kind === 'balance' ? (await movementsIn(database, ledgerId, then)).filter(counts) : [];
  const changeSets = await changeSetsAt(
    database,
    ledgerId,
    rows.map(({ revision }) => revision),
  );
  // The parts of income and expenses are the ids of their categories.
  const nameOfPart = (part: string) => state.categories.get(part)?.name ?? part;
  const entries = [
    ...rows.map((row) => {
      const entry = entryOf(ledgerId, row, changeSets.get(row.revision) ?? '');
      return { ...entry, part: nameOfPart(entry.part) };
    }),
    ...countedMovements
      .filter((movement) => follows(movement, page.after))
      .map((movement) => movementEntry(ledgerId, state, movement)),
  ];
  return {
    parts: inOrder([...parts, ...partsOf(countedMovements)]).map((part) => ({ ...part, what: nameOfPart(part.what) })),
    entries: entries.sort(newestFirst).slice(0, page.limit + 1),
  };
}

/**
 * The money put aside for a goal. `figureOf` gives the figure for an amount in cents: each entry adds its change of the
 * figure.
 */
async function savedFor(
  { database, ledgerId, state, moment }: ExplainedBooks,
  goalId: string,
  figureOf: (saved: Cents) => number,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  let saved = ZERO;
  let value = figureOf(saved);
  for (const movement of await movementsIn(database, ledgerId, asOf(moment))) {
    if (movement.goalId !== goalId) continue;
    saved = safe(saved - movement.amount);
    entries.push({ ...movementEntry(ledgerId, state, movement), change: figureOf(saved) - value });
    value = figureOf(saved);
  }
  return entries;
}

/** The event that set the monthly figures; none if they are not set. */
async function ofMonth(
  { database, ledgerId, moment }: ExplainedBooks,
  part: string,
  figureOf: (figures: { income: Cents; expense: Cents }) => number,
): Promise<Entry[]> {
  const set = await lastOfMonthlyFigures(database, ledgerId, asOf(moment));
  if (set?.event.type !== 'MonthlyFiguresSet') return [];
  const { event, metadata, revision } = set;
  const { commandId: changeSetId, recordedAt } = metadata;
  return [
    {
      _id: String(revision),
      revision,
      type: 'Monthly figures',
      title: 'Monthly income and expense',
      date: recordedAt.slice(0, 10),
      account: null,
      change: figureOf(event.data),
      part,
      changeSetId,
      recordedAt,
    },
  ];
}

/** A page of entries of which all are here. */
function paged(entries: readonly Entry[], { limit, after }: Page): Makeup {
  const parts = new Map<string, FigurePart>();
  for (const { part, change } of entries) add(parts, part, change);
  const following = entries.filter((entry) => follows(entry, after)).sort(newestFirst);
  return { parts: inOrder([...parts.values()]), entries: following.slice(0, limit + 1) };
}

function partsOf(movements: readonly Movement[]): FigurePart[] {
  const parts = new Map<string, FigurePart>();
  for (const { part, amount } of movements) add(parts, part, amount);
  return [...parts.values()];
}

function add(parts: Map<string, FigurePart>, what: string, amount: number): void {
  const { amount: before, count } = parts.get(what) ?? { amount: ZERO, count: 0 };
  parts.set(what, { what, amount: safe(before + amount), count: count + 1 });
}

/** The order in which a balance is made up. */
const ORDER = ['opening', 'income', 'expenses', 'put aside', 'transfers', 'set by hand'];

/** Parts of a balance in its order, others from the largest on. */
function inOrder(parts: readonly FigurePart[]): FigurePart[] {
  const place = ({ what }: FigurePart) => ORDER.indexOf(what);
  return parts.toSorted((one, other) => place(one) - place(other) || Math.abs(other.amount) - Math.abs(one.amount));
}

function entryOf(ledgerId: string, { entryId, account, ...row }: BehindRow, changeSetId: string): Entry {
  return { ...row, _id: entryId, account: accountIdOf(ledgerId, account), changeSetId };
}

/** The types that movements have in an explanation. */
const TYPES = { opening: 'Opening', 'set by hand': 'Set by hand', 'put aside': 'Put aside' } as const;

/** A movement with what it adds to its account; what it adds to a goal is the opposite. */
function movementEntry(ledgerId: string, { goals }: LedgerState, movement: Movement): Entry {
  const { revision, goalId, title, date, account, amount, part, changeSetId, recordedAt } = movement;
  const goal = goalId === null ? undefined : goals.get(goalId);
  return {
    _id: String(revision),
    revision,
    type: TYPES[part],
    title: goal ? `${title}: ${goal.title}` : title,
    date,
    account: accountIdOf(ledgerId, account),
    change: amount,
    part,
    changeSetId,
    recordedAt,
  };
}

type Placed = { date: string; revision: bigint };

function newestFirst(one: Placed, other: Placed): number {
  if (one.date !== other.date) return one.date < other.date ? 1 : -1;
  return Number(other.revision - one.revision);
}

function follows(entry: Placed, after: PagePlace | null): boolean {
  return after === null || newestFirst(after, entry) < 0;
}

function accountOf({ accounts }: LedgerState, ledgerId: string, accountId: string) {
  const account = accounts.get(accountKey(ledgerId, accountId));
  if (!account) throw new ProblemError('account_not_found');
  return account;
}

function goalOf({ goals }: LedgerState, goalId: string) {
  const goal = goals.get(goalId);
  if (!goal) throw new ProblemError('goal_not_found');
  return goal;
}

/** The id of the category that a figure names; null for none. Throws the problem invalid where there is none. */
export function explainedCategory(
  { categories }: Pick<LedgerState, 'categories'>,
  { type, category }: Extract<Figure, { kind: 'category' }>,
): string | null {
  if (category === null) return null;
  const named = categoryNamed(categories, category, type);
  const id = categories.get(category)?.kind === type ? category : named;
  if (id === undefined) throw new ProblemError('invalid', { figure: messages.notAFigure });
  return id;
}

/** The saved part of a goal as a percentage, in tenths, so that it is an integer. */
export function tenthsOfGoal(saved: Cents, finalAmount: Cents): number {
  return Math.round(percentOfGoal(amountOf(saved), amountOf(finalAmount)) * 10);
}

/** The monthly expense as a percentage of the income, in tenths; 0 where they are not set. */
export function tenthsOfIncome(figures: { income: Cents; expense: Cents } | null): number {
  return figures ? Math.round(incomePercentage(amountOf(figures.expense), amountOf(figures.income)) * 10) : 0;
}
