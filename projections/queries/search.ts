import { EMPTY } from '#ledger/history.ts';
import { FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { AccountState } from '#ledger/model/state.ts';
import type { Database } from '#platform/postgres.ts';
import { joined, queryPrepared, raw, type Sql, sql, unprepared } from '#platform/sql.ts';
import { asSql, conditionsIn, type FoundInSql, patternOf } from '#search/as-sql.ts';
import type { Query } from '#search/query.ts';
import { bankTexts } from '../tables/bank-texts.ts';
import { changeSets } from '../tables/change-sets.ts';
import { type EntryRow, entries } from '../tables/entries.ts';
import { isOwnFold, ledgers, stateOf } from '../tables/ledgers.ts';
import { LIVE, live } from '../tables/read-models.ts';
import { columnsOf, integer, readRow, table } from '../tables/table.ts';
import { ENTRY, legsOf } from './entries.ts';
import { type Days, entriesAsOf, type Page, readPage, within } from './page.ts';

/** An entry that a query finds, with what it counts there, in cents, signed. */
const found = table('found', { ...entries.columns, counted: integer<Cents>() }, ['entryId']);
export type FoundRow = EntryRow & { counted: Cents };

/** What a query finds: how many entries, and the sums of what they count, in cents, both positive. */
export type Totals = { count: number; in: Cents; out: Cents };

/** A ledger as a query needs it: its accounts, and its last revision, -1n where it has none. */
export type SearchedLedger = { revision: bigint; accounts: ReadonlyMap<string, AccountState> };

/**
 * Loads what names in a query stand for. Null while the read models are those of another version, which lack texts to
 * search.
 */
export async function loadSearchedLedger(database: Database, ledgerId: string): Promise<SearchedLedger | null> {
  const { rows } = await queryPrepared(
    database,
    `SELECT ${columnsOf(ledgers, 'l')} FROM ${LIVE}.ledgers l WHERE l.ledger_id = $1`,
    [ledgerId],
  );
  const ledger = rows[0] && readRow(ledgers, rows[0]);
  if (ledger && !isOwnFold(ledger)) return null;
  return ledger
    ? { revision: ledger.revision, accounts: stateOf(ledger, []).accounts }
    : { revision: -1n, accounts: EMPTY.accounts };
}

/**
 * A query as the condition on an entry `t` that it is found, with what it then counts, in cents, signed, and the days
 * to which the query limits what it finds.
 */
export type Found = FoundInSql & { days: Days | undefined };

/** A page of the entries that a query finds, newest first; of an account where it is named. */
export async function findEntries(
  database: Database,
  ledgerId: string,
  query: Query,
  { account = null, ...page }: Omit<Page, 'days'>,
): Promise<FoundRow[]> {
  const { isFound, counted, days } = await foundNow(database, ledgerId, query, page.asOf);
  const legs = (account === null ? [sql`true`] : legsOf(sql`${account}`)).map((leg) => sql`${leg} AND ${isFound}`);
  const select = sql`${ENTRY}, ${counted} AS counted`;
  const rows = await readPage(unprepared(database), ledgerId, { select, legs }, { ...page, account, days });
  return rows.map((row) => readRow(found, row) as FoundRow);
}

/** The totals of all entries that a query finds, as they were known after the event `asOf` where it is named. */
export async function totalsOf(
  database: Database,
  ledgerId: string,
  query: Query,
  asOf: bigint | null,
): Promise<Totals> {
  const { isFound, counted, days } = await foundNow(database, ledgerId, query, asOf);
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<Totals>(
    unprepared(database),
    sql`SELECT count(*) AS count, coalesce(sum(f.counted) FILTER (WHERE f.counted > 0), 0)::bigint AS in,
        coalesce(-sum(f.counted) FILTER (WHERE f.counted < 0), 0)::bigint AS out
      FROM (SELECT ${counted} AS counted FROM ${entriesAsOf(ledger, asOf)}
        WHERE t.ledger_id = ${ledger}${within('t.date', days)} AND ${isFound} OFFSET 0) f`,
  );
  return rows[0] as Totals;
}

/** What a query finds among the versions of entries that were known up to the event `asOf`; null for all. */
export function foundBy(ledgerId: string, query: Query, asOf: bigint | null): Found {
  return { ...asSql(query, (condition) => entriesWithRow(ledgerId, condition, asOf)), days: daysOf(query) };
}

/** The same, limited to the entries that can meet the query where these are few. */
async function foundNow(database: Database, ledgerId: string, query: Query, asOf: bigint | null): Promise<Found> {
  const found = foundBy(ledgerId, query, asOf);
  const ids = asOf === null ? await candidates(database, ledgerId, query) : null;
  return ids ? { ...found, isFound: sql`t.entry_id = ANY(${ids}::text[]) AND ${found.isFound}` } : found;
}

/** The entries with rows of files `b` that meet a condition: of imports that are in force, as known by then. */
function entriesWithRow(ledgerId: string, condition: Sql, asOf: bigint | null): Sql {
  const byThen = asOf === null ? sql`` : sql` AND b.revision <= ${asOf}`;
  const undoneLater = sql`EXISTS (SELECT FROM ${live(changeSets)} u
    WHERE u.ledger_id = c.ledger_id AND u.change_set_id = c.undone_by AND u.first > ${asOf})`;
  const inForce = asOf === null ? sql`c.undone_by IS NULL` : sql`(c.undone_by IS NULL OR ${undoneLater})`;
  return sql`(SELECT b.entry_id FROM ${live(bankTexts)} b
    JOIN ${live(changeSets)} c
      ON c.ledger_id = b.ledger_id AND c.change_set_id = b.change_set_id AND ${inForce}
    WHERE b.ledger_id = ${ledgerId} AND ${condition}${byThen})`;
}

/** The days to which a query limits what it finds; undefined where it doesn't. */
function daysOf(query: Query): Days | undefined {
  const dates = conditionsIn(query).flatMap((each) => ('is' in each && each.is === 'date' ? [each] : []));
  if (dates.length === 0) return undefined;
  const [firsts, lasts] = [dates.map(({ from }) => from ?? FIRST_DAY), dates.map(({ to }) => to ?? LAST_DAY)];
  return { from: firsts.toSorted().at(-1) as string, to: lasts.toSorted()[0] as string };
}

/** Where at most so many entries can meet a query, by their words or amounts, only these are looked at. */
const CANDIDATES_MAX = 1_000;
/** An index of trigrams knows three letters or digits in a row. */
const INDEXED = /[\p{L}\p{N}]{3}/u;
/** An amount is about as rare as a word of so many letters. */
const LETTERS_OF_AMOUNT = 8;
/** Written as in the index of entries by their amount. */
const IS_OF_AMOUNT = raw("t.ledger_id || ' ' || t.amount::text");

/** The ids of the entries that can meet a query, found by an index; null where there are many, or no index helps. */
async function candidates(database: Database, ledgerId: string, query: Query): Promise<string[] | null> {
  const narrow = narrowest(query, ledgerId);
  if (!narrow) return null;
  const most = sql`${CANDIDATES_MAX + 1}`;
  const { rows } = await queryPrepared<{ entry_id: string }>(
    unprepared(database),
    joined(
      narrow.selects.map((select) => sql`(${select} LIMIT ${most})`),
      ' UNION ALL ',
    ),
  );
  return rows.length > CANDIDATES_MAX ? null : [...new Set(rows.map(({ entry_id }) => entry_id))];
}

/** Statements that select all entries that can meet a query, along indexes. Of longer texts there are fewer. */
type Narrow = { selects: readonly Sql[]; letters: number };

function narrowest(query: Query, ledgerId: string): Narrow | null {
  if ('all' in query) {
    const able = query.all.map((each) => narrowest(each, ledgerId)).filter((narrow) => narrow !== null);
    return able.toSorted((one, other) => other.letters - one.letters)[0] ?? null;
  }
  if ('any' in query) {
    const each = query.any.map((one) => narrowest(one, ledgerId));
    if (!each.every((narrow) => narrow !== null)) return null;
    return {
      selects: each.flatMap(({ selects }) => selects),
      letters: Math.min(...each.map(({ letters }) => letters)),
    };
  }
  if (!('is' in query)) return null;
  if (query.is === 'text' && INDEXED.test(query.text)) {
    const pattern = sql`${patternOf(query.text)}`;
    const own = sql`SELECT t.entry_id FROM ${live(entries)} t
      WHERE t.ledger_id = ${ledgerId} AND t.texts LIKE ${pattern}`;
    const ofBank = sql`SELECT b.entry_id FROM ${live(bankTexts)} b
      WHERE b.ledger_id = ${ledgerId} AND b.texts LIKE ${pattern}`;
    const selects = query.field === 'all' ? [own, ofBank] : [query.field === 'counterparty' ? ofBank : own];
    return { selects, letters: query.text.length };
  }
  if (query.is === 'amount' && query.from !== null && query.from === query.to) {
    const amount = sql`${query.from}`;
    const own = sql`SELECT t.entry_id FROM ${live(entries)} t WHERE ${IS_OF_AMOUNT} = ${`${ledgerId} ${query.from}`}`;
    const split = sql`SELECT t.entry_id FROM ${live(entries)} t WHERE t.ledger_id = ${ledgerId} AND t.parts IS NOT NULL
      AND EXISTS (SELECT FROM json_array_elements(t.parts) AS p (part)
        WHERE (p.part ->> 'amount')::bigint = ${amount}::bigint)`;
    return { selects: [own, split], letters: LETTERS_OF_AMOUNT };
  }
  return null;
}
