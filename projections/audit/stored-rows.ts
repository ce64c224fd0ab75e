import type { Database } from '../../platform/postgres.ts';
import { LIVE } from '../tables/read-models.ts';
import { READ_MODEL_VERSION } from '../tables/version.ts';
import { canonical } from './canonical.ts';

/** A row of the read models by column, all values as text, so that nothing is rounded; JSON is as `canonical` writes it. */
export type StoredRow = Record<string, string | null>;

/** All rows of one ledger in one snapshot of the database. */
export type StoredRows = {
  /** The worker's checkpoint; null before the first event. */
  checkpoint: string | null;
  ledger: StoredRow | null;
  goals: StoredRow[];
  statistics: StoredRow[];
  transactions: StoredRow[];
  transfers: StoredRow[];
  changeSets: StoredRow[];
  events: StoredRow[];
  receipts: StoredRow[];
  stalled: StoredRow | null;
};

/** The rows of a ledger of which nothing is stored. */
export const NO_ROWS: StoredRows = {
  checkpoint: null,
  ledger: null,
  goals: [],
  statistics: [],
  transactions: [],
  transfers: [],
  changeSets: [],
  events: [],
  receipts: [],
  stalled: null,
};

/** Rows in one query, so that parsing them does not block the event loop for long. */
const PAGE_ROWS = 2_000;

const COLUMNS = {
  ledgers: [
    ...'revision balance turnover income expense payment_status payment_session transaction_count'.split(' '),
    ...'accounts unfinished since'.split(' '),
  ],
  goals: 'goal_id place title final_amount current_amount category description reached_on'.split(' '),
  statistics: 'period starts_on income expense'.split(' '),
  stalled: 'revision reason'.split(' '),
} as const;

/** A ledger's rows of a table as a JSON array of objects of text. */
function listOf(table: keyof typeof COLUMNS): string {
  const fields = COLUMNS[table].map((column) => `'${column}', t.${column}::text`).join(', ');
  return `(SELECT json_agg(json_build_object(${fields})) FROM ${LIVE}.${table} t WHERE t.ledger_id = $1)`;
}

const FEW = `SELECT (SELECT position FROM ${LIVE}.checkpoint) AS checkpoint,
  (SELECT version::text FROM ${LIVE}.checkpoint) AS version,
  ${listOf('ledgers')} AS ledgers, ${listOf('goals')} AS goals,
  ${listOf('statistics')} AS statistics, ${listOf('stalled')} AS stalled`;

/** A column of instants, with the era for those before Christ. */
function instant(column: string): string {
  return `to_char(t.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    || CASE WHEN t.${column} < '0001-01-01' THEN ' BC' ELSE '' END AS ${column}`;
}

/** The tables with many rows of a ledger: read in pages, in the order of the key. */
const PAGED = {
  transactions: {
    key: 'transaction_id',
    columns: `t.transaction_id, t.revision::text, t.type, t.title, t.amount::text, t.category, t.wallet, t.date::text,
      t.receipt_id, ${instant('recorded_at')}, t.account_id, t.parts::text, ${instant('changed_at')}`,
  },
  transfers: {
    key: 'transfer_id',
    columns: `t.transfer_id, t.revision::text, t.from_account, t.to_account, t.amount::text, t.date::text, t.title,
      ${instant('recorded_at')}, ${instant('changed_at')}`,
  },
  change_sets: {
    key: 'change_set_id',
    columns: `t.change_set_id, t.input_hash, t.first::text, t.revision::text, ${instant('recorded_at')}, t.kind,
      t.undoes, t.undone_by, t.accounts::text`,
  },
  events: {
    key: 'revision',
    columns: `t.revision::text, t.entity_id, t.change_set_id, ${instant('recorded_at')}, t.type, t.data::text`,
  },
  receipts: { key: 'receipt_id', columns: 't.receipt_id' },
} as const;

/** The columns that hold JSON. */
const JSON_COLUMNS = ['accounts', 'unfinished', 'parts', 'data'];

/** Whether the read models exist: not before a worker's first start. */
export async function haveTables(database: Database): Promise<boolean> {
  const { rows } = await database.query(`SELECT to_regclass('${LIVE}.checkpoint') AS there`);
  return rows[0]?.there !== null;
}

/**
 * Loads all rows of a ledger in one transaction: in one snapshot, and with locks that delay the swap of a replay until the
 * end of it. Read models of another version count as none: the worker rebuilds them, and all events are on their way.
 */
export async function storedRows(database: Database, ledgerId: string): Promise<StoredRows> {
  await database.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const { rows } = await database.query({ name: 'audit-rows', text: FEW, values: [ledgerId] });
    const [found] = rows;
    if (found && found.version !== null && found.version !== READ_MODEL_VERSION) return NO_ROWS;
    return {
      checkpoint: found?.checkpoint ?? null,
      ledger: found?.ledgers ? comparable(found.ledgers[0]) : null,
      goals: found?.goals ?? [],
      statistics: found?.statistics ?? [],
      transactions: await pages(database, 'transactions', ledgerId),
      transfers: await pages(database, 'transfers', ledgerId),
      changeSets: await pages(database, 'change_sets', ledgerId),
      events: await pages(database, 'events', ledgerId),
      receipts: await pages(database, 'receipts', ledgerId),
      stalled: found?.stalled?.[0] ?? null,
    };
  } finally {
    await database.query('COMMIT');
  }
}

async function pages(database: Database, table: keyof typeof PAGED, ledgerId: string): Promise<StoredRow[]> {
  const { key, columns } = PAGED[table];
  const found: StoredRow[] = [];
  for (let more = true; more; ) {
    const last: string | null | undefined = found.at(-1)?.[key];
    const { rows } = await database.query<StoredRow>({
      name: `audit-${table}${last == null ? '' : '-after'}`,
      text: `SELECT ${columns} FROM ${LIVE}.${table} t
        WHERE t.ledger_id = $1 ${last == null ? '' : `AND t.${key} > $2`} ORDER BY t.${key} LIMIT ${PAGE_ROWS}`,
      values: last == null ? [ledgerId] : [ledgerId, last],
    });
    found.push(...rows.map(comparable));
    more = rows.length === PAGE_ROWS;
  }
  return found;
}

/** The row with its JSON as `canonical` writes it. */
function comparable(row: StoredRow): StoredRow {
  const columns = JSON_COLUMNS.filter((column) => row[column] != null);
  return { ...row, ...Object.fromEntries(columns.map((column) => [column, canonical(JSON.parse(row[column] ?? ''))])) };
}
