import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, sql } from '#platform/sql.ts';
import { type Days, entriesAsOf } from './page.ts';

/**
 * The amount that was spent in each week, Monday to Sunday, in cents, of an account, or of all where it is null: the
 * expenses of some days, without the entries `except`, as known after the event `asOf` where it is named. Weeks without
 * any are left out.
 */
export async function spentByWeek(
  database: Database,
  ledgerId: string,
  {
    days,
    account,
    except,
    asOf,
  }: { days: Days; account: string | null; except: readonly string[]; asOf: bigint | null },
): Promise<number[]> {
  const ledger = sql`${ledgerId}`;
  const ofAccount = account === null ? raw('') : sql` AND t.account_id = ${account}`;
  const { rows } = await queryPrepared<{ amount: number }>(
    database,
    sql`SELECT sum(t.amount)::bigint AS amount FROM ${entriesAsOf(ledger, asOf)}
      WHERE t.ledger_id = ${ledger} AND t.type = 'Expense'
        AND t.date BETWEEN ${days.from}::date AND ${days.to}::date${ofAccount} AND t.entry_id <> ALL(${except}::text[])
      GROUP BY date_trunc('week', t.date)`,
  );
  return rows.map(({ amount }) => amount);
}
