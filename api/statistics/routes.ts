import type { CategoryKind } from '#ledger/model/constants.ts';
import type { Period } from '#ledger/model/days.ts';
import { amountOf } from '#ledger/model/money.ts';
import { sumsByCategory } from '#projections/queries/categories.ts';
import { type IncomeAndExpenseRow, statisticsAround } from '#projections/queries/statistics.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { runBySize } from '../heavy/run-by-size.ts';
import type { AppRouter } from '../http/context.ts';
import { registerRoute } from '../http/register-route.ts';
import { cutOf, requireSeen } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { asOf, momentOf, pointOf, stateAt } from '../known/moment.ts';
import { BALANCE_BY_DATE_JOB, balanceByDate } from './balance-by-date.ts';
import { presentRefunds, presentSums } from './by-category.ts';
import { monthSoFar } from './month-so-far.ts';
import { spanBefore } from './span-before.ts';
import { sumsOfPeriod, weekOf } from './week.ts';

/** Registers the calls of /stats. */
export function statisticsRoutes(router: AppRouter, services: CommandServices): void {
  const { database, now } = services;

  registerRoute(router, 'getNetWorth', async ({ ctx, session, input: { known, ...asked } }) => {
    const { ledgerId } = session;
    const point = await pointOf(services, ledgerId, known);
    const day = todayInZone(ctx, point?.at ? new Date(point.at) : now());
    const input = { ...asked, ledgerId, cut: cutOf(session), asOf: point?.revision ?? null, today: day };
    requireSeen(session, asked.account);
    // The sums of now are few, whatever the ledger's size; the sums of a moment are worked out from its entries.
    return point === null
      ? await balanceByDate(services, input)
      : await runBySize(services, session, BALANCE_BY_DATE_JOB, input);
  });

  registerRoute(router, 'getMonthSoFar', async ({ ctx, session, input: { known } }) => {
    const { ledgerId } = session;
    const point = await pointOf(services, ledgerId, known);
    const day = todayInZone(ctx, point?.at ? new Date(point.at) : now());
    return await monthSoFar(database, ledgerId, day, point?.revision ?? null, cutOf(session));
  });

  registerRoute(router, 'getStatistics', async ({ ctx, session, input: { known } }) => {
    const { ledgerId, weekStart } = session;
    const cut = cutOf(session);
    const point = await pointOf(services, ledgerId, known);
    const day = todayInZone(ctx, point?.at ? new Date(point.at) : now());
    const asked = { day, weekStart, asOf: point?.revision ?? null, cut };
    if (cut) {
      const of = async (period: Period) => present(await sumsOfPeriod(database, ledgerId, period, asked));
      return { week: await of('week'), month: await of('month'), year: await of('year') };
    }
    const { week, month, year } = await statisticsAround(database, ledgerId, day, point?.revision);
    const own = await weekOf(database, ledgerId, asked);
    return { week: present(own ?? week), month: present(month), year: present(year) };
  });

  registerRoute(router, 'getByCategory', async ({ session, input: { from, to, known } }) => {
    const { ledgerId } = session;
    const moment = await momentOf(services, ledgerId, known);
    const { categories } = await stateAt(services, session, moment);
    const before = spanBefore({ from, to });
    const sums = await sumsByCategory(database, ledgerId, { from, to }, before, asOf(moment), cutOf(session));
    const of = (kind: CategoryKind) => presentSums(sums, kind, categories);
    const refunds = presentRefunds(sums, categories);
    return { from, to, before, income: of('Income'), expense: of('Expense'), ...refunds };
  });
}

function present({ income, expense }: IncomeAndExpenseRow) {
  return { income: amountOf(income), expense: amountOf(expense) };
}
