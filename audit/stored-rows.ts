import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { bankTexts } from '#projections/tables/bank-texts.ts';
import { carries, plans, targets } from '#projections/tables/budget.ts';
import { categoryMonths, pastCategoryMonths } from '#projections/tables/category-months.ts';
import { changeSets } from '#projections/tables/change-sets.ts';
import { entries, pastEntries } from '#projections/tables/entries.ts';
import { events } from '#projections/tables/events.ts';
import { goals } from '#projections/tables/goals.ts';
import { importedKeys } from '#projections/tables/imported-keys.ts';
import { knownDays } from '#projections/tables/known-days.ts';
import { ledgers, pastLedgers } from '#projections/tables/ledgers.ts';
import { pieceSums } from '#projections/tables/piece-sums.ts';
import { LIVE } from '#projections/tables/read-models.ts';
import { receipts } from '#projections/tables/receipts.ts';
import { rules, ruleUses } from '#projections/tables/rules.ts';
import { occurrences, schedules } from '#projections/tables/schedules.ts';
import { stalled } from '#projections/tables/stalled.ts';
import { pastStatistics, statistics } from '#projections/tables/statistics.ts';
import type { Table } from '#projections/tables/table.ts';
import { READ_MODEL_VERSION } from '#projections/tables/version.ts';
import { canonical, canonicalColumn } from './model/canonical.ts';

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
  pieceSums: Rows;
  plans: Rows;
  carries: Rows;
  targets: Rows;
  schedules: Rows;
  occurrences: Rows;
  changeSets: Rows;
  events: Rows;
  receipts: Rows;
  importedKeys: Rows;
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
  pieceSums: [],
  plans: [],
  carries: [],
  targets: [],
  schedules: [],
  occurrences: [],
  changeSets: [],
  events: [],
  receipts: [],
  importedKeys: [],
  bankTexts: [],
  stalled: null,
};

/** Rows in one query, so that parsing them does not block the event loop for long. */
const PAGE_ROWS = 500;

/** The columns of a table, by their names in Postgres, but for the ledger's id and those that no audit works out. */
function columnsOf({ columns }: Table, ...others: readonly string[]): string[] {
  return Object.keys(columns)
    .filter((property) => property !== 'ledgerId' && !others.includes(property))
    .map(canonicalColumn);
}

/** The tables with few rows of a ledger. */
const FEW_COLUMNS = {
  ledgers: columnsOf(ledgers, 'foldVersion'),
  goals: columnsOf(goals),
  statistics: columnsOf(statistics),
  stalled: columnsOf(stalled, 'eventId', 'since'),
} as const;

/** The tables with many rows of a ledger: read in pages, in the order of the rest of the key. */
const PAGED = {
  past_ledgers: paged(pastLedgers, 'foldVersion'),
  rules: paged(rules),
  rule_uses: paged(ruleUses),
  entries: paged(entries),
  past_entries: paged(pastEntries),
  past_statistics: paged(pastStatistics),
  known_days: paged(knownDays),
  category_months: paged(categoryMonths),
  past_category_months: paged(pastCategoryMonths),
  piece_sums: paged(pieceSums),
  plans: paged(plans),
  carries: paged(carries),
  targets: paged(targets),
  schedules: paged(schedules),
  occurrences: paged(occurrences),
  change_sets: paged(changeSets),
  events: paged(events),
  receipts: paged(receipts),
  imported_keys: paged(importedKeys),
  bank_texts: paged(bankTexts),
} as const;

function paged(table: Table, ...others: readonly string[]): { key: string[]; columns: string[] } {
  return {
    key: table.key.filter((property) => property !== 'ledgerId').map(canonicalColumn),
    columns: columnsOf(table, ...others),
  };
}

const TABLES = [ledgers, goals, pastLedgers, rules, entries, targets, schedules, changeSets, events, bankTexts];
const columnsOfType = (...types: readonly string[]) =>
  TABLES.flatMap(({ columns }: Table) =>
    Object.entries(columns).flatMap(([property, { type }]) =>
      types.includes(type) ? [canonicalColumn(property)] : [],
    ),
  );
const INSTANT_COLUMNS = columnsOfType('timestamptz');
const JSON_COLUMNS = [...new Set(columnsOfType('json', 'jsonb'))];

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
  const rowsOf = (table: keyof typeof PAGED): Rows => ({
    length: stored[`${table} rows`],
    [Symbol.asyncIterator]: () => pages(database, table, ledgerId),
  });
  return {
    checkpoint: stored.checkpoint,
    reached: stored.reached ?? stored.checkpoint,
    ledger: stored.ledgers ? comparable(stored.ledgers[0]) : null,
    pastLedgers: rowsOf('past_ledgers'),
    goals: stored.goals ?? [],
    rules: rowsOf('rules'),
    ruleUses: rowsOf('rule_uses'),
    statistics: stored.statistics ?? [],
    pastStatistics: rowsOf('past_statistics'),
    entries: rowsOf('entries'),
    transactions: stored.transactions,
    pastEntries: rowsOf('past_entries'),
    knownDays: rowsOf('known_days'),
    categoryMonths: rowsOf('category_months'),
    pastCategoryMonths: rowsOf('past_category_months'),
    pieceSums: rowsOf('piece_sums'),
    plans: rowsOf('plans'),
    carries: rowsOf('carries'),
    targets: rowsOf('targets'),
    schedules: rowsOf('schedules'),
    occurrences: rowsOf('occurrences'),
    changeSets: rowsOf('change_sets'),
    events: rowsOf('events'),
    receipts: rowsOf('receipts'),
    importedKeys: rowsOf('imported_keys'),
    bankTexts: rowsOf('bank_texts'),
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
