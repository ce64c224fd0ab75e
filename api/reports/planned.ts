import type { CallData } from '#contract/calls.ts';
import { REPORT_MONTHS_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import { nameOfCategory } from '#ledger/model/categories.ts';
import { amountOf, type Cents, safe } from '#ledger/model/money.ts';
import { monthAfter, monthsFrom } from '#ledger/model/months.ts';
import { accountsBeside } from '#ledger/model/state.ts';
import { recurringOf } from '#ledger/reports/recurring.ts';
import type { Database } from '#platform/postgres.ts';
import { budgetOfLedger, budgetThen } from '#projections/queries/budget.ts';
import { scheduledOf } from '#projections/queries/schedules.ts';
import { withMonth } from '../budget/read.ts';
import { ProblemError } from '../http/problem-error.ts';
import { presentBudget } from '../present/budget.ts';
import { daysAsked, type ReportAsked, type ReportQuestion, rangeAsked, reportBooks } from './run.ts';

/**
 * The plans and the spending of the months of a period (product 14.4), within a transaction of one snapshot. Throws
 * like `reportBooks`, and the problem invalid for too many months.
 */
export async function plannedByMonth(
  database: Database,
  asked: ReportAsked,
  question: Pick<ReportQuestion, 'range' | 'from' | 'to'>,
): Promise<CallData<'getBudgetReport'>> {
  const { ledgerId } = asked;
  const books = await reportBooks(database, asked, { q: '' });
  const { source, state, today, revision } = books;
  const span = await daysAsked(database, books, asked.periods, question);
  const [first, last] = [span.from.slice(0, 7), span.to.slice(0, 7)];
  const count = monthsFrom(first, last) + 1;
  if (count > REPORT_MONTHS_MAX) {
    throw new ProblemError('invalid', { [question.from === undefined ? 'range' : 'from']: messages.tooManyMonths });
  }
  const { categories, accounts } = state;
  const stored =
    source.asOf === null
      ? await budgetOfLedger(database, ledgerId)
      : await budgetThen(database, ledgerId, last, { revision, categories, beside: accountsBeside(accounts) });
  if (!stored) throw new ProblemError('unavailable');
  const months = Array.from({ length: count }, (_, at) => monthAfter(first, at));
  const budgets = months.map((month) => {
    const { books: withPresent, budget } = withMonth(stored, month, today.slice(0, 7));
    return presentBudget(withPresent, budget);
  });
  const rows = new Map<string, CallData<'getBudgetReport'>['rows'][number]>();
  for (const [at, budget] of budgets.entries()) {
    for (const { categoryId: key, name, parent, planned, spent, available } of budget.categories) {
      const empty = months.map(() => ({ planned: 0, spent: 0, available: null }));
      const row = rows.get(key) ?? { key, name, parent, cells: empty, planned: 0, spent: 0 };
      row.cells[at] = { planned, spent, available };
      rows.set(key, row);
    }
  }
  const sum = (amounts: readonly number[]) =>
    amountOf(safe(amounts.reduce((total, amount) => total + Math.round(amount * 100), 0)));
  const totalOf = <Row extends { cells: { planned: number; spent: number }[] }>(row: Row) => ({
    ...row,
    planned: sum(row.cells.map(({ planned }) => planned)),
    spent: sum(row.cells.map(({ spent }) => spent)),
  });
  return {
    asked: { range: rangeAsked(question), ...span },
    revision: revision < 0n ? null : Number(revision),
    months,
    rows: [...rows.values()].map(totalOf),
    totals: totalOf({ cells: budgets.map(({ planned, spent }) => ({ planned, spent })) }),
  };
}

/** The costs of schedules in the twelve months from today on (product 14.5), the most first. */
export async function recurringCosts(database: Database, asked: ReportAsked): Promise<CallData<'getRecurringReport'>> {
  const { state, today, revision, source } = await reportBooks(database, asked, { q: '' });
  const scheduled = await scheduledOf(database, asked.ledgerId, source.asOf);
  const costs = recurringOf(scheduled, today);
  const rows = [...scheduled.schedules].flatMap(([scheduleId, { title, type, category }]) => {
    const cost = costs.get(scheduleId);
    return cost && type !== 'Transfer' ? [{ scheduleId, title, type, category: category ?? null, ...cost }] : [];
  });
  rows.sort((one, other) => other.perYear - one.perYear || (one.title < other.title ? -1 : 1));
  const total = (type: string) => rows.filter((row) => row.type === type).reduce((sum, row) => sum + row.perYear, 0);
  const inUnits = (cents: number) => amountOf(safe(cents));
  const sums = (cents: number) => ({ perYear: inUnits(cents), perMonth: inUnits(Math.round(cents / 12)) });
  return {
    revision: revision < 0n ? null : Number(revision),
    rows: rows.map(({ perYear, perMonth, rise, category, ...row }) => ({
      ...row,
      category: category === null ? null : nameOfCategory(state.categories, category),
      perYear: inUnits(perYear),
      perMonth: inUnits(perMonth),
      rise: rise && { from: amountOf(rise.from as Cents), to: amountOf(rise.to as Cents), day: rise.day },
    })),
    totals: { out: sums(total('Expense')), in: sums(total('Income')) },
  };
}
