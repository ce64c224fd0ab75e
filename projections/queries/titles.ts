import type { Cut } from '#ledger/model/cut.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, sql } from '#platform/sql.ts';
import { entries, IS_TRANSACTION, type TransactionRow } from '../tables/entries.ts';
import { live } from '../tables/read-models.ts';
import { ownIn } from './cut-sql.ts';

/**
 * A title of the past: how many transactions have it, the date of the newest of them, and what that one has beside.
 * The account is `everyday` or an id.
 */
export type TitleRow = Pick<TransactionRow, 'type' | 'title' | 'category' | 'accountId' | 'wallet'> & {
  count: number;
  last: string;
};

/** The number of a ledger's newest entries that are looked at, so that the time does not grow with the ledger. */
const ENTRIES_MAX = 3_000;

/** The number of days after which an entry counts twice as much. */
const HALF_LIFE_DAYS = 90;

const FIRST_DAY = raw("date '1900-01-01'");
/** Bits of a revision in a place, which is a number of days since the first, and a revision. */
const REVISION_BITS = raw('40');
const REVISION_MASK = raw('((1::bigint << 40) - 1)');

/** The text in small letters and without accents. One of ASCII alone has none, which is quicker to find out. */
const folded = (
  text: ReturnType<typeof sql>,
) => sql`CASE WHEN octet_length(${text}) = length(${text}) THEN lower(${text})
  ELSE lower(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g')) END`;

/**
 * The titles of a ledger's newest transactions that begin with a text, then the titles with a word that does, each once
 * by title and type, the most and most lately used first: at most `limit`, of the accounts of a cut.
 */
export async function titlesBeginning(
  database: Database,
  ledgerId: string,
  typed: string,
  limit: number,
  cut: Cut,
): Promise<TitleRow[]> {
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<TitleRow>(
    database,
    sql`WITH used AS MATERIALIZED (
        SELECT t.type, t.title, count(*) AS count,
          max(((t.date - ${FIRST_DAY})::bigint << ${REVISION_BITS}) + t.revision) AS place,
          sum(power(2, (t.date - ${FIRST_DAY})::float8 / ${HALF_LIFE_DAYS}::float8 - 400)) AS weight
        FROM (SELECT t.type, t.title, t.date, t.revision FROM ${live(entries)} t
          WHERE t.ledger_id = ${ledger}${ownIn(cut)}
          ORDER BY t.date DESC, t.revision DESC LIMIT ${raw(String(ENTRIES_MAX))}) t
        WHERE ${raw(IS_TRANSACTION)} GROUP BY 1, 2),
      titles AS MATERIALIZED (SELECT t.*, ${folded(raw('t.title'))} AS folded FROM used t),
      typed AS MATERIALIZED (SELECT ${folded(sql`${typed}::text`)} AS folded),
      q AS MATERIALIZED (
        SELECT folded, '[^[:alnum:]]' || regexp_replace(folded, '([^[:alnum:]])', '\\\\\\1', 'g') AS word FROM typed),
      best AS (
        SELECT t.*, starts_with(t.folded, q.folded) AS is_first FROM titles t CROSS JOIN q
        WHERE strpos(t.folded, q.folded) > 0 AND (starts_with(t.folded, q.folded) OR t.folded ~ q.word)
        ORDER BY is_first DESC, weight DESC, place DESC LIMIT ${limit})
      SELECT b.type, b.title, b.count, e.date AS last, e.category, e.account_id AS "accountId", e.wallet
      FROM best b JOIN ${live(entries)} e ON e.ledger_id = ${ledger}
        AND e.date = ${FIRST_DAY} + (b.place >> ${REVISION_BITS})::int AND e.revision = b.place & ${REVISION_MASK}
      ORDER BY b.is_first DESC, b.weight DESC, b.place DESC`,
  );
  return rows;
}
