import type { CategoriesResponse, CategorySum } from '#contract/statistics-calls.ts';
import { inPeriodBeside } from '#ledger/model/days.ts';
import { sumOf } from '../../ui/money.ts';

/**
 * Income and expense by category in a month, by its first day (ISO date), and what was refunded: it is income, taken
 * off the categories of expenses.
 */
type Month = { first: string; income: readonly Sum[]; expense: readonly Sum[]; refunds: number };
type Sum = { category: string; amount: number };

/** A category of a type; `-` stands for none. */
export type TypedCategory = { type: 'Income' | 'Expense'; category: string };

/** A month, by its first day (ISO date), with its sums in whole units. */
export type MonthSums = { first: string; income: number; expense: number };

const MONTHS = 12;

/** The first days (ISO dates) of the twelve months up to the month of a day, the latest first. */
export function lastMonths(day: string): string[] {
  const firsts = [`${day.slice(0, 7)}-01`];
  while (firsts.length < MONTHS) firsts.push(inPeriodBeside('month', firsts.at(-1) ?? day, -1));
  return firsts;
}

/** The months to ask for: an answer has the month before, too, but all of it only where the month is over. */
export function monthSumsAsked(months: readonly string[]): string[] {
  return months.filter((_, index) => index === 0 || index % 2 === 1);
}

/** The months that answers have, each with the month before unless it is the current one; the earliest first. */
export function monthsIn(answers: readonly CategoriesResponse[], months: readonly string[]): Month[] {
  const sums = (rows: readonly CategorySum[], of: 'amount' | 'before') =>
    rows.map((row) => ({ category: row.category, amount: row[of] }));
  const all = answers.flatMap(({ from, before, income, expense, refunds = { amount: 0, before: 0 } }) => [
    { first: from, income: sums(income, 'amount'), expense: sums(expense, 'amount'), refunds: refunds.amount },
    { first: before.from, income: sums(income, 'before'), expense: sums(expense, 'before'), refunds: refunds.before },
  ]);
  return months
    .map((first) => all.findLast((month) => month.first === first) ?? { first, income: [], expense: [], refunds: 0 })
    .toReversed();
}

/** The categories with an amount in any of the months, categories of expenses first, by name. */
export function categoriesIn(months: readonly Month[]): TypedCategory[] {
  return (['Expense', 'Income'] as const).flatMap((type) => {
    const rows = months.flatMap((month) => (type === 'Expense' ? month.expense : month.income));
    const names = new Set(rows.filter(({ amount }) => amount !== 0).map(({ category }) => category));
    return [...names].sort().map((category) => ({ type, category }));
  });
}

/** The sums of the months: of all categories, in which a refund is income, or of one. */
export function sumsOfMonths(months: readonly Month[], only: TypedCategory | null): MonthSums[] {
  const total = (type: TypedCategory['type'], rows: readonly Sum[], refunds: number) =>
    sumOf(
      only === null ? refunds : 0,
      ...rows
        .filter(({ category }) => only === null || (only.type === type && only.category === category))
        .map(({ amount }) => amount),
    );
  return months.map(({ first, income, expense, refunds }) => ({
    first,
    income: total('Income', income, refunds),
    expense: total('Expense', expense, refunds),
  }));
}
