import type { CallData } from '#contract/calls.ts';
import type { Cut } from '#ledger/model/cut.ts';
import { firstOf, inPeriodBeside } from '#ledger/model/days.ts';
import { amountOf, ZERO } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import { expensesByDay, firstDayOf, sumsByDayOfMonth } from '#projections/queries/month-so-far.ts';

/**
 * The amounts that were spent and earned in the month of a day (ISO date) up to it, and by the same day of the three
 * months before (product 5.14), with the first day of all, and the expenses of the days of this month and the last, as
 * it was known after the event `asOf` (null for now), of the accounts of a cut.
 */
export async function monthSoFar(
  database: Database,
  ledgerId: string,
  day: string,
  asOf: bigint | null,
  cut: Cut,
): Promise<CallData<'getMonthSoFar'>> {
  const last = inPeriodBeside('month', day, -1);
  const secondLast = inPeriodBeside('month', last, -1);
  const thirdLast = inPeriodBeside('month', secondLast, -1);
  const sums = await sumsByDayOfMonth(database, ledgerId, thirdLast, day, asOf, cut);
  const days = await expensesByDay(database, ledgerId, firstOf('month', last), day, asOf, cut);
  const since = await firstDayOf(database, ledgerId, asOf, cut);
  const byMonth = new Map(sums.map((sum) => [sum.month, sum]));
  const sumsOf = (first: string) => {
    const month = first.slice(0, 7);
    const { income, expense } = byMonth.get(month) ?? { income: ZERO, expense: ZERO };
    return { month, spent: amountOf(expense), earned: amountOf(income) };
  };
  return {
    ...sumsOf(day),
    day,
    before: [last, secondLast, thirdLast].map(sumsOf),
    since,
    spentByDay: days.map(({ date, amount }) => ({ date, amount: amountOf(amount) })),
  };
}
