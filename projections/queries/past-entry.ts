import { comparableText } from '#ledger/model/comparable-text.ts';
import type { Cut } from '#ledger/model/cut.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, sql } from '#platform/sql.ts';
import { entries, IS_TRANSACTION, isOfTitle, type TransactionRow } from '../tables/entries.ts';
import { live } from '../tables/read-models.ts';
import { ownIn, seenIn } from './cut-sql.ts';

/** The values of the newest transaction of a title. The account is `everyday` or an id. */
export type NewestOfTitle = Pick<TransactionRow, 'type' | 'category' | 'accountId' | 'wallet'>;

/**
 * The newest transaction of a whole title, compared as texts are (product 4.17), of the accounts of a cut, or null if
 * there is none.
 */
export async function newestOfTitle(
  database: Database,
  ledgerId: string,
  title: string,
  cut: Cut,
): Promise<NewestOfTitle | null> {
  const { rows } = await queryPrepared<NewestOfTitle>(
    database,
    sql`SELECT t.type, t.category, t.account_id AS "accountId", t.wallet
      FROM ${live(entries)} t
      WHERE ${isOfTitle(sql`${`${ledgerId} ${comparableText(title)}`}::text`)} AND ${raw(IS_TRANSACTION)}${ownIn(cut)}
      ORDER BY t.date DESC, t.revision DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}

/** The number of the newest entries with tags that are looked at, so that the time does not grow with the ledger. */
const TAGGED_MAX = 3_000;

/** Those of some tags that a ledger's newest entries with tags have, compared as texts are. */
export async function tagsInUse(
  database: Database,
  ledgerId: string,
  tags: readonly string[],
  cut: Cut,
): Promise<string[]> {
  if (tags.length === 0) return [];
  const { rows } = await queryPrepared<{ tag: string }>(
    database,
    sql`WITH tagged AS MATERIALIZED (
        SELECT t.tag_keys FROM ${live(entries)} t
        WHERE t.ledger_id = ${ledgerId} AND t.tag_keys IS NOT NULL${seenIn(cut)}
        ORDER BY t.date DESC, t.revision DESC LIMIT ${raw(String(TAGGED_MAX))})
      SELECT w.tag FROM unnest(${tags}::text[], ${tags.map(comparableText)}::text[]) AS w (tag, key)
      WHERE EXISTS (SELECT FROM tagged t WHERE strpos(t.tag_keys, '#' || w.key || '#') > 0)`,
  );
  return rows.map(({ tag }) => tag);
}
