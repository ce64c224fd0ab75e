import { DEFAULT_WEEK_START, type WeekStart } from '#ledger/model/constants.ts';
import type { Cut } from '#ledger/model/cut.ts';
import { firstOf, lastOf, type Period } from '#ledger/model/days.ts';
import { type Cents, safe, ZERO } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import { sumsByCategory } from '#projections/queries/categories.ts';
import type { IncomeAndExpenseRow } from '#projections/queries/statistics.ts';

type Asked = { day: string; weekStart: WeekStart | null; asOf: bigint | null; cut: Cut };

/**
 * Income and expense of the week that a day (ISO date) is in, as of a revision where it is named: of weeks that begin
 * on another day than Monday, whose sums are stored; else null.
 */
export async function weekOf(database: Database, ledgerId: string, asked: Asked): Promise<IncomeAndExpenseRow | null> {
  const { weekStart } = asked;
  if (weekStart === null || weekStart === DEFAULT_WEEK_START) return null;
  return await sumsOfPeriod(database, ledgerId, 'week', asked);
}

/** Income and expense of the period that a day (ISO date) is in, as of a revision, added up from its entries. */
export async function sumsOfPeriod(
  database: Database,
  ledgerId: string,
  period: Period,
  { day, weekStart, asOf, cut }: Asked,
): Promise<IncomeAndExpenseRow> {
  const start = weekStart ?? DEFAULT_WEEK_START;
  const days = { from: firstOf(period, day, start), to: lastOf(period, day, start) };
  const sums = await sumsByCategory(database, ledgerId, days, days, asOf, cut);
  const sumOf = (wanted: 'Income' | 'Expense'): Cents =>
    sums.reduce((sum, { type, amount }) => (type === wanted ? safe(sum + amount) : sum), ZERO);
  return { income: sumOf('Income'), expense: sumOf('Expense') };
}
