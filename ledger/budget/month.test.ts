import { describe, expect, test } from 'vitest';
import type { Carries, Plans } from '#ledger/model/budget.ts';
import { GIVEN_CATEGORIES } from '#ledger/model/categories.ts';
import type { Carry } from '#ledger/model/constants.ts';
import { monthAfter } from '#ledger/model/months.ts';
import { stepsOf } from '#tests/support/steps.ts';
import { type BudgetBooks, budgetMonth, type CategoryMonthSum, categoriesByMonth, totalAvailable } from './month.ts';

const MONTHS = ['2026-01', '2026-02', '2026-03'];
const EMPTY: BudgetBooks = {
  categories: GIVEN_CATEGORIES,
  plans: new Map(),
  carries: new Map(),
  sums: [],
  movements: [],
  beside: new Set(),
  present: '2026-03',
};
const sum = (month: string, type: 'Income' | 'Expense', category: string, amount: number): CategoryMonthSum => ({
  ...{ month, type, category, amount },
});

/** The worked example: 1,000 a month, 300 planned for groceries, spent 360, 250, and 310 with a refund of 40. */
const household: BudgetBooks = {
  ...EMPTY,
  plans: new Map(MONTHS.map((month) => [`Groceries ${month}`, 300])) as unknown as Plans,
  sums: [
    ...MONTHS.map((month) => sum(month, 'Income', 'Salary', 1000)),
    ...[360, 250, 310].map((spent, index) => sum(MONTHS[index] ?? '', 'Expense', 'Groceries', spent)),
    sum('2026-03', 'Income', 'Groceries', 40),
  ],
};
const carry = (...settings: [cell: string, carry: Carry, place: number][]): Carries =>
  new Map(settings.map(([cell, carry, place]) => [cell, { carry, place }]));

/** The amounts that are available for groceries and To budget, month by month. */
const course = (books: BudgetBooks, id = 'Groceries') =>
  MONTHS.map((month) => {
    const budget = budgetMonth(books, month);
    return [budget.categories.get(id)?.available, budget.toBudget];
  });

describe('what is left of a category', () => {
  test('carries over, and what was overspent is taken from To budget', () => {
    expect(course(household)).toEqual([
      [-60, 700],
      [50, 1340],
      [80, 2040],
    ]);
  });

  test('carries over with what was overspent', () => {
    expect(course({ ...household, carries: carry(['Groceries 2026-01', 'all', 1]) })).toEqual([
      [-60, 700],
      [-10, 1400],
      [20, 2100],
    ]);
  });

  test('returns to To budget', () => {
    expect(course({ ...household, carries: carry(['Groceries 2026-01', 'none', 1]) })).toEqual([
      [-60, 700],
      [50, 1340],
      [30, 2090],
    ]);
  });

  test('carries over by the setting that was made last of those for the month or earlier ones', () => {
    const settings = carry(['Groceries 2026-02', 'all', 1], ['Groceries 2026-01', 'none', 2]);
    expect(course({ ...household, carries: settings })).toEqual(
      course({ ...household, carries: carry(['Groceries 2026-01', 'none', 1]) }),
    );
    expect(course({ ...household, carries: carry(['Groceries 2026-02', 'none', 1]) })).toEqual([
      [-60, 700],
      [50, 1340],
      [30, 2090],
    ]);
  });

  test('is what it was, years later', () => {
    const { categories, toBudget } = budgetMonth(household, '2036-07');
    expect(categories.get('Groceries')).toMatchObject({ carriedIn: 80, planned: 0, spent: 0, available: 80 });
    expect(toBudget).toBe(2040);
  });
});

describe('what is planned for later months', () => {
  const books = { ...household, present: '2026-01' };

  test('is taken off To budget from the present month on', () => {
    expect(budgetMonth(books, '2026-01')).toMatchObject({ toBudget: 100, plannedAhead: 600 });
    expect(budgetMonth({ ...books, present: '2026-02' }, '2026-01')).toMatchObject({ toBudget: 700, plannedAhead: 0 });
    expect(budgetMonth(books, '2026-02')).toMatchObject({ toBudget: 1040, plannedAhead: 300, before: 100 });
  });
});

describe('a child', () => {
  const own = {
    name: 'Market',
    kind: 'Expense',
    parent: 'Groceries',
    isArchived: false,
    position: undefined,
    place: 1,
  } as const;
  const categories = new Map([...GIVEN_CATEGORIES, ['market', own]]);
  const sums = [...household.sums, ...MONTHS.map((month) => sum(month, 'Expense', 'market', 10))];

  test('without a plan draws on its parent', () => {
    const books = { ...household, categories, sums };
    expect(course(books)).toEqual([
      [-70, 700],
      [40, 1330],
      [60, 2030],
    ]);
    const { categories: rows } = budgetMonth(books, '2026-01');
    expect(rows.get('market')).toMatchObject({ spent: 10, available: null });
    expect(rows.get('Groceries')).toMatchObject({ spent: 370 });
  });

  test('stands alone from the first month on for which something is planned for it', () => {
    const plans = new Map(household.plans).set('market 2026-02', 15 as never);
    const books = { ...household, categories, sums, plans };
    expect(course(books, 'market')).toEqual([
      [null, 700],
      [5, 1315],
      [-5, 2015],
    ]);
    expect(course(books).map(([available]) => available)).toEqual([-70, 50, 80]);
  });
});

describe('money beside transactions', () => {
  const moved = (part: 'opening' | 'set by hand' | 'put aside', date: string, amount: number) =>
    ({ part, date, amount }) as BudgetBooks['movements'][number];

  test('counts before every month, or in the month of its recording', () => {
    const movements = [
      moved('opening', '2026-03-05', 500),
      moved('set by hand', '2026-02-01', -20),
      moved('put aside', '2026-02-28', -100),
    ];
    const books = { ...household, movements };
    expect(course(books).map(([, toBudget]) => toBudget)).toEqual([1200, 1720, 2420]);
    expect(MONTHS.map((month) => budgetMonth(books, month).goals)).toEqual([0, 100, 100]);
    expect(budgetMonth(books, '2026-02').inflow).toBe(880);
  });
});

test('what is planned and what is left adds up to the money', () => {
  for (const month of MONTHS) {
    const budget = budgetMonth(household, month);
    const balance = household.sums
      .filter((each) => each.month <= month)
      .reduce((total, { type, amount }) => total + (type === 'Income' ? amount : -amount), 0);
    expect(budget.toBudget + budget.plannedAhead + totalAvailable(budget)).toBe(balance);
  }
});

test('month by month the categories are those of each month, without a gap', () => {
  const gone = sum('2025-09', 'Expense', 'Movie', 70);
  const books: BudgetBooks = {
    ...household,
    sums: [...household.sums, gone],
    carries: carry(['Movie 2025-09', 'all', 1], ['Groceries 2026-02', 'none', 2]),
  };
  const all = [...categoriesByMonth(books)];
  expect(all.map(({ month }) => month)).toEqual(['2025-09', '2025-10', '2025-11', '2025-12', ...MONTHS]);
  for (const { month, categories } of all) expect(categories).toEqual(budgetMonth(books, month).categories);
  expect([...categoriesByMonth(EMPTY)]).toEqual([]);
});

test('plans of three centuries, and 200 categories that carry what they have through all of them', () => {
  const months = Array.from({ length: 3_600 }, (_, index) => monthAfter('1900-01', index));
  const categories = Array.from({ length: 200 }, (_, at) => [`${at}`, { name: `${at}`, kind: 'Expense' }] as const);
  const plans = new Map([
    ...categories.map(([id]) => [`${id} 1900-01`, 5] as const),
    ...months.slice(1).flatMap((month) => [0, 1, 2, 3, 4, 5, 6].map((at) => [`${at} ${month}`, 1] as const)),
  ]);
  const books = { ...EMPTY, categories: new Map(categories), plans } as unknown as BudgetBooks;
  const { toBudget, categories: rows } = budgetMonth(books, '2199-12');
  const available = [...rows.values()].map((row) => row.available);
  expect([toBudget, available[0], available.at(-1)]).toEqual([-1_000 - 3_599 * 7, 5 + 3_599, 5]);
  const atOnce = stepsOf(() => budgetMonth(books, '2199-12'));
  const monthByMonth = stepsOf(() => [...categoriesByMonth(books)].length);
  expect(atOnce).toBeLessThan(monthByMonth / 3);
});
