import type { Cut } from '#ledger/model/cut.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, sql } from '#platform/sql.ts';
import { IS_TRANSACTION } from '../tables/entries.ts';
import { ownIn } from './cut-sql.ts';
import { type Days, entriesAsOf } from './page.ts';

/**
 * The sums of the transactions of a type with a category, null for none, in cents: in some days, and in the days
 * before. The category is an id; incomes of a category of expenses are refunds.
 */
export type CategorySums = { type: 'Income' | 'Expense'; category: string | null; amount: Cents; before: Cents };

/**
 * The sums of a ledger's transactions by type and category, the largest first, in two stretches of days that follow one
 * another, as they were known after the event `asOf` where it is named, of the accounts of a cut. The parts of a split
 * count by their own category.
 */
export async function sumsByCategory(
  database: Database,
  ledgerId: string,
  { from, to }: Days,
  before: Days,
  asOf: bigint | null,
  cut: Cut = null,
): Promise<CategorySums[]> {
  const [ledger, start] = [sql`${ledgerId}`, sql`${from}`];
  const { rows } = await queryPrepared<CategorySums>(
    database,
    sql`
      SELECT c.type, c.category, coalesce(sum(c.amount) FILTER (WHERE c.date >= ${start}), 0)::bigint AS amount,
        coalesce(sum(c.amount) FILTER (WHERE c.date < ${start}), 0)::bigint AS before
      FROM (
        SELECT t.type, t.date, coalesce(p.category, t.category) AS category, coalesce(p.amount, t.amount) AS amount
        FROM ${entriesAsOf(ledger, asOf)}
        LEFT JOIN LATERAL (
          SELECT part ->> 'category' AS category, (part ->> 'amount')::bigint AS amount
          FROM json_array_elements(t.parts) AS part WHERE t.parts IS NOT NULL OFFSET 0) p ON true
        WHERE t.ledger_id = ${ledger} AND t.date BETWEEN ${before.from}::date AND ${to}::date
          AND ${raw(IS_TRANSACTION)}${ownIn(cut)}) c
      GROUP BY c.type, c.category
      ORDER BY 3 DESC, 4 DESC, c.category`,
  );
  return rows;
}
