import { FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import type { Cut } from '#ledger/model/cut.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { Query } from '#ledger/search/query.ts';
import type { Database } from '#platform/postgres.ts';
import { joined, queryPrepared, raw, type Sql, sql, statementOf, unprepared } from '#platform/sql.ts';
import { asSql, conditionsIn, type FoundInSql, patternOf } from '#projections/queries/search-sql.ts';
import { bankTexts } from '../tables/bank-texts.ts';
import { AMOUNTS_OF_PARTS, type EntryRow, entries, isOfAmount } from '../tables/entries.ts';
import { ledgers } from '../tables/ledgers.ts';
import { live } from '../tables/read-models.ts';
import { defineTable, integerColumn, readRow } from '../tables/table.ts';
import { READ_MODEL_VERSION } from '../tables/version.ts';
import { inForce, type WasInForce } from './change-sets.ts';
import { seenIn } from './cut-sql.ts';
import { ENTRY, legsOf } from './entries.ts';
import { type Days, entriesAsOf, type QueryPage, readPage, withinPage } from './page.ts';

/** An entry that a query finds, with what it counts there, in cents, signed. */
const found = defineTable('found', { ...entries.columns, counted: integerColumn<Cents>() }, ['entryId']);
export type FoundRow = EntryRow & { counted: Cents };

/**
 * The result of a query: how many entries, and the sums of what they count, in cents, both positive. `revision` is the
 * last that the read models had then, null if they had none.
 */
export type SearchTotals = { count: number; in: Cents; out: Cents; revision: number | null };

/**
 * A query as the condition on an entry `t` that it is found, with what it then counts, in cents, signed, and the days
 * to which the query limits what it finds.
 */
export type FoundEntries = FoundInSql & { days: Days | undefined };

/**
 * A page of the entries that a query finds, newest first; of an account where it is named, and of the accounts of a
 * cut. Null while the read models have another version.
 */
export async function findEntries(
  database: Database,
  ledgerId: string,
  query: Query,
  { account = null, cut = null, ...page }: Omit<QueryPage, 'days'> & { cut?: Cut },
): Promise<FoundRow[] | null> {
  const { isFound, counted, days } = await foundNow(database, ledgerId, query, page.asOf);
  const legs = (account === null ? [sql`true`] : legsOf(sql`${account}`)).map(
    (leg) => sql`${leg} AND ${isFound}${seenIn(cut)}`,
  );
  const select = sql`${ENTRY}, ${counted} AS counted, ${ofLedger(sql`${ledgerId}`, 'fold_version')} AS fold`;
  const rows = await readPage(unprepared(database), ledgerId, { select, legs }, { ...page, account, days });
  const [first] = rows as { fold: string | null }[];
  return (first ? isOwn(first.fold) : await isLedgerOwn(database, ledgerId))
    ? rows.map((row) => readRow(found, row) as FoundRow)
    : null;
}

/**
 * The totals of all entries that a query finds, as they were known after the event `asOf` where it is named. Null while
 * the read models have another version.
 */
export async function totalsOf(
  database: Database,
  ledgerId: string,
  query: Query,
  asOf: bigint | null,
  cut: Cut = null,
): Promise<SearchTotals | null> {
  const { isFound, counted, days } = await foundNow(database, ledgerId, query, asOf);
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<SearchTotals & { fold_version: string | null }>(
    unprepared(database),
    sql`SELECT ${ofLedger(ledger, 'revision')}, ${ofLedger(ledger, 'fold_version')}, count(*) AS count,
        coalesce(sum(f.counted) FILTER (WHERE f.counted > 0), 0)::bigint AS in,
        coalesce(-sum(f.counted) FILTER (WHERE f.counted < 0), 0)::bigint AS out
      FROM (SELECT ${counted} AS counted FROM ${entriesAsOf(ledger, asOf)}
        WHERE t.ledger_id = ${ledger}${withinPage('t.date', days)} AND ${isFound}${seenIn(cut)} OFFSET 0) f`,
  );
  const { fold_version: foldVersion, ...totals } = rows[0] as SearchTotals & { fold_version: string | null };
  return isOwn(foldVersion) ? totals : null;
}

/** Rows that are read in one statement, each of which has the limit of time of a search. */
const SELECTED_ROWS = 10_000;

/**
 * The entries that a query finds, newest first, at most `limit`: in pages, within a transaction, which has to last
 * until all of them are read.
 */
export async function selectFound(
  database: Database,
  ledgerId: string,
  query: Query,
  limit: number,
): Promise<EntryRow[]> {
  const selected: EntryRow[] = [];
  for await (const page of foundPages(database, ledgerId, query, limit)) for (const row of page) selected.push(row);
  return selected;
}

/** The same in pages, without a limit where none is named. */
export async function* foundPages(
  database: Database,
  ledgerId: string,
  query: Query,
  limit: number | null = null,
): AsyncGenerator<EntryRow[]> {
  const { isFound, days } = await foundNow(database, ledgerId, query, null);
  await database.query(
    statementOf(sql`DECLARE found_newest_first NO SCROLL CURSOR FOR
      SELECT ${ENTRY} FROM ${live(entries)} t
      WHERE t.ledger_id = ${ledgerId}${withinPage('t.date', days)} AND ${isFound}
      ORDER BY t.date DESC, t.revision DESC LIMIT ${limit}`),
  );
  for (;;) {
    const { rows } = await database.query<object>(`FETCH ${SELECTED_ROWS} FROM found_newest_first`);
    yield rows.map((row) => readRow(entries, row));
    if (rows.length < SELECTED_ROWS) break;
  }
  await database.query('CLOSE found_newest_first');
}

/**
 * The texts of the bank about each entry of a ledger in rows of files, or about the entries `ids`, by its id: the texts
 * of an import in force, comparable, of each row the counterparty and the bank's text.
 */
export async function bankTextsInForce(
  database: Database,
  ledgerId: string,
  ids: readonly string[] | null = null,
): Promise<Map<string, string[]>> {
  const isInForce = await inForce(database, ledgerId, null);
  const { rows } = await queryPrepared<{ entry_id: string; texts: string }>(
    database,
    sql`SELECT b.entry_id, b.texts FROM ${live(bankTexts)} b
      WHERE b.ledger_id = ${ledgerId} AND (${ids}::text[] IS NULL OR b.entry_id = ANY(${ids}::text[]))
        AND ${isInForce(sql`b.change_set_id`)} ORDER BY b.revision`,
  );
  const byEntry = new Map<string, string[]>();
  for (const { entry_id: entryId, texts } of rows) {
    const entryTexts = byEntry.get(entryId) ?? [];
    entryTexts.push(...texts.split('\t'));
    byEntry.set(entryId, entryTexts);
  }
  return byEntry;
}

/** The entries of a ledger with these ids, newest first. */
export async function selectByIds(database: Database, ledgerId: string, ids: readonly string[]): Promise<EntryRow[]> {
  const { rows } = await queryPrepared<object>(
    database,
    sql`SELECT ${ENTRY} FROM ${live(entries)} t
      WHERE t.ledger_id = ${ledgerId} AND t.entry_id = ANY(${ids}::text[]) ORDER BY t.date DESC, t.revision DESC`,
  );
  return rows.map((row) => readRow(entries, row));
}

/** The revision that the rows of a ledger have, -1 where it has none; null while they have another version. */
export async function revisionOfRows(database: Database, ledgerId: string): Promise<bigint | null> {
  const { rows } = await queryPrepared<{ revision: number; fold_version: string }>(
    database,
    sql`SELECT l.revision, l.fold_version FROM ${live(ledgers)} l WHERE l.ledger_id = ${ledgerId}`,
  );
  const [row] = rows;
  if (!row) return -1n;
  return isOwn(row.fold_version) ? BigInt(row.revision) : null;
}

/** Whether the rows of a ledger are of this version: others lack texts to search. */
const isOwn = (foldVersion: string | null) => foldVersion === null || foldVersion === READ_MODEL_VERSION;

async function isLedgerOwn(database: Database, ledgerId: string): Promise<boolean> {
  const { rows } = await queryPrepared<{ fold_version: string }>(
    database,
    sql`SELECT l.fold_version FROM ${live(ledgers)} l WHERE l.ledger_id = ${ledgerId}`,
  );
  return isOwn(rows[0]?.fold_version ?? null);
}

/** SQL: a value of the ledger's row, or null if it has none. */
const ofLedger = (ledger: Sql, column: 'revision' | 'fold_version') =>
  sql`(SELECT l.${raw(column)} FROM ${live(ledgers)} l WHERE l.ledger_id = ${ledger})`;

/** The result of a query among the versions of entries that were known up to the event `asOf`; null for all. */
export async function foundBy(
  database: Database,
  ledgerId: string,
  query: Query,
  asOf: bigint | null,
): Promise<FoundEntries> {
  if (!asksRows(query)) return foundWithoutRows(query);
  const wasInForce = await inForce(database, ledgerId, asOf);
  return { ...asSql(query, (condition) => hasRow(ledgerId, condition, asOf, wasInForce)), days: daysOf(query) };
}

/** Whether a query depends on rows of files. */
function asksRows(query: Query): boolean {
  let isAsked = false;
  asSql(query, (condition) => {
    isAsked = true;
    return condition;
  });
  return isAsked;
}

/** The result of a query where no entry has a row of a file. */
const foundWithoutRows = (query: Query): FoundEntries => ({ ...asSql(query, () => sql`false`), days: daysOf(query) });

/** The same, limited to the entries that can meet the query where these are few. */
export async function foundNow(
  database: Database,
  ledgerId: string,
  query: Query,
  asOf: bigint | null,
): Promise<FoundEntries> {
  const known = asOf === null ? await candidates(database, ledgerId, query) : null;
  if (!known) return await foundBy(database, ledgerId, query, asOf);
  const { ids, hasRows } = known;
  // Planning the statement takes as long as running it, and much longer with what no entry can meet.
  const found = hasRows ? await foundBy(database, ledgerId, query, asOf) : foundWithoutRows(query);
  return ids ? { ...found, isFound: sql`t.entry_id = ANY(${ids}::text[]) AND ${found.isFound}` } : found;
}

/**
 * The condition that entry `t` has a row of a file `b` that meets one: of an import in force, as known by then. As with
 * `inForce`, the ids of these entries are a set that Postgres makes once, whatever the statistics are; `coalesce` keeps
 * it from making a join of it, which may ask each entry of each row.
 */
function hasRow(ledgerId: string, condition: Sql, asOf: bigint | null, wasInForce: WasInForce): Sql {
  const byThen = asOf === null ? sql`` : sql` AND b.revision <= ${asOf}`;
  return sql`coalesce(t.entry_id IN (SELECT unnest(ARRAY(SELECT b.entry_id FROM ${live(bankTexts)} b
    WHERE b.ledger_id = ${ledgerId} AND ${condition}${byThen} AND ${wasInForce(sql`b.change_set_id`)}))), false)`;
}

/** The days to which a query limits what it finds; undefined where it doesn't. */
function daysOf(query: Query): Days | undefined {
  const dates = conditionsIn(query).flatMap((each) => ('is' in each && each.is === 'date' ? [each] : []));
  if (dates.length === 0) return undefined;
  const [firsts, lasts] = [dates.map(({ from }) => from ?? FIRST_DAY), dates.map(({ to }) => to ?? LAST_DAY)];
  return { from: firsts.toSorted().at(-1) as string, to: lasts.toSorted()[0] as string };
}

/** If at most this number of entries can meet a query, by their words or amounts, only these are looked at. */
const CANDIDATES_MAX = 1_000;
/** An index of trigrams knows three letters or digits in a row. */
const INDEXED = /[\p{L}\p{N}]{3}/u;
/** An amount is about as rare as a word of this number of letters. */
const LETTERS_OF_AMOUNT = 8;

/**
 * The ids of the entries that can meet a query, found by an index, null if there are many, and whether any entry of
 * the ledger has a row of a file. Null if no index helps.
 */
async function candidates(
  database: Database,
  ledgerId: string,
  query: Query,
): Promise<{ ids: string[] | null; hasRows: boolean } | null> {
  const narrow = narrowest(query, ledgerId);
  if (!narrow) return null;
  const most = sql`${CANDIDATES_MAX + 1}`;
  const hasRows = sql`SELECT NULL WHERE EXISTS (SELECT FROM ${live(bankTexts)} b WHERE b.ledger_id = ${ledgerId})`;
  const { rows } = await queryPrepared<{ entry_id: string | null }>(
    unprepared(database),
    joined([...narrow.selects.map((select) => sql`(${select} LIMIT ${most})`), sql`(${hasRows})`], ' UNION ALL '),
  );
  const ids = new Set(rows.flatMap(({ entry_id }) => entry_id ?? []));
  const isFew = rows.length <= CANDIDATES_MAX;
  return { ids: isFew ? [...ids] : null, hasRows: rows.some(({ entry_id }) => entry_id === null) };
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
    const of = sql`${`${ledgerId} ${query.from}`}::text`;
    const below = sql`${`${ledgerId} ${-query.from}`}`;
    const own = sql`SELECT t.entry_id FROM ${live(entries)} t WHERE ${isOfAmount(of)}`;
    const split = sql`SELECT t.entry_id FROM ${live(entries)} t
      WHERE t.parts IS NOT NULL AND ${raw(AMOUNTS_OF_PARTS)} && ARRAY[${of}, ${below}::text]`;
    return { selects: [own, split], letters: LETTERS_OF_AMOUNT };
  }
  return null;
}
