import { type BalanceSource, type ChangeSetKind, EVERYDAY, NOT_UNDOABLE } from '../../ledger/model/constants.ts';
import type { Cents } from '../../ledger/model/money.ts';
import type { Database } from '../../platform/postgres.ts';
import { queryPrepared } from '../../platform/sql.ts';
import { changeSets } from '../tables/change-sets.ts';
import { entries } from '../tables/entries.ts';
import { CONFIRMS, type EventRow, events, IS_OF_ROW, isAbout, recordedOf } from '../tables/events.ts';
import { LIVE } from '../tables/read-models.ts';
import { columnsOf, id, integer, nullable, type Row, readRow, table } from '../tables/table.ts';
import { changeOf, legsOf } from './entries.ts';
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

/** An account's confirmed days, oldest first, as they were known after the event `asOf` where it is named (product 4.16). */
export async function confirmationsOf(
  database: Database,
  ledgerId: string,
  account: string,
  asOf: bigint | null,
): Promise<Confirmation[]> {
  const { rows } = await queryPrepared<EventRow>(
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
  return [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
}

/** The conditions that an entry is of an account, `$2`, and what it adds to it. */
const LEGS = legsOf('$2');
const CHANGE = changeOf('$2');

/** What an account's entries of a day add to it, in cents. */
export type OfDay = { date: string; change: Cents };

/** The statement for what entries add to the account day by day; `from` gives where those of a leg are read. */
function byDay(from: (leg: string) => string): string {
  const legs = ofLegs(LEGS, (leg) => `SELECT t.date, sum(${CHANGE}) AS change FROM ${from(leg)} GROUP BY t.date`);
  return `SELECT d.date, sum(d.change)::bigint AS change FROM (${legs}) d GROUP BY d.date`;
}

/** What an account's entries add to it day by day, as known after the event `asOf` where it is named. */
export async function changesByDay(
  database: Database,
  ledgerId: string,
  account: string,
  asOf: bigint | null,
): Promise<OfDay[]> {
  const from = entriesAsOf(asOf === null ? null : '$3');
  const { rows } = await queryPrepared<OfDay>(
    database,
    byDay((leg) => `${from} WHERE t.ledger_id = $1 AND ${leg}`),
    [ledgerId, account, ...(asOf === null ? [] : [asOf])],
  );
  return rows;
}

/** What an account's entries that are dated after a day add to it, day by day. */
export async function changesAfter(
  database: Database,
  ledgerId: string,
  account: string,
  day: string,
): Promise<OfDay[]> {
  const { rows } = await queryPrepared<OfDay>(
    database,
    byDay((leg) => `${LIVE}.entries t WHERE t.ledger_id = $1 AND ${leg} AND t.date > $3`),
    [ledgerId, account, day],
  );
  return rows;
}

/** What events add to what an account holds from a day on: those after one revision up to another. */
export type Between = { after: bigint; upTo: bigint };

/** The versions of an account's entries up to a day, `$5`, which come and go with the events of `Between`. */
const VERSIONS = versionsBetween(
  {
    select: `t.entry_id, t.type, t.title, t.date, t.amount, ${CHANGE} AS change, t.known_from = t.revision AS is_first`,
    legs: LEGS.map((leg) => `${leg} AND t.date <= $5::date`),
  },
  '$3',
  '$4',
);
const CHANGE_OF_VERSIONS = 'sum(CASE WHEN v.is_gone THEN -v.change ELSE v.change END)';

/** What an event adds to what an account holds from a day on, in cents. */
export type ChangeAt = { revision: bigint; date: string; change: Cents };

/** What events add to an account through its entries up to the day `until`, in the order of the events. */
export async function changesByEvent(
  database: Database,
  ledgerId: string,
  account: string,
  { after, upTo }: Between,
  until: string,
): Promise<ChangeAt[]> {
  const { rows } = await queryPrepared<{ at: number; date: string; change: Cents }>(
    database,
    `SELECT v.at, v.date, ${CHANGE_OF_VERSIONS}::bigint AS change FROM (${VERSIONS}) v
      GROUP BY v.at, v.date HAVING ${CHANGE_OF_VERSIONS} <> 0 ORDER BY v.at`,
    [ledgerId, account, after, upTo, until],
  );
  return rows.map(({ at, date, change }) => ({ revision: BigInt(at), date, change }));
}

/** What a change-set in force adds to an account up to a day, in cents, and the entry where it concerns one. */
const { changeSetId, kind, recordedAt, first } = changeSets.columns;
const effects = table(
  'effects',
  {
    ...{ changeSetId, kind, recordedAt, first, type, title, date, amount },
    change: integer<Cents>(),
    /** Null where it concerns several. */
    entryId: nullable(id()),
  },
  ['changeSetId'],
);
export type Effect = Row<typeof effects>;

/** Most change-sets that are looked at for a difference, the newest. */
const EFFECTS_MAX = 500;

/**
 * The change-sets in force that have added something to an account up to the day `until` through its entries,
 * the newest first, without an undo of one of them, after which neither has added anything; `revised` leaves out those that recorded entries first, imports among them, so that edits, deletions and undos are left.
 */
export async function effectsOn(
  database: Database,
  ledgerId: string,
  account: string,
  { after, upTo }: Between,
  until: string,
  which: 'all' | 'revised',
): Promise<Effect[]> {
  const { rows } = await queryPrepared<object>(
    database,
    `SELECT c.change_set_id, c.kind, c.recorded_at, c.first, s.change, s.type, s.title, s.date, s.amount,
        CASE WHEN s.entries = 1 THEN s.entry_id END AS entry_id
      FROM (
        SELECT e.change_set_id, ${CHANGE_OF_VERSIONS}::bigint AS change, count(DISTINCT v.entry_id) AS entries,
          (array_agg(v.entry_id ORDER BY v.at DESC, v.is_gone))[1] AS entry_id,
          (array_agg(v.type ORDER BY v.at DESC, v.is_gone))[1] AS type,
          (array_agg(v.title ORDER BY v.at DESC, v.is_gone))[1] AS title,
          (array_agg(v.date ORDER BY v.at DESC, v.is_gone))[1] AS date,
          (array_agg(v.amount ORDER BY v.at DESC, v.is_gone))[1] AS amount
        FROM (${VERSIONS}) v JOIN ${LIVE}.events e ON e.ledger_id = $1 AND e.revision = v.at
        ${which === 'all' ? '' : 'WHERE NOT v.is_first OR v.is_gone'}
        GROUP BY e.change_set_id HAVING ${CHANGE_OF_VERSIONS} <> 0
      ) s JOIN ${LIVE}.change_sets c ON c.ledger_id = $1 AND c.change_set_id = s.change_set_id
      WHERE c.undone_by IS NULL AND NOT EXISTS (SELECT FROM ${LIVE}.change_sets u
          WHERE u.ledger_id = $1 AND u.change_set_id = c.undoes AND u.first > $3)
        AND c.kind <> ALL (${kindsOf(which === 'all' ? NOT_UNDOABLE : [...NOT_UNDOABLE, 'import'])})
      ORDER BY c.first DESC LIMIT ${EFFECTS_MAX}`,
    [ledgerId, account, after, upTo, until],
  );
  return rows.map((row) => readRow(effects, row));
}

/** Kinds of change-sets as an array of SQL. */
const kindsOf = (kinds: readonly ChangeSetKind[]) => `ARRAY[${kinds.map((kind) => `'${kind}'`).join(', ')}]`;

/** An entry of an account: what it adds to it, in cents, and whether a row of a file was imported as it or matched with it. */
const accountEntries = table(
  'account_entries',
  { entryId, revision, type, title, date, amount, change: integer<Cents>() },
  ['entryId'],
);
export type AccountEntry = Row<typeof accountEntries> & { isSplit: boolean; isFromBank: boolean };

const ACCOUNT_ENTRIES = {
  select: `t.entry_id, t.revision, t.type, t.title, t.date, t.amount, ${changeOf('$also1')} AS change,
    t.parts IS NOT NULL AS is_split,
    EXISTS (SELECT FROM ${LIVE}.events i WHERE ${isAbout('i', '$1', 't.entry_id')} AND i.${IS_OF_ROW}) AS is_from_bank`,
  legs: legsOf('$also1'),
};

/** An account's entries of some days, newest first: at most `limit`. */
export async function entriesOfAccount(
  database: Database,
  ledgerId: string,
  account: string,
  days: Days,
  limit: number,
): Promise<AccountEntry[]> {
  const page = { limit, after: null, asOf: null, account, days, also: [account] };
  const rows = await readPage(database, ledgerId, ACCOUNT_ENTRIES, page);
  return (rows as { is_split: boolean; is_from_bank: boolean }[]).map((row) => ({
    ...readRow(accountEntries, row),
    isSplit: row.is_split,
    isFromBank: row.is_from_bank,
  }));
}

/** What an entry is, so that it can be mended; null where the ledger has none with this id. */
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
