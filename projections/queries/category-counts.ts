import type { Cut } from '#ledger/model/cut.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, sql } from '#platform/sql.ts';
import { IS_TRANSACTION } from '../tables/entries.ts';
import { seenIn } from './cut-sql.ts';
import { entriesAsOf } from './page.ts';

/**
 * How many entries of a ledger have each category, themselves or in a part (once), by the category's id; as they were
 * known after the event `asOf` where it is named, of the accounts of a cut.
 */
export async function categoryCounts(
  database: Database,
  ledgerId: string,
  asOf: bigint | null,
  cut: Cut = null,
): Promise<Map<string, number>> {
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<{ category: string; count: number }>(
    database,
    sql`
      SELECT c.category, count(*)::int AS count FROM (
        SELECT t.category FROM ${entriesAsOf(ledger, asOf)}
        WHERE t.ledger_id = ${ledger} AND t.category IS NOT NULL${seenIn(cut)}
        UNION ALL
        SELECT p.category FROM ${entriesAsOf(ledger, asOf)}
        CROSS JOIN LATERAL (
          SELECT DISTINCT part ->> 'category' AS category FROM json_array_elements(t.parts) AS part) p
        WHERE t.ledger_id = ${ledger} AND ${raw(IS_TRANSACTION)} AND t.parts IS NOT NULL${seenIn(cut)}) c
      GROUP BY c.category`,
  );
  return new Map(rows.map(({ category, count }) => [category, count]));
}
