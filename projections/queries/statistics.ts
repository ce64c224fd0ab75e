import { type Cents, ZERO } from '../../ledger/model/money.ts';
import type { Database } from '../../platform/postgres.ts';
import { PERIODS, type Period, startOf } from '../tables/periods.ts';
import { LIVE } from '../tables/read-models.ts';

/** Income and expense of a stretch of time, in cents. */
export type IncomeAndExpense = { income: Cents; expense: Cents };

/** A ledger's income and expense of the week, the month and the year that a day (`2026-11-20`) falls into. */
export async function statisticsAround(
  database: Database,
  ledgerId: string,
  day: string,
): Promise<Record<Period, IncomeAndExpense>> {
  const { rows } = await database.query<IncomeAndExpense & { period: Period }>({
    name: 'statistics-around',
    text: `SELECT s.period, s.income, s.expense FROM ${LIVE}.statistics s
      JOIN unnest($2::text[], $3::date[]) AS wanted (period, starts_on)
        ON s.period = wanted.period AND s.starts_on = wanted.starts_on
      WHERE s.ledger_id = $1`,
    values: [ledgerId, PERIODS, PERIODS.map((period) => startOf(period, day))],
  });
  const found = new Map(rows.map(({ period, income, expense }) => [period, { income, expense }]));
  const of = (period: Period) => found.get(period) ?? { income: ZERO, expense: ZERO };
  return { week: of('week'), month: of('month'), year: of('year') };
}
