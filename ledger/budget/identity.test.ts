import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DecodedEvent } from '#ledger/events.ts';
import { fold } from '#ledger/evolve.ts';
import { EMPTY, type LedgerState } from '#ledger/history.ts';
import { NO_CATEGORY } from '#ledger/model/categories.ts';
import { type Carry, EVERYDAY } from '#ledger/model/constants.ts';
import { monthAfter } from '#ledger/model/months.ts';
import { accountsBeside, type TransactionState } from '#ledger/model/state.ts';
import { movementsWithReturns } from '#ledger/movements.ts';
import { anyCommands } from '#ledger/testing/any-commands.ts';
import { assertWithCases } from '#ledger/testing/assert-with-cases.ts';
import { carriedOut } from '#ledger/testing/scenario.ts';
import { type BudgetBooks, type BudgetMonth, budgetMonth, type CategoryMonthSum, totalAvailable } from './month.ts';

/** The months from before the first day of random entries to that in which events are recorded, and one later. */
const MONTHS = Array.from({ length: 27 }, (_, index) => monthAfter('2024-11', index));
const [BEFORE, LAST, PRESENT] = ['2024-11', '2027-01', '2025-07'] as const;

type Counted = { month: string; category: string; amount: number; isRefund: boolean; isInflow: boolean };

type Entry = Pick<TransactionState, 'type' | 'date' | 'amount' | 'category' | 'parts'>;

/** The entries of accounts in the budget, and as such the transfers that leave these accounts, or come there. */
function entriesIn({ accounts, transactions, transfers }: LedgerState): Entry[] {
  const isIn = (id: string) => accounts.get(id)?.isBudgeted !== false;
  const across = [...transfers.values()].filter(({ from, to }) => isIn(from) !== isIn(to));
  return [
    ...[...transactions.values()].filter(({ accountId = EVERYDAY }) => isIn(accountId)),
    ...across.map(({ from, ...entry }): Entry => ({ ...entry, type: isIn(from) ? 'Expense' : 'Income' })),
  ];
}

/** The amounts by which they change the balance, by their parts, in cents. An income of expenses is a refund. */
function countedIn(state: LedgerState): Counted[] {
  const isOfExpenses = (category = '') => state.categories.get(category)?.kind === 'Expense';
  return entriesIn(state).flatMap(({ type, date, amount, category, parts }) =>
    (parts ?? [{ amount, category }]).map((part) => {
      const isRefund = type === 'Income' && isOfExpenses(part.category);
      return {
        month: date.slice(0, 7),
        category: type === 'Expense' && !isOfExpenses(part.category) ? NO_CATEGORY : (part.category ?? NO_CATEGORY),
        amount: type === 'Income' ? part.amount : -part.amount,
        isRefund,
        isInflow: type === 'Income' && !isRefund,
      };
    }),
  );
}

const sumOf = (amounts: readonly { amount: number }[]) => amounts.reduce((sum, { amount }) => sum + amount, 0);

/** The books of a budget, with sums by month, type and category. */
function booksOf(state: LedgerState): BudgetBooks {
  const sums = new Map<string, CategoryMonthSum>();
  for (const { month, category, amount, isRefund, isInflow } of countedIn(state)) {
    const type = isRefund || isInflow ? 'Income' : 'Expense';
    const key = `${month} ${type} ${category}`;
    sums.set(key, {
      month,
      type,
      category,
      amount: (sums.get(key)?.amount ?? 0) + (type === 'Income' ? amount : -amount),
    });
  }
  const { accounts, categories, plans, carries, history } = state;
  return {
    ...{ categories, plans, carries, present: PRESENT },
    sums: [...sums.values()],
    movements: movementsWithReturns(history.events),
    beside: accountsBeside(accounts),
  };
}

/** The balance of all that counts in the months up to one, in cents. */
function balanceAt(state: LedgerState, { movements, beside }: BudgetBooks, month: string): number {
  const counted = movements.filter(({ account }) => !beside.has(account));
  const moved = counted.filter(({ part, date }) => part === 'opening' || date.slice(0, 7) <= month);
  return sumOf(countedIn(state).filter((each) => each.month <= month)) + sumOf(moved);
}

function expectIdentity(state: LedgerState, books: BudgetBooks, budget: BudgetMonth): void {
  const { toBudget, plannedAhead, month } = budget;
  expect(toBudget + plannedAhead + totalAvailable(budget)).toBe(balanceAt(state, books, month));
}

/** The carry of a category in a month: the setting recorded last, of those for it or earlier months. */
function carryOf({ carries }: BudgetBooks, categoryId: string, month: string): Carry {
  const settings = [...carries]
    .filter(([cell]) => cell.startsWith(`${categoryId} `) && cell.slice(-7) <= month)
    .sort(([, left], [, right]) => left.place - right.place);
  return settings.at(-1)?.[1].carry ?? 'surplus';
}

/** The category that has what is spent for one in a month: its parent's until something is planned for it. */
function holderOf({ categories, plans }: BudgetBooks, categoryId: string, month: string): string {
  const parent = categories.get(categoryId)?.parent;
  const isPlanned = [...plans.keys()].some((cell) => cell.startsWith(`${categoryId} `) && cell.slice(-7) <= month);
  return parent === undefined || isPlanned ? categoryId : parent;
}

const plannedIn = ({ plans }: BudgetBooks, month: string) =>
  [...plans].filter(([cell]) => cell.slice(-7) === month).map(([cell, amount]) => ({ id: cell.slice(0, -8), amount }));

/** Expects the identities of product 12.1 for a month and the next. */
function expectTurn(state: LedgerState, books: BudgetBooks, before: BudgetMonth, after: BudgetMonth): void {
  const { month } = after;
  const counted = countedIn(state).filter((each) => each.month === month);
  const moved = books.movements.filter(
    ({ part, date, account }) => part !== 'opening' && date.slice(0, 7) === month && !books.beside.has(account),
  );
  const planned = plannedIn(books, month);
  let returned = 0;
  for (const [id, { available, carry }] of before.categories) {
    expect(carry).toBe(carryOf(books, id, before.month));
    const isKept = carry === 'all' || (carry === 'surplus' && (available ?? 0) > 0);
    expect((after.categories.get(id)?.carriedIn ?? 0) + 0).toBe((isKept && available) || 0);
    if (!isKept) returned += available ?? 0;
  }
  const inflow = sumOf(counted.filter(({ isInflow }) => isInflow)) + sumOf(moved);
  expect(after.inflow).toBe(inflow);
  expect(after.returned + 0).toBe(returned + 0);
  expect([after.before, after.aheadBefore]).toEqual([before.toBudget, before.plannedAhead]);
  expect(after.planned).toBe(sumOf(planned));
  const change = returned + inflow - sumOf(planned);
  expect(after.toBudget + after.plannedAhead).toBe(before.toBudget + before.plannedAhead + change);
  const ahead = [...books.plans].filter(([cell]) => cell.slice(-7) > month).map(([, amount]) => ({ amount }));
  expect(after.plannedAhead).toBe(month < PRESENT ? 0 : sumOf(ahead));
  const spending = counted.filter(({ isInflow }) => !isInflow);
  for (const [id, row] of after.categories) {
    const isOwn = holderOf(books, id, month) === id;
    const own = spending.filter(({ category }) => (isOwn ? holderOf(books, category, month) : category) === id);
    expect(row.spent).toBe(0 - sumOf(own));
    expect(row.refunded).toBe(sumOf(own.filter(({ isRefund }) => isRefund)));
    expect(row.planned).toBe(sumOf(planned.filter((plan) => plan.id === id)));
    expect(row.available).toBe(isOwn ? row.carriedIn + row.planned - row.spent : null);
  }
  const held = new Set(spending.map(({ category }) => holderOf(books, category, month)));
  for (const id of [...held, ...planned.map((plan) => plan.id)]) expect(after.categories.has(id)).toBe(true);
}

test('after any commands, as known at any revision, what is planned and what is left adds up to the balance', () => {
  const counts = { refunds: 0, overspent: 0, drawing: 0, kept: 0, planned: 0, below: 0, beside: 0, across: 0 };
  assertWithCases(
    fc.property(anyCommands(100), fc.array(fc.nat(), { minLength: 2, maxLength: 2 }), (commands, revisions) => {
      const { events, state } = carriedOut(commands);
      const books = booksOf(state);
      const months = MONTHS.map((month) => budgetMonth(books, month));
      for (const [index, month] of months.entries()) {
        expectIdentity(state, books, month);
        const next = months[index + 1];
        if (next) expectTurn(state, books, month, next);
      }
      const held = [...state.accounts.values()].filter(({ isBudgeted }) => isBudgeted !== false);
      expect(balanceAt(state, books, LAST)).toBe(held.reduce((sum, { balance }) => sum + balance, 0));
      counts.beside += state.accounts.size - held.length;
      counts.across += entriesIn(state).filter((entry) => !('accountId' in entry)).length;
      for (const revision of revisions) expectThen(events.slice(0, revision % (events.length + 1)));
      const rows = months.flatMap(({ categories }) => [...categories.values()]);
      counts.refunds += rows.filter(({ refunded }) => refunded > 0).length;
      counts.overspent += rows.filter(({ available }) => (available ?? 0) < 0).length;
      counts.drawing += rows.filter(({ available, spent }) => available === null && spent !== 0).length;
      counts.kept += rows.filter(({ carriedIn, carry }) => carriedIn < 0 && carry === 'all').length;
      counts.planned += rows.filter(({ planned }) => planned > 0).length;
      counts.below += rows.filter(({ planned }) => planned < 0).length;
    }),
    150,
    counts,
  );
});

function expectThen(events: readonly DecodedEvent[]): void {
  const state = fold(EMPTY, events);
  const books = booksOf(state);
  for (const month of [BEFORE, '2025-01', PRESENT, '2025-12', LAST]) {
    expectIdentity(state, books, budgetMonth(books, month));
  }
}
