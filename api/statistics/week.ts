import { DEFAULT_WEEK_START, type WeekStart } from '#ledger/model/constants.ts';
import { firstOf, lastOf } from '#ledger/model/days.ts';
import { type Cents, safe, ZERO } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import { sumsByCategory } from '#projections/queries/categories.ts';
import type { IncomeAndExpenseRow } from '#projections/queries/statistics.ts';

type Asked = { day: string; weekStart: WeekStart | null; asOf: bigint | null };

/**
 * Income and expense of the week that a day (ISO date) is in, as of a revision where it is named: of weeks that begin
 * on another day than Monday, whose sums are stored; else null.
 */
export async function weekOf(
  database: Database,
  ledgerId: string,
  { day, weekStart, asOf }: Asked,
): Promise<IncomeAndExpenseRow | null> {
  if (weekStart === null || weekStart === DEFAULT_WEEK_START) return null;
  const days = { from: firstOf('week', day, weekStart), to: lastOf('week', day, weekStart) };
  const sums = await sumsByCategory(database, ledgerId, days, days, asOf);
  const sumOf = (wanted: 'Income' | 'Expense'): Cents =>
    sums.reduce((sum, { type, amount }) => (type === wanted ? safe(sum + amount) : sum), ZERO);
  return { income: sumOf('Income'), expense: sumOf('Expense') };
}
