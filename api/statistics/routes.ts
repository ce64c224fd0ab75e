import { amountOf } from '../../ledger/model/money.ts';
import type { Database } from '../../platform/postgres.ts';
import { hasPaid } from '../../projections/queries/payment.ts';
import { type IncomeAndExpense, statisticsAround } from '../../projections/queries/statistics.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { today } from '../http/time-zone.ts';

/** Registers /stats/*, for Premium users. */
export function statisticsRoutes(router: AppRouter, { database, now }: { database: Database; now(): Date }): void {
  registerRoute(router, 'getStatistics', async ({ ctx, session: { ledgerId } }) => {
    if (!(await hasPaid(database, ledgerId))) throw new ProblemError('premium_required');
    const { week, month, year } = await statisticsAround(database, ledgerId, today(ctx, now()));
    return { week: present(week), month: present(month), year: present(year) };
  });
}

function present({ income, expense }: IncomeAndExpense) {
  return { income: amountOf(income), expense: amountOf(expense) };
}
