import type { Cents } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, sql } from '#platform/sql.ts';
import { IS_TRANSACTION } from '../tables/entries.ts';
import { ALL_ACCOUNTS, knownDays } from '../tables/known-days.ts';
import { LIVE } from '../tables/read-models.ts';
import { READ_MODEL_VERSION } from '../tables/version.ts';
import { entriesAsOf } from './page.ts';
import { changesByDay, type OfDay } from './reconcile.ts';

/**
 * What a ledger's entries add day by day to an account (`everyday` or an id), or to all together (null), in cents: by
 * the sums that the read models keep. Null while these are still those of another version.
 */
export async function sumsOfDays(
  database: Database,
  ledgerId: string,
  account: string | null,
): Promise<OfDay[] | null> {
  const { rows } = await queryPrepared<{ version: string; date: string | null; change: Cents }>(
    database,
    `SELECT l.fold_version AS version, d.date, d.change FROM ${LIVE}.ledgers l
      LEFT JOIN ${LIVE}.${knownDays.name} d ON d.ledger_id = l.ledger_id AND d.account = $2 AND d.change <> 0
      WHERE l.ledger_id = $1`,
    [ledgerId, account ?? ALL_ACCOUNTS],
  );
  if (rows[0] && rows[0].version !== READ_MODEL_VERSION) return null;
  return rows.flatMap(({ date, change }) => (date === null ? [] : [{ date, change }]));
}

/** The same as it was known after the event `asOf`, worked out from the entries. */
export async function sumsOfDaysThen(
  database: Database,
  ledgerId: string,
  account: string | null,
  asOf: bigint,
): Promise<OfDay[]> {
  if (account !== null) return await changesByDay(database, ledgerId, account, asOf);
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<OfDay>(
    database,
    sql`SELECT t.date, sum(CASE t.type WHEN 'Expense' THEN -t.amount ELSE t.amount END)::bigint AS change
      FROM ${entriesAsOf(ledger, asOf)} WHERE t.ledger_id = ${ledger} AND ${raw(IS_TRANSACTION)} GROUP BY t.date`,
  );
  return rows;
}
