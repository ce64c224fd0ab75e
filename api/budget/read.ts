import { type BudgetBooks, type BudgetMonth, budgetMonth } from '#ledger/budget/month.ts';
import type { Database } from '#platform/postgres.ts';
import { budgetOfLedger, type StoredBudget } from '#projections/queries/budget.ts';
import { ProblemError } from '../http/problem-error.ts';

/** The books from which a budget is worked out, and the budget of a month. */
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
