import { type BalanceSource, EVERYDAY } from '../../ledger/model/constants.ts';
import type { Cents } from '../../ledger/model/money.ts';
import type { Database } from '../../platform/postgres.ts';
import { CONFIRMS, type EventRow, events, IS_OF_ROW, isAbout, recordedOf } from '../tables/events.ts';
import { LIVE } from '../tables/read-models.ts';
import {
  columnsOf,
  day,
  id,
  instant,
  integer,
  nullable,
  type Row,
  readRow,
  revision,
  table,
  text,
} from '../tables/table.ts';
import { TRANSFERS } from './entries.ts';
import { rowsAsOf } from './page.ts';
import { TRANSACTIONS } from './transactions.ts';

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
  const { rows } = await database.query<EventRow>({
    name: asOf === null ? 'confirmations' : 'confirmations-as-of',
    text: `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
      WHERE e.ledger_id = $1 AND e.${CONFIRMS} AND coalesce(e.data ->> 'accountId', '${EVERYDAY}') = $2
        ${asOf === null ? '' : 'AND e.revision <= $3'} ORDER BY e.revision`,
    values: [ledgerId, account, ...(asOf === null ? [] : [asOf])],
  });
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

/** How transactions and transfers add to an account, `$2`. */
const LEGS = [
  {
    ...TRANSACTIONS,
    id: 't.transaction_id',
    type: 't.type',
    change: `CASE t.type WHEN 'Expense' THEN -t.amount ELSE t.amount END`,
    account: 't.account_id',
  },
  { ...TRANSFERS, id: 't.transfer_id', type: `'Transfer'`, change: '-t.amount', account: 't.from_account' },
  { ...TRANSFERS, id: 't.transfer_id', type: `'Transfer'`, change: 't.amount', account: 't.to_account' },
] as const;

/** What an account's transactions and transfers of a day add to it, in cents. */
export type OfDay = { date: string; change: Cents };

/** What an account's transactions and transfers add to it day by day, as known after the event `asOf` where it is named. */
export async function changesByDay(
  database: Database,
  ledgerId: string,
  account: string,
  asOf: bigint | null,
): Promise<OfDay[]> {
  const each = LEGS.map(
    ({ change, account, ...of }) => `SELECT t.date, sum(${change})::bigint AS change
      FROM ${rowsAsOf(of, asOf === null ? null : '$3')} WHERE t.ledger_id = $1 AND ${account} = $2 GROUP BY t.date`,
  );
  const { rows } = await database.query<OfDay>({
    name: asOf === null ? 'changes-by-day' : 'changes-by-day-as-of',
    text: `SELECT d.date, sum(d.change)::bigint AS change FROM (${each.join(' UNION ALL ')}) d GROUP BY d.date`,
    values: [ledgerId, account, ...(asOf === null ? [] : [asOf])],
  });
  return rows;
}

/** What an account's transactions and transfers that are dated after a day add to it, day by day. */
export async function changesAfter(
  database: Database,
  ledgerId: string,
  account: string,
  day: string,
): Promise<OfDay[]> {
  const each = LEGS.map(
    ({ table, change, account }) => `SELECT t.date, sum(${change})::bigint AS change
      FROM ${LIVE}.${table.name} t WHERE t.ledger_id = $1 AND ${account} = $2 AND t.date > $3 GROUP BY t.date`,
  );
  const { rows } = await database.query<OfDay>({
    name: 'changes-after',
    text: `SELECT d.date, sum(d.change)::bigint AS change FROM (${each.join(' UNION ALL ')}) d GROUP BY d.date`,
    values: [ledgerId, account, day],
  });
  return rows;
}

/** What events add to what an account holds from a day on: those after one revision up to another. */
export type Between = { after: bigint; upTo: bigint };

/** Each version of an account's entries as two changes: it comes with one event, and goes with another. */
const VERSIONS = LEGS.flatMap(({ table, past, id, type, change, account }) => {
  const of = (from: string, at: string, sign: string, isMade: string) =>
    `SELECT t.${at} AS at, t.date, ${sign}(${change}) AS change, ${id} AS entry_id, ${type} AS type, t.title, t.amount,
          ${isMade} AS is_made, ${sign === '-'} AS is_gone
        FROM ${LIVE}.${from} t
        WHERE t.ledger_id = $1 AND ${account} = $2 AND t.${at} > $3 AND t.${at} <= $4 AND t.date <= $5::date`;
  const isFirst = '(t.known_from = t.revision)';
  return [
    of(table.name, 'known_from', '', isFirst),
    of(past.name, 'known_from', '', isFirst),
    of(past.name, 'known_until', '-', 'false'),
  ];
}).join(' UNION ALL ');

/** What an event adds to what an account holds from a day on, in cents. */
export type ChangeAt = { revision: bigint; date: string; change: Cents };

/** What events add to an account through its transactions and transfers up to the day `until`, in the order of the events. */
export async function changesByEvent(
  database: Database,
  ledgerId: string,
  account: string,
  { after, upTo }: Between,
  until: string,
): Promise<ChangeAt[]> {
  const { rows } = await database.query<{ at: number; date: string; change: Cents }>({
    name: 'changes-by-event',
    text: `SELECT v.at, v.date, sum(v.change)::bigint AS change FROM (${VERSIONS}) v
      GROUP BY v.at, v.date HAVING sum(v.change) <> 0 ORDER BY v.at`,
    values: [ledgerId, account, after, upTo, until],
  });
  return rows.map(({ at, date, change }) => ({ revision: BigInt(at), date, change }));
}

/** What a change-set in force adds to an account up to a day, in cents, and the entry where it concerns one. */
const effects = table(
  'effects',
  {
    changeSetId: id(),
    kind: text(),
    recordedAt: instant(),
    first: revision(),
    change: integer<Cents>(),
    /** Null where it concerns several. */
    entryId: nullable(id()),
    type: text<'Expense' | 'Income' | 'Transfer'>(),
    title: nullable(text()),
    date: day(),
    amount: integer<Cents>(),
  },
  ['changeSetId'],
);
export type Effect = Row<typeof effects>;

/** Most change-sets that are looked at for a difference, the newest. */
const EFFECTS_MAX = 500;

/**
 * The change-sets in force that have added something to an account up to the day `until` through its transactions and transfers,
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
  const { rows } = await database.query<object>({
    name: `effects-${which}`,
    text: `SELECT c.change_set_id, c.kind, c.recorded_at, c.first, s.change, s.type, s.title, s.date, s.amount,
        CASE WHEN s.entries = 1 THEN s.entry_id END AS entry_id
      FROM (
        SELECT e.change_set_id, sum(v.change)::bigint AS change, count(DISTINCT v.entry_id) AS entries,
          (array_agg(v.entry_id ORDER BY v.at DESC, v.is_gone))[1] AS entry_id,
          (array_agg(v.type ORDER BY v.at DESC, v.is_gone))[1] AS type,
          (array_agg(v.title ORDER BY v.at DESC, v.is_gone))[1] AS title,
          (array_agg(v.date ORDER BY v.at DESC, v.is_gone))[1] AS date,
          (array_agg(v.amount ORDER BY v.at DESC, v.is_gone))[1] AS amount
        FROM (${VERSIONS}) v JOIN ${LIVE}.events e ON e.ledger_id = $1 AND e.revision = v.at
        ${which === 'all' ? '' : 'WHERE NOT v.is_made'}
        GROUP BY e.change_set_id HAVING sum(v.change) <> 0
      ) s JOIN ${LIVE}.change_sets c ON c.ledger_id = $1 AND c.change_set_id = s.change_set_id
      WHERE c.undone_by IS NULL AND NOT EXISTS (SELECT FROM ${LIVE}.change_sets u
          WHERE u.ledger_id = $1 AND u.change_set_id = c.undoes AND u.first > $3)
        AND c.kind NOT IN ('payment', 'demo-reset'${which === 'all' ? '' : `, 'import'`})
      ORDER BY c.first DESC LIMIT ${EFFECTS_MAX}`,
    values: [ledgerId, account, after, upTo, until],
  });
  return rows.map((row) => readRow(effects, row));
}

/** An entry of an account: what it adds to it, in cents, and whether a row of a file was imported as it or matched with it. */
const accountEntries = table(
  'account_entries',
  {
    entryId: id(),
    revision: revision(),
    type: text<'Expense' | 'Income' | 'Transfer'>(),
    title: nullable(text()),
    date: day(),
    amount: integer<Cents>(),
    change: integer<Cents>(),
  },
  ['entryId'],
);
export type AccountEntry = Row<typeof accountEntries> & { isSplit: boolean; isFromBank: boolean };

/** An account's transactions and transfers of some days, both included, newest first: at most `limit`. */
export async function entriesOfAccount(
  database: Database,
  ledgerId: string,
  account: string,
  { from, to }: { from: string; to: string },
  limit: number,
): Promise<AccountEntry[]> {
  const each = LEGS.map(
    ({ table, id, type, change, account }) => `(SELECT ${id} AS entry_id, t.revision, ${type} AS type, t.title, t.date,
        t.amount, ${change} AS change, ${table === TRANSACTIONS.table ? 't.parts IS NOT NULL' : 'false'} AS is_split
      FROM ${LIVE}.${table.name} t
      WHERE t.ledger_id = $1 AND ${account} = $2 AND t.date BETWEEN $3::date AND $4::date
      ORDER BY t.date DESC, t.revision DESC LIMIT $5)`,
  );
  const { rows } = await database.query<{ is_split: boolean; is_from_bank: boolean }>({
    name: 'entries-of-account',
    text: `SELECT e.*, EXISTS (
        SELECT 1 FROM ${LIVE}.events i WHERE ${isAbout('i', '$1', 'e.entry_id')} AND i.${IS_OF_ROW}) AS is_from_bank
      FROM (${each.join(' UNION ALL ')}) e ORDER BY e.date DESC, e.revision DESC LIMIT $5`,
    values: [ledgerId, account, from, to, limit],
  });
  return rows.map((row) => ({
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
  const { rows } = await database.query<{ type: 'Expense' | 'Income'; from: string | null; to: string | null }>({
    name: 'entry-kind',
    text: `SELECT t.type, NULL AS from, NULL AS to FROM ${LIVE}.transactions t WHERE t.ledger_id = $1 AND t.transaction_id = $2
      UNION ALL
      SELECT 'Transfer', t.from_account, t.to_account FROM ${LIVE}.transfers t WHERE t.ledger_id = $1 AND t.transfer_id = $2`,
    values: [ledgerId, entryId],
  });
  const [row] = rows;
  if (!row) return null;
  return row.from !== null && row.to !== null ? { from: row.from, to: row.to } : row.type;
}
