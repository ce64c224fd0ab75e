import type { Database } from '#platform/postgres.ts';
import { joined, queryPrepared, raw, type Sql, sql } from '#platform/sql.ts';
import { entries, pastEntries } from '../tables/entries.ts';
import { ALL_ACCOUNTS, knownDays } from '../tables/known-days.ts';
import { live } from '../tables/read-models.ts';
import { columnsOf } from '../tables/table.ts';

/** A place in a list, newest first: the day and the revision of the entry that was given last. */
export type PagePlace = { date: string; revision: bigint };

/**
 * SQL for the entries `t` to read: the columns `select`, among them `date` and `revision`, and the conditions `legs`.
 * An entry meets at most one of these: each is read along its own index, so that a page costs the same wherever it is.
 */
export type PageSource = { select: Sql; legs: readonly Sql[] };

type EntryTable = typeof entries | typeof pastEntries;

/** Some days, both included. */
export type Days = { from: string; to: string };

/**
 * A page of a list: at most `limit` rows that follow a place, as they were known after the event `asOf`, or as they
 * are.
 */
export type QueryPage = {
  limit: number;
  after: PagePlace | null;
  asOf: bigint | null;
  /** The account that the source is limited to; null for all. */
  account?: string | null;
  /** The days that are listed, both included. */
  days?: Days | undefined;
};

/** The order of all lists: by the day of the entry, and within a day by when it was recorded (product 3.5). */
const NEWEST_FIRST = raw('date DESC, revision DESC');

/** Reads a page of a ledger's entries, newest first, in one statement. */
export async function readPage(
  database: Database,
  ledgerId: string,
  { select, legs }: PageSource,
  { limit, after, asOf, account = null, days }: QueryPage,
): Promise<object[]> {
  const [ledger, most, known] = [sql`${ledgerId}`, sql`${limit}`, sql`${asOf}`];
  const from = after && sql`${after.date}::date`;
  const place = from && sql` AND (t.date, t.revision) < (${from}, ${after.revision}::bigint)`;
  const rows = (table: EntryTable, leg: Sql, conditions: Sql) => sql`(
      SELECT ${select} FROM ${live(table)} t WHERE t.ledger_id = ${ledger}${conditions}${place ?? NOTHING} AND ${leg}
      ORDER BY t.date DESC, t.revision DESC LIMIT ${most})`;
  if (asOf === null) {
    const inDays = withinPage('t.date', days);
    const result = await queryPrepared<object>(
      database,
      sql`SELECT * FROM (${ofLegs(legs, (leg) => rows(entries, leg, inDays))}) e
        ORDER BY ${NEWEST_FIRST} LIMIT ${most}`,
    );
    return result.rows;
  }
  // Day by day, from the newest that was known by then: the rows of later days were recorded later.
  const ofDay = sql` AND t.date = d.date AND t.revision <= ${known} AND t.known_from <= ${known}`;
  const versions = ofLegs(
    legs,
    (leg) => sql`${rows(entries, leg, ofDay)} UNION ALL
      ${rows(pastEntries, leg, sql`${ofDay} AND t.known_until > ${known}`)}`,
  );
  const result = await queryPrepared<object>(
    database,
    sql`SELECT e.* FROM (
        SELECT k.date FROM ${live(knownDays)} k
        WHERE k.ledger_id = ${ledger} AND k.account = ${account ?? ALL_ACCOUNTS} AND k.known_from <= ${known}
          ${from ? sql` AND k.date <= ${from}` : NOTHING}${withinPage('k.date', days)} ORDER BY k.date DESC) d
      CROSS JOIN LATERAL (SELECT * FROM (${versions}) e ORDER BY revision DESC LIMIT ${most}) e
      ORDER BY d.date DESC, e.revision DESC LIMIT ${most}`,
  );
  return result.rows;
}

const NOTHING = sql``;

/** SQL: the further condition that a column is one of these days; none if they are undefined. */
export function withinPage(column: 't.date' | 'k.date', days: Days | undefined): Sql {
  return days ? sql` AND ${raw(column)} BETWEEN ${days.from}::date AND ${days.to}::date` : NOTHING;
}

/** A ledger's entries `t`, with all columns, as known after the event `asOf` where it is named. */
export function entriesAsOf(ledger: Sql, asOf: bigint | null): Sql {
  if (asOf === null) return sql`${live(entries)} t`;
  const known = sql`${asOf}`;
  const rows = (table: EntryTable) => sql`SELECT ${raw(columnsOf(entries, 'r'))} FROM ${live(table)} r
      WHERE r.ledger_id = ${ledger} AND r.known_from <= ${known}`;
  return sql`(${rows(entries)} UNION ALL ${rows(pastEntries)} AND r.known_until > ${known}) t`;
}

/** Selects of entries that meet one of the conditions `legs`, each read along its own index. */
export function ofLegs(legs: readonly Sql[], select: (leg: Sql) => Sql): Sql {
  return joined(legs.map(select), ' UNION ALL ');
}

/**
 * SQL: the versions of a ledger's entries with the columns of the source, each twice: with the revision `at` of the
 * event by which it came, and of that by which it went, `is_gone`. Only events after one revision up to another count.
 */
export function versionsBetween(
  ledger: Sql,
  { select, legs }: PageSource,
  between: { after: bigint; upTo: bigint },
): Sql {
  const [after, upTo] = [sql`${between.after}`, sql`${between.upTo}`];
  const versions = (table: EntryTable, column: 'known_from' | 'known_until') => {
    const revision = raw(`t.${column}`);
    const isGone = raw(String(column === 'known_until'));
    return ofLegs(
      legs,
      (leg) => sql`SELECT ${select}, ${revision} AS at, ${isGone} AS is_gone FROM ${live(table)} t
        WHERE t.ledger_id = ${ledger} AND ${revision} > ${after} AND ${revision} <= ${upTo} AND ${leg}`,
    );
  };
  return joined(
    [versions(entries, 'known_from'), versions(pastEntries, 'known_from'), versions(pastEntries, 'known_until')],
    ' UNION ALL ',
  );
}
