import { type BudgetBooks, type BudgetMonth, budgetMonth } from '#budget/month.ts';
import type { Budget } from '#contract/budget-calls.ts';
import type { Known } from '#contract/fields.ts';
import type { Database } from '#platform/postgres.ts';
import { budgetOfLedger, budgetThen, type StoredBudget } from '#projections/queries/budget.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';
import { momentOf } from '../known/moment.ts';
import { presentBudget } from '../present/budget.ts';

/** What a budget is worked out from, with that of a month. */
export type ReadBudget = { books: StoredBudget & BudgetBooks; budget: BudgetMonth };

/** Reads the budget of a month as it is now. Throws the problem unavailable. */
export async function readBudget(
  database: Database,
  ledgerId: string,
  month: string,
  present: string,
): Promise<ReadBudget> {
  const stored = await budgetOfLedger(database, ledgerId);
  if (!stored) throw new ProblemError('unavailable');
  return withMonth(stored, month, present);
}

/** The budget of a month of what was read. */
export function withMonth(stored: StoredBudget, month: string, present: string): ReadBudget {
  const books = { ...stored, present };
  return { books, budget: budgetMonth(books, month) };
}

/** Reads the budget of a month as it was known at a moment. Throws what `momentOf` throws. */
export async function budgetAt(
  { database }: JobServices,
  { ledgerId, month, present, known }: { ledgerId: string; month: string; present: string; known: Known },
): Promise<Budget> {
  const moment = await momentOf({ database, now: () => new Date() }, ledgerId, known);
  if (!moment) {
    const { books, budget } = await readBudget(database, ledgerId, month, present);
    return presentBudget(books, budget);
  }
  const { revision, state } = moment;
  const stored = await budgetThen(database, ledgerId, month, { revision, categories: state.categories });
  const { books, budget } = withMonth(stored, month, present);
  return presentBudget(books, budget);
}

export const BUDGET_AT = jobOf(budgetAt, import.meta.url, 'read');
