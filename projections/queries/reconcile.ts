import { type BalanceSource, EVERYDAY, NOT_UNDOABLE } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, type Sql, sql } from '#platform/sql.ts';
import { changeSets } from '../tables/change-sets.ts';
import { entries } from '../tables/entries.ts';
import { CONFIRMS, events, IS_OF_ROW, isAbout, recordedOf, type StoredEventRow } from '../tables/events.ts';
import { LIVE, live } from '../tables/read-models.ts';
import { columnsOf, defineTable, idColumn, integerColumn, nullable, type Row, readRow } from '../tables/table.ts';
import { entryChange, legsOf } from './entries.ts';
import { type Days, entriesAsOf, ofLegs, readPage, versionsBetween } from './page.ts';

const { entryId, revision, type, title, date, amount } = entries.columns;

/** A confirmed day of an account: the bank's balance at its end, in cents, and the event that confirmed it. */
export type Confirmation = {
  date: string;
  balance: Cents;
  source: BalanceSource;
  revision: bigint;
  changeSetId: string;
  recordedAt: string;
};

/**
 * An account's confirmed days, oldest first, as they were known after the event `asOf` where it is named (product
 * 4.16).
 */
export async function confirmationsOf(
  database: Database,
  ledgerId: string,
  account: string,
  asOf: bigint | null,
): Promise<Confirmation[]> {
  const { rows } = await queryPrepared<StoredEventRow>(
    database,
    `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
      WHERE e.ledger_id = $1 AND e.${CONFIRMS} AND coalesce(e.data ->> 'accountId', '${EVERYDAY}') = $2
        ${asOf === null ? '' : 'AND e.revision <= $3'} ORDER BY e.revision`,
    [ledgerId, account, ...(asOf === null ? [] : [asOf])],
  );
  const days = new Map<string, Confirmation>();
  for (const row of rows) {
    const { event, metadata, revision } = recordedOf(readRow(events, row));
    if (event.type !== 'BalanceAsserted') continue;
    const { commandId: changeSetId, recordedAt } = metadata;
    const { date, balance, source } = event.data;
    if (balance === undefined) days.delete(date);
    else days.set(date, { date, balance, source, revision, changeSetId, recordedAt });
  }
  return [...days.values()].sort((left, right) => (left.date < right.date ? -1 : 1));
}

/** The sum that an account's entries of a day add to it, in cents. */
export type DayChange = { date: string; change: Cents };

/** The statement for the changes of an account by day; `from` is the SQL that gives the entries `t` of a ledger. */
function byDay(account: string, from: Sql): Sql {
  const named = sql`${account}`;
  const ofLeg = (leg: Sql) =>
    sql`SELECT t.date, sum(${entryChange(named)}) AS change FROM ${from} AND ${leg} GROUP BY t.date`;
  return sql`SELECT d.date, sum(d.change)::bigint AS change FROM (${ofLegs(legsOf(named), ofLeg)}) d GROUP BY d.date`;
}

/** The changes of an account by its entries, by day, as known after the event `asOf` where it is named. */
export async function changesByDay(
  database: Database,
  ledgerId: string,
  account: string,
  asOf: bigint | null,
): Promise<DayChange[]> {
  const ledger = sql`${ledgerId}`;
  const from = sql`${entriesAsOf(ledger, asOf)} WHERE t.ledger_id = ${ledger}`;
  const { rows } = await queryPrepared<DayChange>(database, byDay(account, from));
  return rows;
}

/** The changes of an account by its entries after a day, by day. */
export async function changesAfter(
  database: Database,
  ledgerId: string,
  account: string,
  day: string,
): Promise<DayChange[]> {
  const from = sql`${live(entries)} t WHERE t.ledger_id = ${ledgerId} AND t.date > ${day}`;
  const { rows } = await queryPrepared<DayChange>(database, byDay(account, from));
  return rows;
}

/** The events after one revision up to another. */
export type Between = { after: bigint; upTo: bigint };

/** The versions of an account's entries up to a day, which come and go with the events of `Between`. */
function versionsOf(ledger: Sql, account: string, between: Between, until: string): Sql {
  const [named, day] = [sql`${account}`, sql`${until}::date`];
  const select = sql`t.entry_id, t.type, t.title, t.date, t.amount, ${entryChange(named)} AS change,
    t.known_from = t.revision AS is_first`;
  const legs = legsOf(named).map((leg) => sql`${leg} AND t.date <= ${day}`);
  return versionsBetween(ledger, { select, legs }, between);
}
const CHANGE_OF_VERSIONS = sql`sum(CASE WHEN v.is_gone THEN -v.change ELSE v.change END)`;

/** The amount that the event at a revision adds to an account's balance from a day on, in cents. */
export type BalanceChangeByEvent = { revision: bigint; date: string; change: Cents };

/** The changes of an account by its entries up to the day `until`, in the order of the events. */
export async function changesByEvent(
  database: Database,
  ledgerId: string,
  account: string,
  between: Between,
  until: string,
): Promise<BalanceChangeByEvent[]> {
  const versions = versionsOf(sql`${ledgerId}`, account, between, until);
  const { rows } = await queryPrepared<{ at: number; date: string; change: Cents }>(
    database,
    sql`SELECT v.at, v.date, ${CHANGE_OF_VERSIONS}::bigint AS change FROM (${versions}) v
      GROUP BY v.at, v.date HAVING ${CHANGE_OF_VERSIONS} <> 0 ORDER BY v.at`,
  );
  return rows.map(({ at, date, change }) => ({ revision: BigInt(at), date, change }));
}

/** The amount that a change-set in force adds to an account up to a day, in cents, and the entry if it concerns one. */
const { changeSetId, kind, recordedAt, first } = changeSets.columns;
const effects = defineTable(
  'effects',
  {
    changeSetId,
    kind,
    recordedAt,
    first,
    type,
    title,
    date,
    amount,
    change: integerColumn<Cents>(),
    /** Null if it concerns several. */
    entryId: nullable(idColumn()),
  },
  ['changeSetId'],
);
export type BalanceEffect = Row<typeof effects>;

/** The largest number of change-sets that are considered for a difference, the newest. */
const EFFECTS_MAX = 500;

/**
 * The change-sets in force that have changed the balance of an account up to the day `until` through its entries, the
 * newest first. An undo and the change-set that it undid cancel out and are left out. `revised` also leaves out the
 * recording of entries, imports included, so that edits, deletions and undos are left.
 */
export async function effectsOn(
  database: Database,
  ledgerId: string,
  account: string,
  between: Between,
  until: string,
  scope: 'all' | 'revised',
): Promise<BalanceEffect[]> {
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<object>(
    database,
    sql`SELECT c.change_set_id, c.kind, c.recorded_at, c.first, s.change, s.type, s.title, s.date, s.amount,
        CASE WHEN s.entries = 1 THEN s.entry_id END AS entry_id
      FROM (
        SELECT e.change_set_id, ${CHANGE_OF_VERSIONS}::bigint AS change, count(DISTINCT v.entry_id) AS entries,
          (array_agg(v.entry_id ORDER BY v.at DESC, v.is_gone))[1] AS entry_id,
          (array_agg(v.type ORDER BY v.at DESC, v.is_gone))[1] AS type,
          (array_agg(v.title ORDER BY v.at DESC, v.is_gone))[1] AS title,
          (array_agg(v.date ORDER BY v.at DESC, v.is_gone))[1] AS date,
          (array_agg(v.amount ORDER BY v.at DESC, v.is_gone))[1] AS amount
        FROM (${versionsOf(ledger, account, between, until)}) v
          JOIN ${live(events)} e ON e.ledger_id = ${ledger} AND e.revision = v.at
        ${scope === 'all' ? sql`` : sql`WHERE NOT v.is_first OR v.is_gone`}
        GROUP BY e.change_set_id HAVING ${CHANGE_OF_VERSIONS} <> 0
      ) s JOIN ${live(changeSets)} c ON c.ledger_id = ${ledger} AND c.change_set_id = s.change_set_id
      WHERE c.undone_by IS NULL AND NOT EXISTS (SELECT FROM ${live(changeSets)} u
          WHERE u.ledger_id = ${ledger} AND u.change_set_id = c.undoes AND u.first > ${between.after})
        AND c.kind <> ALL (${scope === 'all' ? NOT_UNDOABLE : [...NOT_UNDOABLE, 'import']}::text[])
      ORDER BY c.first DESC LIMIT ${raw(String(EFFECTS_MAX))}`,
  );
  return rows.map((row) => readRow(effects, row));
}

/**
 * An entry of an account: the amount that it adds to it, in cents, and whether a row of a file was imported as it or
 * matched with it.
 */
const accountEntries = defineTable(
  'account_entries',
  { entryId, revision, type, title, date, amount, change: integerColumn<Cents>() },
  ['entryId'],
);
export type AccountEntryRow = Row<typeof accountEntries> & { isSplit: boolean; isFromBank: boolean };

const IS_FROM_BANK = raw(`EXISTS (SELECT FROM ${LIVE}.events i
  WHERE ${isAbout('i', 't.ledger_id', 't.entry_id')} AND i.${IS_OF_ROW})`);

/** An account's entries of some days, newest first: at most `limit`. */
export async function entriesOfAccount(
  database: Database,
  ledgerId: string,
  account: string,
  days: Days,
  limit: number,
): Promise<AccountEntryRow[]> {
  const named = sql`${account}`;
  const select = sql`t.entry_id, t.revision, t.type, t.title, t.date, t.amount, ${entryChange(named)} AS change,
    t.parts IS NOT NULL AS is_split, ${IS_FROM_BANK} AS is_from_bank`;
  const page = { limit, after: null, asOf: null, account, days };
  const rows = await readPage(database, ledgerId, { select, legs: legsOf(named) }, page);
  return (rows as { is_split: boolean; is_from_bank: boolean }[]).map((row) => ({
    ...readRow(accountEntries, row),
    isSplit: row.is_split,
    isFromBank: row.is_from_bank,
  }));
}

/** The type of an entry, or the accounts of a transfer, or null if the ledger has no entry with this id. */
export async function entryKind(
  database: Database,
  ledgerId: string,
  entryId: string,
): Promise<'Expense' | 'Income' | { from: string; to: string } | null> {
  const { rows } = await queryPrepared<{ type: 'Expense' | 'Income'; from: string; to: string | null }>(
    database,
    `SELECT t.type, t.account_id AS from, t.to_account AS to FROM ${LIVE}.entries t
      WHERE t.ledger_id = $1 AND t.entry_id = $2`,
    [ledgerId, entryId],
  );
  const [row] = rows;
  if (!row) return null;
  return row.to === null ? row.type : { from: row.from, to: row.to };
}
