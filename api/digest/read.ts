import { budgetMonth, totalAvailable, totalSpent } from '#ledger/budget/month.ts';
import { sealOf } from '#ledger/log/seal.ts';
import { nameOfCategory } from '#ledger/model/categories.ts';
import type { CategoryKind } from '#ledger/model/constants.ts';
import { lastOf } from '#ledger/model/days.ts';
import { readConsistently } from '#platform/postgres.ts';
import { budgetOfLedger } from '#projections/queries/budget.ts';
import { sumsByCategory } from '#projections/queries/categories.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { statisticsAround } from '#projections/queries/statistics.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';
import { readChain } from '../ledger/seal.ts';
import { balanceAtEnd } from '../statistics/balance-by-date.ts';
import { refundsIn, sumsOfKind } from '../statistics/by-category.ts';

/** The sum of a category in a month, in cents; `category` is null for none. */
export type CategoryLine = { category: string | null; amount: number };

/** A month in figures, in cents: what its digest says (product 10.6). */
export type DigestFigures = {
  month: string;
  /** The day of the balance: the last one of the month, or today where the month goes on. */
  balanceDay: string;
  income: number;
  expense: number;
  balance: number;
  incomes: CategoryLine[];
  /** Net of refunds, whose sum `refunds` is: with it both lists come to income and expenses (product 5.9). */
  expenses: CategoryLine[];
  refunds: number;
  /** Null while nothing was ever planned. */
  budget: { toBudget: number; planned: number; spent: number; left: number } | null;
  goals: { title: string; saved: number; wanted: number }[];
  seal: string;
};

/**
 * Reads the figures of a month (`2026-11`) and the seal of the same revision; `today` is the caller's day. Throws the
 * problem unavailable while the read models have another version, and LogUnavailable.
 */
export async function digestFigures(
  { database, log }: JobServices,
  { ledgerId, month, today }: { ledgerId: string; month: string; today: string },
): Promise<DigestFigures> {
  const { revision, ...figures } = await readConsistently(database, async (client) => {
    const days = { from: `${month}-01`, to: lastOf('month', `${month}-01`) };
    const { revision, state } = await loadLedgerView(client, ledgerId);
    const { income, expense } = (await statisticsAround(client, ledgerId, days.from)).month;
    const sums = await sumsByCategory(client, ledgerId, days, days, null);
    const stored = await budgetOfLedger(client, ledgerId);
    if (!stored) throw new ProblemError('unavailable');
    const linesOf = (kind: CategoryKind) =>
      sumsOfKind(sums, kind, state.categories)
        .filter(({ amount }) => amount !== 0)
        .map(({ category, amount }) => ({
          category: category === null ? null : nameOfCategory(state.categories, category),
          amount,
        }));
    const budget = budgetMonth({ ...stored, present: today.slice(0, 7) }, month);
    const planned = [...budget.categories.values()].reduce((sum, row) => sum + row.planned, 0);
    return {
      revision,
      month,
      income,
      expense,
      balanceDay: days.to < today ? days.to : today,
      balance: days.to < today ? await balanceAtEnd(client, ledgerId, days.to) : state.balance,
      incomes: linesOf('Income'),
      expenses: linesOf('Expense'),
      refunds: refundsIn(sums, state.categories),
      budget:
        stored.plans.size === 0
          ? null
          : { toBudget: budget.toBudget, planned, spent: totalSpent(budget), left: totalAvailable(budget) },
      goals: [...state.goals.values()].map(({ title, currentAmount, finalAmount }) => ({
        title,
        saved: currentAmount,
        wanted: finalAmount,
      })),
    };
  });
  const { entries, head } = await readChain(log, ledgerId, revision);
  return { ...figures, seal: sealOf(entries, head) };
}

export const DIGEST_FIGURES_JOB = jobOf(digestFigures, import.meta.url, 'check');
