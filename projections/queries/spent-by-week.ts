import type { Cut } from '#ledger/model/cut.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, sql } from '#platform/sql.ts';
import { ownIn } from './cut-sql.ts';
import { type Days, entriesAsOf } from './page.ts';

/**
 * The amount that was spent in each week, Monday to Sunday, in cents, of some accounts: the
 * expenses of some days, without the entries `except`, as known after the event `asOf` where it is named. Weeks without
 * any are left out.
 */
export async function spentByWeek(
  database: Database,
  ledgerId: string,
  { days, accounts, except, asOf }: { days: Days; accounts: Cut; except: readonly string[]; asOf: bigint | null },
): Promise<number[]> {
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<{ amount: number }>(
    database,
    sql`SELECT sum(t.amount)::bigint AS amount FROM ${entriesAsOf(ledger, asOf)}
      WHERE t.ledger_id = ${ledger} AND t.type = 'Expense'
        AND t.date BETWEEN ${days.from}::date AND ${days.to}::date${ownIn(accounts)}
        AND t.entry_id <> ALL(${except}::text[])
      GROUP BY date_trunc('week', t.date)`,
  );
  return rows.map(({ amount }) => amount);
}
