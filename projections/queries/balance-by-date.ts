import type { Cents } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, sql } from '#platform/sql.ts';
import { IS_TRANSACTION } from '../tables/entries.ts';
import { ALL_ACCOUNTS, knownDays } from '../tables/known-days.ts';
import { LIVE } from '../tables/read-models.ts';
import { READ_MODEL_VERSION } from '../tables/version.ts';
import { TO_BALANCE } from './behind-figures.ts';
import { entriesAsOf } from './page.ts';
import { changesByDay, type DayChange } from './reconcile.ts';

/** The amount that the entries of a day add, in cents. */
const CHANGE = '(d.income - d.expense + d.transferred)';

/**
 * The amounts that a ledger's entries add day by day to an account (`everyday` or an id), or to all accounts (null), in
 * cents: by the sums that the read models keep. Null while these still have another version.
 */
export async function sumsOfDays(
  database: Database,
  ledgerId: string,
  account: string | null,
): Promise<DayChange[] | null> {
  const { rows } = await queryPrepared<{ version: string; days: string | null }>(
    database,
    `SELECT l.fold_version AS version, (
        SELECT string_agg(d.date || ' ' || ${CHANGE}, ',' ORDER BY d.date) FROM ${LIVE}.${knownDays.name} d
        WHERE d.ledger_id = $1 AND d.account = $2 AND ${CHANGE} <> 0) AS days
      FROM ${LIVE}.ledgers l WHERE l.ledger_id = $1`,
    [ledgerId, account ?? ALL_ACCOUNTS],
  );
  const [stored] = rows;
  if (stored && stored.version !== READ_MODEL_VERSION) return null;
  // As one text: the driver would take longer for thousands of rows than Postgres does.
  return (stored?.days?.split(',') ?? []).map((day) => {
    const [date = '', change] = day.split(' ');
    return { date, change: Number(change) as Cents };
  });
}

/** The same as it was known after the event `asOf`, worked out from the entries. */
export async function sumsOfDaysThen(
  database: Database,
  ledgerId: string,
  account: string | null,
  asOf: bigint,
): Promise<DayChange[]> {
  if (account !== null) return await changesByDay(database, ledgerId, account, asOf);
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<DayChange>(
    database,
    sql`SELECT t.date, sum(${TO_BALANCE})::bigint AS change
      FROM ${entriesAsOf(ledger, asOf)} WHERE t.ledger_id = ${ledger} AND ${raw(IS_TRANSACTION)} GROUP BY t.date`,
  );
  return rows;
}
