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
  /** The last position whose event may be in the rows; null before the first event. */
  reached: string | null;
  ledger: StoredRow | null;
  pastLedgers: StoredRow[];
  goals: StoredRow[];
  statistics: StoredRow[];
  pastStatistics: StoredRow[];
  transactions: StoredRow[];
  pastTransactions: StoredRow[];
  transfers: StoredRow[];
  pastTransfers: StoredRow[];
  knownDays: StoredRow[];
  changeSets: StoredRow[];
  events: StoredRow[];
  receipts: StoredRow[];
  importedRows: StoredRow[];
  stalled: StoredRow | null;
};

/** The rows of a ledger of which nothing is stored. */
export const NO_ROWS: StoredRows = {
  checkpoint: null,
  reached: null,
  ledger: null,
  pastLedgers: [],
  goals: [],
  statistics: [],
  pastStatistics: [],
  transactions: [],
  pastTransactions: [],
  transfers: [],
  pastTransfers: [],
  knownDays: [],
  changeSets: [],
  events: [],
  receipts: [],
  importedRows: [],
  stalled: null,
};

/** Rows in one query, so that parsing them does not block the event loop for long. */
const PAGE_ROWS = 2_000;

const words = (...lines: string[]) => lines.flatMap((line) => line.split(' '));

const LEDGER = words(
  'revision balance turnover income expense payment_status payment_session transaction_count',
  'accounts unfinished since known_at',
);
const TRANSACTION = words(
  'transaction_id revision type title amount category wallet date receipt_id recorded_at account_id parts changed_at',
  'known_from',
);
const TRANSFER = words(
  'transfer_id revision from_account to_account amount date title recorded_at changed_at known_from',
);

/** The tables with few rows of a ledger. */
const FEW_COLUMNS = {
  ledgers: LEDGER,
  goals: words('goal_id place title final_amount current_amount category description reached_on'),
  statistics: words('period starts_on income expense'),
  stalled: words('revision reason'),
} as const;

/** The tables with many rows of a ledger: read in pages, in the order of the rest of the key. */
const PAGED = {
  past_ledgers: { key: ['revision'], columns: [...LEDGER, 'goals'] },
  transactions: { key: ['transaction_id'], columns: TRANSACTION },
  past_transactions: { key: ['transaction_id', 'known_from'], columns: [...TRANSACTION, 'known_until'] },
  transfers: { key: ['transfer_id'], columns: TRANSFER },
  past_transfers: { key: ['transfer_id', 'known_from'], columns: [...TRANSFER, 'known_until'] },
  past_statistics: { key: ['period', 'starts_on', 'block'], columns: words('period starts_on block income expense') },
  known_days: { key: ['account', 'date'], columns: words('account date known_from') },
  change_sets: {
    key: ['change_set_id'],
    columns: words('change_set_id input_hash first revision recorded_at kind undoes undone_by accounts'),
  },
  events: { key: ['revision'], columns: words('revision entity_id change_set_id recorded_at type data') },
  receipts: { key: ['receipt_id'], columns: words('receipt_id known_from') },
  imported_rows: { key: ['key', 'revision'], columns: words('key revision entry_id change_set_id') },
} as const;

const INSTANT_COLUMNS = ['recorded_at', 'changed_at', 'known_at'];
const JSON_COLUMNS = ['accounts', 'unfinished', 'goals', 'parts', 'data'];

/** A column as text; of instants with the era for those before Christ. */
function asText(column: string): string {
  if (!INSTANT_COLUMNS.includes(column)) return `t.${column}::text`;
  return `to_char(t.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    || CASE WHEN t.${column} < '0001-01-01' THEN ' BC' ELSE '' END`;
}

/** A ledger's rows of a table as a JSON array of objects of text. */
function listOf(table: keyof typeof FEW_COLUMNS): string {
  const fields = FEW_COLUMNS[table].map((column) => `'${column}', ${asText(column)}`).join(', ');
  return `(SELECT json_agg(json_build_object(${fields})) FROM ${LIVE}.${table} t WHERE t.ledger_id = $1)`;
}

const FEW = `SELECT (SELECT position FROM ${LIVE}.checkpoint) AS checkpoint,
  (SELECT to_jsonb(c) ->> 'reached' FROM ${LIVE}.checkpoint c) AS reached,
  (SELECT version::text FROM ${LIVE}.checkpoint) AS version,
  ${listOf('ledgers')} AS ledgers, ${listOf('goals')} AS goals,
  ${listOf('statistics')} AS statistics, ${listOf('stalled')} AS stalled`;

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
      reached: found?.reached ?? found?.checkpoint ?? null,
      ledger: found?.ledgers ? comparable(found.ledgers[0]) : null,
      pastLedgers: await pages(database, 'past_ledgers', ledgerId),
      goals: found?.goals ?? [],
      statistics: found?.statistics ?? [],
      pastStatistics: await pages(database, 'past_statistics', ledgerId),
      transactions: await pages(database, 'transactions', ledgerId),
      pastTransactions: await pages(database, 'past_transactions', ledgerId),
      transfers: await pages(database, 'transfers', ledgerId),
      pastTransfers: await pages(database, 'past_transfers', ledgerId),
      knownDays: await pages(database, 'known_days', ledgerId),
      changeSets: await pages(database, 'change_sets', ledgerId),
      events: await pages(database, 'events', ledgerId),
      receipts: await pages(database, 'receipts', ledgerId),
      importedRows: await pages(database, 'imported_rows', ledgerId),
      stalled: found?.stalled?.[0] ?? null,
    };
  } finally {
    await database.query('COMMIT');
  }
}

async function pages(database: Database, table: keyof typeof PAGED, ledgerId: string): Promise<StoredRow[]> {
  const { key, columns } = PAGED[table];
  const keys = key.map((column) => `t.${column}`).join(', ');
  const after = `AND (${keys}) > (${key.map((_, at) => `$${at + 2}`).join(', ')})`;
  const found: StoredRow[] = [];
  for (let more = true; more; ) {
    const last = found.at(-1);
    const { rows } = await database.query<StoredRow>({
      name: `audit-${table}${last ? '-after' : ''}`,
      text: `SELECT ${columns.map((column) => `${asText(column)} AS ${column}`).join(', ')} FROM ${LIVE}.${table} t
        WHERE t.ledger_id = $1 ${last ? after : ''} ORDER BY ${keys} LIMIT ${PAGE_ROWS}`,
      values: last ? [ledgerId, ...key.map((column) => last[column])] : [ledgerId],
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
