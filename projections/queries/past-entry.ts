import { comparableText } from '#ledger/model/comparable-text.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, sql } from '#platform/sql.ts';
import { entries, IS_TRANSACTION, type TransactionRow } from '../tables/entries.ts';
import { live } from '../tables/read-models.ts';

/** What the newest transaction of a title has. The account is `everyday` or an id. */
export type NewestOfTitle = Pick<TransactionRow, 'type' | 'category' | 'accountId' | 'wallet'>;

/** So many of a ledger's newest entries are looked at, so that the time does not grow with the ledger. */
const ENTRIES_MAX = 3_000;

/**
 * The newest transaction of a whole title, compared as texts are, among a ledger's newest entries (product 4.17); null
 * where there is none. Postgres compares titles of ASCII alone; of others it can't say whether they are the same.
 */
export async function newestOfTitle(
  database: Database,
  ledgerId: string,
  title: string,
): Promise<NewestOfTitle | null> {
  const comparable = comparableText(title);
  const { rows } = await queryPrepared<NewestOfTitle & { title: string }>(
    database,
    sql`SELECT t.type, t.title, t.category, t.account_id AS "accountId", t.wallet
      FROM (SELECT t.type, t.title, t.category, t.account_id, t.wallet, t.date, t.revision
        FROM ${live(entries)} t WHERE t.ledger_id = ${ledgerId}
        ORDER BY t.date DESC, t.revision DESC LIMIT ${raw(String(ENTRIES_MAX))}) t
      WHERE ${raw(IS_TRANSACTION)} AND (
        lower(t.title) = ${comparable} OR octet_length(t.title) <> length(t.title) OR strpos(t.title, '  ') > 0)
      ORDER BY t.date DESC, t.revision DESC`,
  );
  return rows.find((row) => comparableText(row.title) === comparable) ?? null;
}
