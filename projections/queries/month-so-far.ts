import type { Cut } from '#ledger/model/cut.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, sql } from '#platform/sql.ts';
import { IS_TRANSACTION } from '../tables/entries.ts';
import { ownIn } from './cut-sql.ts';
import { entriesAsOf } from './page.ts';
import type { IncomeAndExpenseRow } from './statistics.ts';

/** The income and expense of the days of a month (`2026-11`) up to one of its days, in cents. */
export type MonthSoFarSums = IncomeAndExpenseRow & { month: string };

/**
 * The sums of a ledger's transactions in the month of a day (ISO date) up to it, and in the months since `from`, the
 * first of a month, each up to the same day of the month: all of a shorter month. As they were known after the event
 * `asOf` where it is named, of the accounts of a cut. A month without any transaction in these days is left out.
 */
export async function sumsByDayOfMonth(
  database: Database,
  ledgerId: string,
  from: string,
  day: string,
  asOf: bigint | null,
  cut: Cut,
): Promise<MonthSoFarSums[]> {
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<MonthSoFarSums>(
    database,
    sql`
      SELECT to_char(t.date, 'YYYY-MM') AS month,
        coalesce(sum(t.amount) FILTER (WHERE t.type = 'Income'), 0)::bigint AS income,
        coalesce(sum(t.amount) FILTER (WHERE t.type = 'Expense'), 0)::bigint AS expense
      FROM ${entriesAsOf(ledger, asOf)}
      WHERE t.ledger_id = ${ledger} AND t.date BETWEEN ${from}::date AND ${day}::date
        AND extract(day FROM t.date) <= ${Number(day.slice(8))}::int AND ${raw(IS_TRANSACTION)}${ownIn(cut)}
      GROUP BY 1`,
  );
  return rows;
}

/**
 * The expenses of each day from one to another (ISO dates) that has some, in cents, in order; as they were known after
 * the event `asOf` where it is named.
 */
export async function expensesByDay(
  database: Database,
  ledgerId: string,
  from: string,
  to: string,
  asOf: bigint | null,
  cut: Cut,
): Promise<{ date: string; amount: Cents }[]> {
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<{ date: string; amount: Cents }>(
    database,
    sql`
      SELECT t.date::text AS date, sum(t.amount)::bigint AS amount
      FROM ${entriesAsOf(ledger, asOf)}
      WHERE t.ledger_id = ${ledger} AND t.date BETWEEN ${from}::date AND ${to}::date AND t.type = 'Expense'${ownIn(cut)}
      GROUP BY t.date ORDER BY t.date`,
  );
  return rows;
}

/** The day of a ledger's first transaction (ISO date), as it was known after the event `asOf`; null for none. */
export async function firstDayOf(
  database: Database,
  ledgerId: string,
  asOf: bigint | null,
  cut: Cut,
): Promise<string | null> {
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<{ day: string | null }>(
    database,
    sql`SELECT min(t.date)::text AS day FROM ${entriesAsOf(ledger, asOf)}
      WHERE t.ledger_id = ${ledger} AND ${raw(IS_TRANSACTION)}${ownIn(cut)}`,
  );
  return rows[0]?.day ?? null;
}
