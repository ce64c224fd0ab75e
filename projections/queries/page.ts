import type { Database } from '../../platform/postgres.ts';
import { ALL_ACCOUNTS } from '../tables/known-days.ts';
import { LIVE } from '../tables/read-models.ts';
import { columnsOf, type Table } from '../tables/table.ts';

/** A place in a list, newest first: the day and the revision of the entry that was given last. */
export type Place = { date: string; revision: bigint };

/**
 * Rows of a table `t` for a list, with what `past` keeps of them: what is selected of each, and the condition that it meets,
 * which may name the values of `also` as `$also1`, `$also2` and so on. All sources of a list select the same columns, among
 * them `date` and `revision`.
 */
export type Source = { table: Table; past: Table; select: string; where?: string };

/** Some days, both included. */
export type Days = { from: string; to: string };

/** A page of a list: at most `limit` rows that follow a place, as they were known after the event `asOf`, or as they are. */
export type Page = {
  limit: number;
  after: Place | null;
  asOf: bigint | null;
  /** The account that the sources are limited to; null for all. */
  account?: string | null;
  /** The days that are listed, both included. */
  days?: Days | undefined;
  also?: readonly unknown[];
};

/** The order of all lists: by the day of the entry, and within a day by when it was recorded (product 3.5). */
export const NEWEST_FIRST = 'date DESC, revision DESC';

/** Reads a page of a ledger's rows, newest first, in one statement that is prepared under a name that begins with `page-`. */
export async function readPage(
  database: Database,
  ledgerId: string,
  name: string,
  sources: readonly Source[],
  { limit, after, asOf, account = null, days, also = [] }: Page,
): Promise<object[]> {
  const values: unknown[] = [ledgerId, limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const place = after ? `(${parameter(after.date)}::date, ${parameter(after.revision)}::bigint)` : null;
  const firstDay = after ? `$3::date` : null;
  const known = asOf === null ? null : parameter(asOf);
  const within = days ? [`${parameter(days.from)}::date`, `${parameter(days.to)}::date`] : null;
  const named = also.map(parameter);
  const filled = (text: string) => withParameters(text, named);
  const all = (...conditions: (string | null | false | undefined)[]) =>
    conditions.filter((condition) => typeof condition === 'string').join(' AND ');
  const rows = (source: Source, from: Table, ...conditions: (string | null | false | undefined)[]) => {
    const where = all('t.ledger_id = $1', ...conditions, place && `(t.date, t.revision) < ${place}`, source.where);
    return `(SELECT ${filled(source.select)} FROM ${LIVE}.${from.name} t WHERE ${filled(where)}
      ORDER BY t.date DESC, t.revision DESC LIMIT $2)`;
  };
  let text: string;
  if (known === null) {
    // Each source is read along its own index, so that a page costs the same wherever it is.
    const inDays = within && `t.date BETWEEN ${within[0]} AND ${within[1]}`;
    text = `SELECT * FROM (${sources.map((source) => rows(source, source.table, inDays)).join(' UNION ALL ')}) e
      ORDER BY ${NEWEST_FIRST} LIMIT $2`;
  } else {
    // Day by day, from the newest that was known by then: the rows of later days were recorded later.
    const ofDay = `t.date = d.date AND t.revision <= ${known} AND t.known_from <= ${known}`;
    const both = sources.flatMap((source) => [
      rows(source, source.table, ofDay),
      rows(source, source.past, ofDay, `t.known_until > ${known}`),
    ]);
    const dayIsIn = all(
      `k.ledger_id = $1 AND k.account = ${parameter(account ?? ALL_ACCOUNTS)} AND k.known_from <= ${known}`,
      firstDay && `k.date <= ${firstDay}`,
      within && `k.date BETWEEN ${within[0]} AND ${within[1]}`,
    );
    text = `SELECT e.* FROM (
        SELECT k.date FROM ${LIVE}.known_days k WHERE ${dayIsIn} ORDER BY k.date DESC) d
      CROSS JOIN LATERAL (
        SELECT * FROM (${both.join(' UNION ALL ')}) e ORDER BY revision DESC LIMIT $2) e
      ORDER BY d.date DESC, e.revision DESC LIMIT $2`;
  }
  const shape = `page-${name}${after ? '-after' : ''}${within ? '-within' : ''}${known ? '-as-of' : ''}${account ? '-of-account' : ''}`;
  const { rows: found } = await database.query<object>({ name: shape, text, values });
  return found;
}

/** The text of a source with `$also1`, `$also2` and so on replaced by parameters of a statement, such as `$4`. */
export function withParameters(text: string, parameters: readonly string[]): string {
  return text.replaceAll(/\$also(\d+)/g, (_, at) => parameters[Number(at) - 1] ?? '');
}

/** The rows of a table `t` as they are, or as they were known after the event of a parameter; all its columns, as a source of a statement. */
export function rowsAsOf({ table, past }: Pick<Source, 'table' | 'past'>, known: string | null): string {
  if (known === null) return `${LIVE}.${table.name} t`;
  const rows = (from: Table, ending: string) =>
    `SELECT ${columnsOf(table, 'r')} FROM ${LIVE}.${from.name} r
      WHERE r.ledger_id = $1 AND r.known_from <= ${known}${ending}`;
  return `(${rows(table, '')} UNION ALL ${rows(past, ` AND r.known_until > ${known}`)}) t`;
}
