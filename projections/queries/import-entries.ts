import type { ImportedRow } from '#ledger/model/values.ts';
import type { Database } from '#platform/postgres.ts';
import { joined, queryPrepared, raw, sql, statementOf } from '#platform/sql.ts';
import { changeSets } from '../tables/change-sets.ts';
import { type EntryRow, entries, IS_TRANSACTION, isOfAmount } from '../tables/entries.ts';
import { events, IS_OF_ROW, isAbout } from '../tables/events.ts';
import { beginningOf, hashOfKey, importedKeys, keysIn } from '../tables/imported-keys.ts';
import { LIVE, live } from '../tables/read-models.ts';
import { columnsOf, readRow } from '../tables/table.ts';
import { inForce } from './change-sets.ts';
import { legsOf } from './entries.ts';

/** An entry that a row of a file may be (product 11.4). Accounts are `everyday` or ids. */
export type ComparedEntry = Pick<EntryRow, 'entryId' | 'type' | 'date' | 'amount' | 'toAccount'> & {
  /** Empty where a transfer has none. */
  title: string;
  account: string;
  /** Whether an import that is in force recorded it, or matched it. */
  isImported: boolean;
};

/** A title that entries have had, with how many of them have a category. */
export type TitleOfPast = { title: string; type: 'Expense' | 'Income'; category: string; count: number };

const IS_IMPORTED = `EXISTS (SELECT FROM ${LIVE}.events e
  JOIN ${LIVE}.change_sets c ON c.ledger_id = e.ledger_id AND c.change_set_id = e.change_set_id AND c.undone_by IS NULL
  WHERE ${isAbout('e', 't.ledger_id', 't.entry_id')} AND e.${IS_OF_ROW})`;

const COMPARED = `t.entry_id AS "entryId", t.type, coalesce(t.title, '') AS title, t.date, t.amount,
  t.account_id AS account, t.to_account AS "toAccount"`;

/** Rows of a file: how much is added to an account on a day, in cents. */
export type Sought = { account: string; date: string; amount: number };

/** For each account, day and amount, the nearest transactions and as many transfers are compared. */
const NEAREST_MAX = 20;
const SOUGHT_OF_STATEMENT = 5_000;

/** The condition that entry `t` may be the sought row `s`. */
const IS_NEAR = `${statementOf(isOfAmount(raw("($1 || ' ' || abs(s.amount)::text)"))).text}
    AND t.date BETWEEN s.date - $5::int AND s.date + $5::int`;
/** The rank of an entry by nearness, 1 for the nearest, among the transactions or among the transfers. */
const NEARNESS = `row_number() OVER (PARTITION BY t.type = 'Transfer' ORDER BY abs(t.date - s.date), t.revision)`;

/**
 * The entries that rows of a file may be, or the other halves of them (product 11.4): at most `days` apart, of the same
 * amount. In the account of the row, those that add as much to it. In other accounts, transactions that add the
 * opposite. They are looked up by amount and day, so the number of entries in the ledger doesn't matter.
 */
export async function entriesNear(
  database: Database,
  ledgerId: string,
  sought: readonly Sought[],
  days: number,
): Promise<ComparedEntry[]> {
  if (sought.length === 0 || !(await hasEntriesNear(database, ledgerId, sought, days))) return [];
  const { rows: imports } = await queryPrepared<{ revisions: string }>(
    database,
    // The events of an import follow each other.
    `SELECT coalesce(range_agg(int8range(first, revision, '[]')), '{}')::text AS revisions FROM ${LIVE}.change_sets
      WHERE ledger_id = $1 AND kind = 'import' AND undone_by IS NULL`,
    [ledgerId],
  );
  const near = new Map<string, ComparedEntry>();
  for (let from = 0; from < sought.length; from += SOUGHT_OF_STATEMENT) {
    const some = sought.slice(from, from + SOUGHT_OF_STATEMENT);
    const { rows } = await queryPrepared<ComparedEntry>(
      database,
      // OFFSET keeps Postgres from reading all of the ledger's entries instead.
      `SELECT n.* FROM unnest($2::text[], $3::date[], $4::bigint[]) AS s (account, date, amount)
        CROSS JOIN LATERAL (
          SELECT ${COMPARED}, t.revision <@ $6::int8multirange OR ${IS_IMPORTED} AS "isImported"
          FROM (SELECT t.*, ${NEARNESS} AS nearness FROM ${LIVE}.entries t WHERE ${IS_NEAR} AND CASE
              WHEN t.type = 'Transfer' THEN s.account = CASE WHEN s.amount < 0 THEN t.account_id ELSE t.to_account END
              ELSE (t.account_id = s.account) = ((t.type = 'Expense') = (s.amount < 0)) END) t
          WHERE t.nearness <= ${NEAREST_MAX}
          OFFSET 0) n`,
      [
        ledgerId,
        some.map(({ account }) => account),
        some.map(({ date }) => date),
        some.map(({ amount }) => amount),
        days,
        imports[0]?.revisions,
      ],
    );
    for (const entry of rows) near.set(entry.entryId, entry);
  }
  return [...near.values()];
}

/** Whether a ledger has an entry from some days before the first of sought rows until as long after the last. */
async function hasEntriesNear(
  database: Database,
  ledgerId: string,
  sought: readonly Sought[],
  days: number,
): Promise<boolean> {
  let [first, last] = [sought[0]?.date, sought[0]?.date];
  for (const { date } of sought) {
    if (first === undefined || date < first) first = date;
    if (last === undefined || date > last) last = date;
  }
  const { rows } = await queryPrepared<{ has: boolean }>(
    database,
    `SELECT EXISTS (SELECT FROM ${LIVE}.entries t WHERE t.ledger_id = $1
        AND t.date BETWEEN $2::date - $4::int AND $3::date + $4::int) AS has`,
    [ledgerId, first, last, days],
  );
  return rows[0]?.has === true;
}

/** The days, ISO dates, that a file has of an account. */
export type FileSpan = { account: string; from: string; to: string };

/** The most entries of an account without a row of the file that are looked at, and the most of them imported ones. */
const LACKING_MAX = 5_000;
const GONE_MAX = 200;

/**
 * The transactions that imports in force recorded or matched on days of a file, and that no row of the file is: of each
 * span those that `known` doesn't name, the newest.
 */
export async function entriesGone(
  database: Database,
  ledgerId: string,
  spans: readonly FileSpan[],
  known: readonly string[],
): Promise<ComparedEntry[]> {
  if (spans.length === 0) return [];
  const { rows } = await queryPrepared<ComparedEntry>(
    database,
    `WITH known AS MATERIALIZED (SELECT unnest($5::text[]) AS id)
      SELECT g.* FROM unnest($2::text[], $3::date[], $4::date[]) AS s (account, first, last)
      CROSS JOIN LATERAL (
        SELECT ${COMPARED}, true AS "isImported" FROM (SELECT t.* FROM ${LIVE}.entries t
            WHERE t.ledger_id = $1 AND t.account_id = s.account AND t.date BETWEEN s.first AND s.last
              AND ${IS_TRANSACTION} AND t.entry_id NOT IN (SELECT id FROM known)
            ORDER BY t.date DESC, t.revision DESC LIMIT ${LACKING_MAX}) t
        WHERE ${IS_IMPORTED} ORDER BY t.date DESC, t.revision DESC LIMIT ${GONE_MAX}) g`,
    [ledgerId, spans.map(({ account }) => account), spans.map(({ from }) => from), spans.map(({ to }) => to), known],
  );
  return rows;
}

/** A ledger's entries with these ids. */
export async function entriesByIds(
  database: Database,
  ledgerId: string,
  ids: readonly string[],
): Promise<ComparedEntry[]> {
  if (ids.length === 0) return [];
  const { rows } = await queryPrepared<ComparedEntry>(
    database,
    `SELECT ${COMPARED}, ${IS_IMPORTED} AS "isImported" FROM ${LIVE}.entries t
      WHERE t.ledger_id = $1 AND t.entry_id = ANY($2)`,
    [ledgerId, ids],
  );
  return rows;
}

/** The ids among these that an event of the ledger since its last reset is about: no other entity can have them. */
export async function idsInUse(database: Database, ledgerId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await queryPrepared<{ id: string }>(
    database,
    `SELECT n.id FROM unnest($2::text[]) AS n (id)
      WHERE EXISTS (SELECT FROM ${LIVE}.events e WHERE ${isAbout('e', '$1', 'n.id')})`,
    [ledgerId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

const KEYS_OF_STATEMENT = 10_000;

/** A row has the keys of 64 events. */
const KEY_ROWS_OF_STATEMENT = 150;

/** The revisions at which keys were recorded, by their hashes, in order. */
async function recordedKeys(
  database: Database,
  ledgerId: string,
  keys: readonly string[],
): Promise<{ key: string; revision: bigint }[]> {
  const wanted = Map.groupBy(new Set(keys), hashOfKey);
  const beginnings = new Set([...wanted.keys()].map(beginningOf));
  const recorded: { key: string; revision: bigint }[] = [];
  for (let last = -1, more = true; more; ) {
    const { rows } = await queryPrepared<object>(
      database,
      `SELECT ${columnsOf(importedKeys, 'k')} FROM ${LIVE}.imported_keys k
        WHERE k.ledger_id = $1 AND k.block > $2 ORDER BY k.block LIMIT ${KEY_ROWS_OF_STATEMENT}`,
      [ledgerId, last],
    );
    for (const stored of rows) {
      const row = readRow(importedKeys, stored);
      last = row.block;
      for (const { hashed, revision } of keysIn(row, beginnings)) {
        for (const key of wanted.get(hashed) ?? []) recorded.push({ key, revision });
      }
    }
    more = rows.length === KEY_ROWS_OF_STATEMENT;
  }
  return recorded;
}

/**
 * The entries that rows became, by the keys of the rows, of imports that are in force. It reads 9 bytes for each key
 * that the ledger has.
 */
export async function knownRows(
  database: Database,
  ledgerId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  if (keys.length === 0) return known;
  const recorded = await recordedKeys(database, ledgerId, keys);
  for (let from = 0; from < recorded.length; from += KEYS_OF_STATEMENT) {
    const some = recorded.slice(from, from + KEYS_OF_STATEMENT);
    const { rows } = await queryPrepared<{ key: string; entryId: string }>(
      database,
      // OFFSET keeps Postgres from reading all rows of the ledger instead.
      `SELECT k.key, n.entity_id AS "entryId"
        FROM unnest($2::text[], $3::int8[]) WITH ORDINALITY AS k (key, revision, at)
        CROSS JOIN LATERAL (SELECT e.entity_id, e.change_set_id FROM ${LIVE}.events e
          WHERE e.ledger_id = $1 AND e.revision = k.revision OFFSET 0) n
        WHERE EXISTS (SELECT FROM ${LIVE}.change_sets c
          WHERE c.ledger_id = $1 AND c.change_set_id = n.change_set_id AND c.undone_by IS NULL)
        ORDER BY k.at`,
      [ledgerId, some.map(({ key }) => key), some.map(({ revision }) => revision)],
    );
    for (const { key, entryId } of rows) known.set(key, entryId);
  }
  return known;
}

/** The number of entries, the newest, from whose titles categories are proposed. */
const PAST_ENTRIES_MAX = 50_000;
/** The largest number of titles: the titles of the most entries. */
const TITLES_MAX = 20_000;

/** The titles of a ledger's newest entries with a category, by how many entries have them. */
export async function titlesOfPast(database: Database, ledgerId: string): Promise<TitleOfPast[]> {
  const { rows } = await queryPrepared<TitleOfPast>(
    database,
    `SELECT t.title, t.type, t.category, count(*) AS count
      FROM (SELECT t.title, t.type, t.category FROM ${LIVE}.entries t WHERE t.ledger_id = $1 AND ${IS_TRANSACTION}
        ORDER BY t.date DESC, t.revision DESC LIMIT ${PAST_ENTRIES_MAX}) t
      WHERE t.category IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 4 DESC LIMIT ${TITLES_MAX}`,
    [ledgerId],
  );
  return rows;
}

/** The accounts among these that have an entry in the ledger. */
export async function accountsWithEntries(
  database: Database,
  ledgerId: string,
  accounts: readonly string[],
): Promise<Set<string>> {
  // A limit keeps Postgres from reading all entries once for all accounts.
  const ledger = sql`${ledgerId}`;
  const has = legsOf(sql`a.account`).map(
    (leg) => sql`(SELECT true FROM ${live(entries)} t WHERE t.ledger_id = ${ledger} AND ${leg} LIMIT 1)`,
  );
  const { rows } = await queryPrepared<{ account: string }>(
    database,
    sql`SELECT a.account FROM unnest(${accounts}::text[]) AS a (account) WHERE ${joined(has, ' OR ')}`,
  );
  return new Set(rows.map(({ account }) => account));
}

/** A row of a file as an event recorded it, with the name of the file and the change-set. */
export type RowOfFile = { fileName: string; changeSetId: string; row: ImportedRow };

/**
 * The rows of files that an entry was imported from, or matched with, by imports in force, as known after the event
 * `asOf` where it is named.
 */
export async function rowsOfEntry(
  database: Database,
  ledgerId: string,
  entryId: string,
  asOf: bigint | null,
): Promise<RowOfFile[]> {
  const byThen = asOf === null ? sql`` : sql` AND e.revision <= ${asOf}`;
  const wasInForce = await inForce(database, ledgerId, asOf);
  const { rows } = await queryPrepared<RowOfFile>(
    database,
    sql`SELECT f.data ->> 'fileName' AS "fileName", c.change_set_id AS "changeSetId", i.row
      FROM ${live(events)} e
        JOIN ${live(changeSets)} c ON c.ledger_id = e.ledger_id AND c.change_set_id = e.change_set_id
        JOIN ${live(events)} f ON f.ledger_id = e.ledger_id AND f.revision = c.first AND f.type = 'FileImported'
        CROSS JOIN LATERAL json_array_elements(CASE json_typeof(e.data -> 'imported')
          WHEN 'array' THEN e.data -> 'imported' ELSE json_build_array(e.data -> 'imported') END) AS i (row)
      WHERE e.ledger_id || ' ' || e.entity_id = ${`${ledgerId} ${entryId}`} AND e.entity_id = ${entryId}
        AND e.${raw(IS_OF_ROW)} AND ${wasInForce(sql`e.change_set_id`)}${byThen}
      ORDER BY e.revision`,
  );
  return rows;
}
