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

/** The months that were worked out from books: the API keeps the books of a ledger from one revision to the next. */
const monthsOf = new WeakMap<StoredBudget, Map<string, ReadBudget>>();
const MONTHS_KEPT_MAX = 12;

/** The budget of a month of what was read. */
export function withMonth(stored: StoredBudget, month: string, present: string): ReadBudget {
  const months = monthsOf.get(stored) ?? new Map<string, ReadBudget>();
  monthsOf.set(stored, months);
  const key = `${month} ${present}`;
  const known = months.get(key);
  if (known) return known;
  const books = { ...stored, present };
  const read = { books, budget: budgetMonth(books, month) };
  if (months.size === MONTHS_KEPT_MAX) months.clear();
  months.set(key, read);
  return read;
}
