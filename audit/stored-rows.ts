import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { entries } from '#projections/tables/entries.ts';
import { LIVE } from '#projections/tables/read-models.ts';
import { READ_MODEL_VERSION } from '#projections/tables/version.ts';
import { canonical, columnOf } from './model/canonical.ts';

/**
 * A row of the read models by column, all values as text, so that nothing is rounded; JSON is as `canonical` writes it.
 */
export type StoredRow = Record<string, string | null>;

/**
 * Rows of a table in the order of its key, and their number. Each iteration reads them from the first, page by page.
 */
export type Rows = readonly StoredRow[] | (AsyncIterable<StoredRow> & { readonly length: number });

/** All rows of one ledger in one snapshot of the database. */
export type StoredRows = {
  /** The worker's checkpoint; null before the first event. */
  checkpoint: string | null;
  /** The last position whose event may be in the rows; null before the first event. */
  reached: string | null;
  ledger: StoredRow | null;
  pastLedgers: Rows;
  goals: StoredRow[];
  rules: Rows;
  ruleUses: Rows;
  statistics: StoredRow[];
  pastStatistics: Rows;
  entries: Rows;
  /** How many of the entries are transactions. */
  transactions: number;
  pastEntries: Rows;
  knownDays: Rows;
  categoryMonths: Rows;
  pastCategoryMonths: Rows;
  plans: Rows;
  carries: Rows;
  targets: Rows;
  schedules: Rows;
  occurrences: Rows;
  changeSets: Rows;
  events: Rows;
  receipts: Rows;
  importedRows: Rows;
  bankTexts: Rows;
  stalled: StoredRow | null;
};

/** The rows of a ledger of which nothing is stored. */
export const NO_ROWS: StoredRows = {
  checkpoint: null,
  reached: null,
  ledger: null,
  pastLedgers: [],
  goals: [],
  rules: [],
  ruleUses: [],
  statistics: [],
  pastStatistics: [],
  entries: [],
  transactions: 0,
  pastEntries: [],
  knownDays: [],
  categoryMonths: [],
  pastCategoryMonths: [],
  plans: [],
  carries: [],
  targets: [],
  schedules: [],
  occurrences: [],
  changeSets: [],
  events: [],
  receipts: [],
  importedRows: [],
  bankTexts: [],
  stalled: null,
};

/** Rows in one query, so that parsing them does not block the event loop for long. */
const PAGE_ROWS = 500;

const words = (...lines: string[]) => lines.flatMap((line) => line.split(' '));

/** The sums of the entries of a day, and their numbers. */
export const DAY_SUMS = 'income expense transferred incomes expenses transfers';
const LEDGER = words(
  'revision balance turnover income expense payment_status payment_session transaction_count',
  'accounts categories merged unfinished since known_at',
);
const ENTRY = Object.keys(entries.columns)
  .filter((property) => property !== 'ledgerId')
  .map(columnOf);

/** The tables with few rows of a ledger. */
const FEW_COLUMNS = {
  ledgers: LEDGER,
  goals: words('goal_id place title final_amount current_amount category description wanted_by reached_on'),
  statistics: words('period starts_on income expense'),
  stalled: words('revision reason'),
} as const;

/** The tables with many rows of a ledger: read in pages, in the order of the rest of the key. */
const PAGED = {
  past_ledgers: { key: ['revision'], columns: [...LEDGER, 'goals'] },
  rules: { key: ['rule_id'], columns: words('rule_id position version when_found then_set stops is_on') },
  rule_uses: { key: ['rule_id', 'change_set_id'], columns: words('rule_id change_set_id count') },
  entries: { key: ['entry_id'], columns: ENTRY },
  past_entries: { key: ['entry_id', 'known_from'], columns: [...ENTRY, 'known_until'] },
  past_statistics: { key: ['period', 'starts_on', 'block'], columns: words('period starts_on block income expense') },
  known_days: { key: ['account', 'date'], columns: words('account date known_from', DAY_SUMS) },
  category_months: { key: ['month', 'type', 'category'], columns: words('month type category amount') },
  past_category_months: {
    key: ['month', 'type', 'category', 'block'],
    columns: words('month type category block amount'),
  },
  plans: { key: ['category_id', 'month'], columns: words('category_id month amount') },
  carries: { key: ['category_id', 'month'], columns: words('category_id month carry place') },
  targets: { key: ['category_id'], columns: words('category_id target') },
  schedules: { key: ['schedule_id'], columns: words('schedule_id place post said earlier') },
  occurrences: {
    key: ['schedule_id', 'nominal'],
    columns: words('schedule_id nominal mark entry_id by_itself'),
  },
  change_sets: {
    key: ['change_set_id'],
    columns: words('change_set_id input_hash first revision recorded_at kind undoes undone_by accounts'),
  },
  events: { key: ['revision'], columns: words('revision entity_id change_set_id recorded_at type data') },
  receipts: { key: ['receipt_id'], columns: words('receipt_id known_from') },
  imported_rows: { key: ['key', 'revision'], columns: words('key revision') },
  bank_texts: { key: ['revision'], columns: words('revision entry_id change_set_id texts') },
} as const;

const INSTANT_COLUMNS = ['recorded_at', 'changed_at', 'known_at'];
const JSON_COLUMNS = [
  ...['accounts', 'categories', 'merged', 'unfinished', 'goals', 'parts', 'tags', 'origins', 'data'],
  ...['when_found', 'then_set', 'target', 'said', 'earlier'],
];

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
  ${listOf('statistics')} AS statistics, ${listOf('stalled')} AS stalled,
  (SELECT count(*) FROM ${LIVE}.entries t WHERE t.ledger_id = $1 AND t.type <> 'Transfer') AS transactions,
  ${Object.keys(PAGED)
    .map((table) => `(SELECT count(*) FROM ${LIVE}.${table} t WHERE t.ledger_id = $1) AS "${table} rows"`)
    .join(',\n  ')}`;

/** Whether the read models exist: not before a worker's first start. */
export async function haveTables(database: Database): Promise<boolean> {
  const { rows } = await database.query(`SELECT to_regclass('${LIVE}.checkpoint') AS there`);
  return rows[0]?.there !== null;
}

/**
 * Gives all rows of a ledger to `action`, which reads them in one transaction: in one snapshot, with locks that delay
 * the swap of a replay until the transaction ends. Read models of another version count as empty: the worker is going
 * to rebuild them.
 */
export async function withStoredRows<Value>(
  database: Database,
  ledgerId: string,
  action: (rows: StoredRows) => Promise<Value>,
): Promise<Value> {
  await database.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    return await action(await storedRows(database, ledgerId));
  } finally {
    await database.query('COMMIT');
  }
}

async function storedRows(database: Database, ledgerId: string): Promise<StoredRows> {
  const { rows } = await queryPrepared(database, FEW, [ledgerId]);
  const [stored] = rows;
  if (!stored || (stored.version !== null && stored.version !== READ_MODEL_VERSION)) return NO_ROWS;
  const paged = (table: keyof typeof PAGED): Rows => ({
    length: stored[`${table} rows`],
    [Symbol.asyncIterator]: () => pages(database, table, ledgerId),
  });
  return {
    checkpoint: stored.checkpoint,
    reached: stored.reached ?? stored.checkpoint,
    ledger: stored.ledgers ? comparable(stored.ledgers[0]) : null,
    pastLedgers: paged('past_ledgers'),
    goals: stored.goals ?? [],
    rules: paged('rules'),
    ruleUses: paged('rule_uses'),
    statistics: stored.statistics ?? [],
    pastStatistics: paged('past_statistics'),
    entries: paged('entries'),
    transactions: stored.transactions,
    pastEntries: paged('past_entries'),
    knownDays: paged('known_days'),
    categoryMonths: paged('category_months'),
    pastCategoryMonths: paged('past_category_months'),
    plans: paged('plans'),
    carries: paged('carries'),
    targets: paged('targets'),
    schedules: paged('schedules'),
    occurrences: paged('occurrences'),
    changeSets: paged('change_sets'),
    events: paged('events'),
    receipts: paged('receipts'),
    importedRows: paged('imported_rows'),
    bankTexts: paged('bank_texts'),
    stalled: stored.stalled?.[0] ?? null,
  };
}

async function* pages(
  database: Database,
  table: keyof typeof PAGED,
  ledgerId: string,
): AsyncGenerator<StoredRow, undefined> {
  const { key, columns } = PAGED[table];
  const keys = key.map((column) => `t.${column}`).join(', ');
  const after = `AND (${keys}) > (${key.map((_, index) => `$${index + 2}`).join(', ')})`;
  for (let last: StoredRow | undefined, more = true; more; ) {
    const { rows }: { rows: StoredRow[] } = await queryPrepared<StoredRow>(
      database,
      `SELECT ${columns.map((column) => `${asText(column)} AS ${column}`).join(', ')} FROM ${LIVE}.${table} t
        WHERE t.ledger_id = $1 ${last ? after : ''} ORDER BY ${keys} LIMIT ${PAGE_ROWS}`,
      last ? [ledgerId, ...key.map((column) => last?.[column])] : [ledgerId],
    );
    for (const row of rows) yield comparable(row);
    last = rows.at(-1);
    more = rows.length === PAGE_ROWS;
  }
}

/** The row with its JSON as `canonical` writes it. */
function comparable(row: StoredRow): StoredRow {
  const columns = JSON_COLUMNS.filter((column) => row[column] != null);
  return { ...row, ...Object.fromEntries(columns.map((column) => [column, canonical(JSON.parse(row[column] ?? ''))])) };
}
