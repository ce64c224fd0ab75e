import { COMMAND_ID_DAYS } from '../../ledger/model/constants.ts';
import type { Database } from '../../platform/postgres.ts';
import { LIVE } from '../tables/read-models.ts';

/** A row of the read models by column, all values as text, so that nothing is rounded. */
export type StoredRow = Record<string, string | null>;

/** All rows of one ledger in one snapshot of the database. */
export type StoredRows = {
  /** The worker's checkpoint; null before the first event. */
  checkpoint: string | null;
  ledger: StoredRow | null;
  /** In the order the screens show them. */
  goals: StoredRow[];
  statistics: StoredRow[];
  transactions: StoredRow[];
  stalled: StoredRow | null;
  /** The rows of commands. */
  commands: StoredRow[];
  /** Commands recorded before this instant may be deleted. */
  rememberedSince: string;
};

/** The rows of a ledger of which nothing is stored. */
export const NO_ROWS: StoredRows = {
  checkpoint: null,
  ledger: null,
  goals: [],
  statistics: [],
  transactions: [],
  stalled: null,
  commands: [],
  rememberedSince: new Date(0).toISOString(),
};

/** Rows in one query, so that parsing them does not block the event loop for long. */
const PAGE_ROWS = 2_000;

const COLUMNS = {
  ledgers: 'revision balance turnover income expense payment_status payment_session transaction_count'.split(' '),
  goals: 'goal_id title final_amount current_amount category description reached_on'.split(' '),
  statistics: 'period starts_on income expense'.split(' '),
  stalled: 'revision reason'.split(' '),
} as const;

/** A ledger's rows of a table as a JSON array of objects of text. */
function listOf(table: keyof typeof COLUMNS, order?: string): string {
  const fields = COLUMNS[table].map((column) => `'${column}', t.${column}::text`).join(', ');
  return `(SELECT json_agg(json_build_object(${fields})${order ? ` ORDER BY ${order}` : ''})
    FROM ${LIVE}.${table} t WHERE t.ledger_id = $1)`;
}

const BUT_TRANSACTIONS = `SELECT (SELECT position FROM ${LIVE}.checkpoint) AS checkpoint,
  ${listOf('ledgers')} AS ledgers, ${listOf('goals', 't.place, t.goal_id')} AS goals,
  ${listOf('statistics')} AS statistics, ${listOf('stalled')} AS stalled,
  to_json(now() - interval '${COMMAND_ID_DAYS} days') AS remembered_since`;

/** With the era for instants before Christ. */
const RECORDED_AT = `to_char(t.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  || CASE WHEN t.recorded_at < '0001-01-01' THEN ' BC' ELSE '' END AS recorded_at`;

/** The tables with many rows of a ledger: read in pages, in the order of the key. */
const PAGED = {
  transactions: {
    key: 'transaction_id',
    columns: `t.transaction_id, t.revision::text, t.type, t.title, t.amount::text, t.category, t.wallet, t.date::text,
      t.receipt_id, ${RECORDED_AT}`,
  },
  commands: { key: 'command_id', columns: `t.command_id, t.input_hash, t.revision::text, ${RECORDED_AT}` },
} as const;

/** Whether the read models exist: not before a worker's first start. */
export async function haveTables(database: Database): Promise<boolean> {
  const { rows } = await database.query(`SELECT to_regclass('${LIVE}.checkpoint') AS there`);
  return rows[0]?.there !== null;
}

/**
 * Loads all rows of a ledger in one transaction: in one snapshot, and with locks that delay the swap of a replay until the
 * end of it.
 */
export async function storedRows(database: Database, ledgerId: string): Promise<StoredRows> {
  await database.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const { rows } = await database.query({ name: 'audit-rows', text: BUT_TRANSACTIONS, values: [ledgerId] });
    const [found] = rows;
    return {
      checkpoint: found?.checkpoint ?? null,
      ledger: found?.ledgers?.[0] ?? null,
      goals: found?.goals ?? [],
      statistics: found?.statistics ?? [],
      transactions: await pages(database, 'transactions', ledgerId),
      stalled: found?.stalled?.[0] ?? null,
      commands: await pages(database, 'commands', ledgerId),
      rememberedSince: found?.remembered_since ?? NO_ROWS.rememberedSince,
    };
  } finally {
    await database.query('COMMIT');
  }
}

async function pages(database: Database, table: keyof typeof PAGED, ledgerId: string): Promise<StoredRow[]> {
  const { key, columns } = PAGED[table];
  const found: StoredRow[] = [];
  for (let more = true; more; ) {
    const last = found.at(-1)?.[key];
    const { rows } = await database.query<StoredRow>({
      name: `audit-${table}${last == null ? '' : '-after'}`,
      text: `SELECT ${columns} FROM ${LIVE}.${table} t
        WHERE t.ledger_id = $1 ${last == null ? '' : `AND t.${key} > $2`} ORDER BY t.${key} LIMIT ${PAGE_ROWS}`,
      values: last == null ? [ledgerId] : [ledgerId, last],
    });
    found.push(...rows);
    more = rows.length === PAGE_ROWS;
  }
  return found;
}
