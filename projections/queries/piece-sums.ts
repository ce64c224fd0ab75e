import { NO_CATEGORY } from '#ledger/model/categories.ts';
import { firstOf, lastOf, shifted } from '#ledger/model/days.ts';
import type { ReportColumn, ReportSpan } from '#ledger/reports/calendar.ts';
import type { PieceSum } from '#ledger/reports/report.ts';
import { NO_KEY, type RowKind } from '#ledger/reports/words.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, type Sql, sql, unprepared } from '#platform/sql.ts';
import { IS_TRANSACTION } from '../tables/entries.ts';
import { BETWEEN_CATEGORIES, pieceSums } from '../tables/piece-sums.ts';
import { live } from '../tables/read-models.ts';
import { ownIn } from './cut-sql.ts';
import { entriesAsOf } from './page.ts';
import type { FoundEntries } from './search.ts';

/**
 * The entries of a report: of some accounts (`everyday` or ids; null for all), that a query finds (null for all), as
 * they were known after the event `asOf` where it is named.
 */
export type PieceSource = {
  ledgerId: string;
  accounts: readonly string[] | null;
  found: FoundEntries | null;
  asOf: bigint | null;
};

/** Sums of pieces, and the newest entry of each: its day and its revision, for rows that are named after it. */
export type StoredPieceSum = PieceSum & { newest: EntryPlace | null };

/** The day of an entry (ISO date), and the revision by which it was recorded. */
export type EntryPlace = { date: string; revision: bigint };

type Row = {
  at: number;
  type: 'Expense' | 'Income';
  key: string | null;
  categories: string;
  amount: number;
  entries: number;
  newest: string | null;
};

/** SQL: the keys of rows by what isn't a category, of an entry `t`; titles and tags as texts are compared. */
const KEYS: Readonly<Record<RowKind, string>> = {
  category: 'NULL::text',
  group: 'NULL::text',
  none: 'NULL::text',
  title: `split_part(t.texts, E'\\t', 1)`,
  account: 't.account_id',
  wallet: 't.wallet',
  tag: 't.tag_keys',
};

/** SQL: the day and the revision of an entry `t` as one number. The newest entry has the largest number. */
const REVISION_BITS = 44n;
const PLACE = raw(`((t.date - DATE '1800-01-01')::bigint << ${REVISION_BITS}) | t.revision`);
const FIRST_PLACE_MS = Date.parse('1800-01-01');
const DAY_MS = 86_400_000;

/**
 * The sums of a ledger's pieces by column, type, key and category (product 14.2). Columns follow one another without a
 * gap. They come from the sums of days and months where these have what is asked for, else from the entries; so do they
 * while read models of an older version serve, which have no such sums.
 */
export async function sumsOfPieces(
  database: Database,
  source: PieceSource,
  by: RowKind,
  columns: readonly ReportColumn[],
): Promise<StoredPieceSum[]> {
  const kept = source.asOf === null && source.found === null && IS_IN_SUMS[by] ? sumsKept(source, by, columns) : null;
  const stored = kept && (await queryPrepared<Row>(database, kept)).rows;
  if (stored && stored.length > 0) return stored.map((row) => pieceOf(row, by));
  const { rows } = await queryPrepared<Row>(
    source.found ? unprepared(database) : database,
    sumsOfEntries(source, by, columns),
  );
  return rows.map((row) => pieceOf(row, by));
}

/** Whether the sums of days and months have the keys of rows. */
const IS_IN_SUMS: Readonly<Record<RowKind, boolean>> = {
  ...{ category: true, group: true, none: true, account: true },
  ...{ title: false, wallet: false, tag: false },
};

/** SQL: the sums of pieces from the sums of days and months. */
function sumsKept({ ledgerId, accounts }: PieceSource, by: RowKind, columns: readonly ReportColumn[]): Sql {
  const spans = spansOf(columns);
  const key = raw(by === 'account' ? 's.account' : 'NULL::text');
  const ofAccounts = accounts === null ? raw('') : sql` AND s.account = ANY(${[...accounts]}::text[])`;
  return sql`SELECT width_bucket(s.date, ${columns.map(({ from }) => from)}::date[]) - 1 AS at, s.type, ${key} AS key,
      s.category_set AS categories, sum(s.amount)::bigint AS amount, sum(s.entries)::int AS entries,
      NULL::text AS newest
    FROM unnest(${spans.map(({ period }) => period)}::text[], ${spans.map(({ from }) => from)}::date[],
        ${spans.map(({ to }) => to)}::date[]) AS a (period, first, last)
      JOIN ${live(pieceSums)} s ON s.ledger_id = ${ledgerId} AND s.period = a.period
        AND s.date BETWEEN a.first AND a.last${ofAccounts}
    GROUP BY 1, 2, 3, 4`;
}

/** Some days, whose sums are taken by day or by calendar month. */
type SumSpan = ReportSpan & { period: 'day' | 'month' };

/** The days of columns: the calendar months that lie within a column by month, the others by day. */
export function spansOf(columns: readonly ReportColumn[]): SumSpan[] {
  const spans: SumSpan[] = [];
  const add = (period: SumSpan['period'], from: string, to: string) => {
    const last = spans.at(-1);
    if (from > to) return;
    if (last?.period === period) last.to = to;
    else spans.push({ period, from, to });
  };
  for (const { from, to } of columns) {
    const isFirst = from.endsWith('-01');
    const firstMonth = isFirst ? from : shifted(lastOf('month', from), 1);
    const beyond = firstOf('month', shifted(to, 1));
    if (firstMonth >= beyond) {
      add('day', from, to);
      continue;
    }
    add('day', from, shifted(firstMonth, -1));
    add('month', firstMonth, shifted(beyond, -1));
    add('day', beyond, to);
  }
  return spans;
}

/** SQL: the sums of pieces from the entries. */
function sumsOfEntries(
  { ledgerId, accounts, found, asOf }: PieceSource,
  by: RowKind,
  columns: readonly ReportColumn[],
): Sql {
  const [first, last] = [columns[0]?.from, columns.at(-1)?.to];
  const ledger = sql`${ledgerId}`;
  const isNamed = by === 'title' || by === 'tag';
  const at = sql`width_bucket(t.date, ${columns.map(({ from }) => from)}::date[]) - 1`;
  const key = raw(KEYS[by]);
  const chosen = sql`FROM ${entriesAsOf(ledger, asOf)}`;
  const condition = sql`t.ledger_id = ${ledger} AND t.date BETWEEN ${first}::date AND ${last}::date
      AND ${raw(IS_TRANSACTION)}${ownIn(accounts)} AND ${found?.isFound ?? raw('true')}`;
  const newest = isNamed ? sql`max(${PLACE})::text` : raw('NULL::text');
  return sql`WITH split AS (
      SELECT t.entry_id, t.type, ${at} AS at, ${key} AS key, ${isNamed ? PLACE : raw('NULL::bigint')} AS place,
        coalesce(p.part ->> 'category', ${NO_CATEGORY}) AS category, (p.part ->> 'amount')::bigint AS amount
      ${chosen} CROSS JOIN LATERAL json_array_elements(t.parts) WITH ORDINALITY AS p (part, place)
      WHERE ${condition} AND t.parts IS NOT NULL AND ${found?.isPartFound ?? raw('true')})
    SELECT ${at} AS at, t.type, ${key} AS key, coalesce(t.category, ${NO_CATEGORY}) AS categories,
      sum(t.amount)::bigint AS amount, count(*)::int AS entries, ${newest} AS newest
      ${chosen} WHERE ${condition} AND t.parts IS NULL GROUP BY 1, 2, 3, 4
    UNION ALL SELECT s.at, s.type, s.key, s.category, sum(s.amount)::bigint, 0, max(s.place)::text
      FROM split s GROUP BY 1, 2, 3, 4
    UNION ALL SELECT e.at, e.type, e.key, e.categories, 0, count(*)::int, NULL FROM (
        SELECT s.at, s.type, s.key, string_agg(DISTINCT s.category, ${BETWEEN_CATEGORIES}) AS categories
        FROM split s GROUP BY s.entry_id, s.at, s.type, s.key) e
      GROUP BY 1, 2, 3, 4`;
}

function pieceOf({ at: column, key, categories, newest, ...sum }: Row, by: RowKind): StoredPieceSum {
  return {
    ...sum,
    column,
    keys: by === 'tag' && key !== null ? key.split('#').slice(1, -1) : [key ?? NO_KEY],
    categories: categories.split(BETWEEN_CATEGORIES),
    newest: newest === null ? null : placeOf(BigInt(newest)),
  };
}

function placeOf(place: bigint): EntryPlace {
  const day = new Date(FIRST_PLACE_MS + Number(place >> REVISION_BITS) * DAY_MS);
  return { date: day.toISOString().slice(0, 10), revision: place & ((1n << REVISION_BITS) - 1n) };
}

/** The titles and tags of entries at some places, by the revision. */
export async function namesAt(
  database: Database,
  { ledgerId, asOf }: Pick<PieceSource, 'ledgerId' | 'asOf'>,
  places: readonly EntryPlace[],
): Promise<Map<bigint, { title: string; tags: readonly string[] }>> {
  if (places.length === 0) return new Map();
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<{ revision: number; title: string; tags: string[] | null }>(
    database,
    sql`SELECT t.revision, t.title, t.tags
      FROM unnest(${places.map(({ date }) => date)}::date[], ${places.map(({ revision }) => revision)}::bigint[])
        AS n (date, revision)
      JOIN ${entriesAsOf(ledger, asOf)} ON t.ledger_id = ${ledger} AND t.date = n.date AND t.revision = n.revision`,
  );
  return new Map(rows.map(({ revision, title, tags }) => [BigInt(revision), { title, tags: tags ?? [] }]));
}

/** The amounts that transfers brought to some accounts from others in some days, and took from them, in cents. */
export async function movedAcross(
  database: Database,
  { ledgerId, accounts, found, asOf }: PieceSource,
  { from, to }: ReportSpan,
): Promise<{ in: number; out: number }> {
  if (accounts === null) return { in: 0, out: 0 };
  const ledger = sql`${ledgerId}`;
  const keys = sql`${[...accounts]}::text[]`;
  const [leaves, arrives]: Sql[] = [sql`t.account_id = ANY(${keys})`, sql`t.to_account = ANY(${keys})`];
  const { rows } = await queryPrepared<{ in: number; out: number }>(
    found ? unprepared(database) : database,
    sql`SELECT coalesce(sum(t.amount) FILTER (WHERE ${arrives}), 0)::bigint AS in,
        coalesce(sum(t.amount) FILTER (WHERE ${leaves}), 0)::bigint AS out
      FROM ${entriesAsOf(ledger, asOf)}
      WHERE t.ledger_id = ${ledger} AND t.date BETWEEN ${from}::date AND ${to}::date AND t.type = 'Transfer'
        AND (${leaves}) <> (${arrives}) AND ${found?.isFound ?? raw('true')}`,
  );
  return rows[0] ?? { in: 0, out: 0 };
}

/** The days of the first and the last transaction of a ledger; null without any. */
export async function daysOfEntries(
  database: Database,
  { ledgerId, asOf }: Pick<PieceSource, 'ledgerId' | 'asOf'>,
): Promise<ReportSpan | null> {
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<{ from: string | null; to: string | null }>(
    database,
    sql`SELECT min(t.date)::text AS from, max(t.date)::text AS to FROM ${entriesAsOf(ledger, asOf)}
      WHERE t.ledger_id = ${ledger} AND ${raw(IS_TRANSACTION)}`,
  );
  const { from = null, to = null } = rows[0] ?? {};
  return from !== null && to !== null ? { from, to } : null;
}
