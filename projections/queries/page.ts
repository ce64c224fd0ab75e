import type { Database } from '../../platform/postgres.ts';
import { queryPrepared } from '../../platform/sql.ts';
import { entries, pastEntries } from '../tables/entries.ts';
import { ALL_ACCOUNTS } from '../tables/known-days.ts';
import { LIVE } from '../tables/read-models.ts';
import { columnsOf } from '../tables/table.ts';

/** A place in a list, newest first: the day and the revision of the entry that was given last. */
export type Place = { date: string; revision: bigint };

/**
 * Which entries `t` are read, and what is selected of each, among it `date` and `revision`. An entry meets one of the
 * conditions `legs` at most: each is read along its own index, so that a page costs the same wherever it is. Both may
 * name the values of `also` as `$also1`, `$also2` and so on.
 */
export type Source = { select: string; legs: readonly string[] };

/** Some days, both included. */
export type Days = { from: string; to: string };

/** A page of a list: at most `limit` rows that follow a place, as they were known after the event `asOf`, or as they are. */
export type Page = {
  limit: number;
  after: Place | null;
  asOf: bigint | null;
  /** The account that the source is limited to; null for all. */
  account?: string | null;
  /** The days that are listed, both included. */
  days?: Days | undefined;
  also?: readonly unknown[];
};

/** The order of all lists: by the day of the entry, and within a day by when it was recorded (product 3.5). */
const NEWEST_FIRST = 'date DESC, revision DESC';

/** Reads a page of a ledger's entries, newest first, in one statement. */
export async function readPage(
  database: Database,
  ledgerId: string,
  { select, legs }: Source,
  { limit, after, asOf, account = null, days, also = [] }: Page,
): Promise<object[]> {
  const values: unknown[] = [ledgerId, limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const place = after ? `(${parameter(after.date)}::date, ${parameter(after.revision)}::bigint)` : null;
  const firstDay = after ? `$3::date` : null;
  const known = asOf === null ? null : parameter(asOf);
  const within = days ? [`${parameter(days.from)}::date`, `${parameter(days.to)}::date`] : null;
  const named = also.map(parameter);
  const all = (...conditions: (string | null | false | undefined)[]) =>
    conditions.filter((condition) => typeof condition === 'string').join(' AND ');
  const rows = (from: string, leg: string, ...conditions: (string | null | false | undefined)[]) => {
    const where = all('t.ledger_id = $1', ...conditions, place && `(t.date, t.revision) < ${place}`, leg);
    return withParameters(
      `(SELECT ${select} FROM ${LIVE}.${from} t WHERE ${where} ORDER BY t.date DESC, t.revision DESC LIMIT $2)`,
      named,
    );
  };
  let text: string;
  if (known === null) {
    const inDays = within && `t.date BETWEEN ${within[0]} AND ${within[1]}`;
    text = `SELECT * FROM (${ofLegs(legs, (leg) => rows(entries.name, leg, inDays))}) e
      ORDER BY ${NEWEST_FIRST} LIMIT $2`;
  } else {
    // Day by day, from the newest that was known by then: the rows of later days were recorded later.
    const ofDay = `t.date = d.date AND t.revision <= ${known} AND t.known_from <= ${known}`;
    const both = legs.flatMap((leg) => [
      rows(entries.name, leg, ofDay),
      rows(pastEntries.name, leg, ofDay, `t.known_until > ${known}`),
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
  const { rows: found } = await queryPrepared<object>(database, text, values);
  return found;
}

/** The text of a source with `$also1`, `$also2` and so on replaced by parameters of a statement, such as `$4`. */
export function withParameters(text: string, parameters: readonly string[]): string {
  return text.replaceAll(/\$also(\d+)/g, (_, at) => parameters[Number(at) - 1] ?? '');
}

/** The entries `t`, with all columns, as they are, or as they were known after the event of a parameter. */
export function entriesAsOf(known: string | null): string {
  if (known === null) return `${LIVE}.entries t`;
  const rows = (from: string, ending: string) =>
    `SELECT ${columnsOf(entries, 'r')} FROM ${LIVE}.${from} r
      WHERE r.ledger_id = $1 AND r.known_from <= ${known}${ending}`;
  return `(${rows(entries.name, '')} UNION ALL ${rows(pastEntries.name, ` AND r.known_until > ${known}`)}) t`;
}

/** Selects of entries that meet one of the conditions `legs`, each read along its own index. */
export function ofLegs(legs: readonly string[], select: (leg: string) => string): string {
  return legs.map(select).join(' UNION ALL ');
}

/**
 * The versions of entries, twice each: with the event `at` with which they came, and with that with which they went,
 * `is_gone`; of events after that of the parameter `after`, up to that of `upTo`. What the source selects stands
 * beside.
 */
export function versionsBetween({ select, legs }: Source, after: string, upTo: string): string {
  const versions = (from: string, at: string, isGone: boolean) =>
    ofLegs(
      legs,
      (leg) => `SELECT ${select}, t.${at} AS at, ${isGone} AS is_gone FROM ${LIVE}.${from} t
        WHERE t.ledger_id = $1 AND t.${at} > ${after} AND t.${at} <= ${upTo} AND ${leg}`,
    );
  return [
    versions(entries.name, 'known_from', false),
    versions(pastEntries.name, 'known_from', false),
    versions(pastEntries.name, 'known_until', true),
  ].join(' UNION ALL ');
}
