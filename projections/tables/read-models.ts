import type { Database } from '#platform/postgres.ts';
import { raw, type Sql } from '#platform/sql.ts';
import { bankTexts } from './bank-texts.ts';
import { carries, plans, targets } from './budget.ts';
import { categoryMonths, keepCategorySums, pastCategoryMonths } from './category-months.ts';
import { changeSets } from './change-sets.ts';
import { entries, pastEntries } from './entries.ts';
import { events } from './events.ts';
import { goals } from './goals.ts';
import { importedKeys } from './imported-keys.ts';
import { keepSums, knownDays } from './known-days.ts';
import { ledgers, pastLedgers } from './ledgers.ts';
import { keepPieceSums, pieceSums } from './piece-sums.ts';
import { receipts } from './receipts.ts';
import { rules, ruleUses } from './rules.ts';
import { occurrences, schedules } from './schedules.ts';
import { stalled } from './stalled.ts';
import { pastStatistics, statistics } from './statistics.ts';
import { definition, indexDefinitions, type Table } from './table.ts';

/** The schema of the read models that queries read. */
export const LIVE = 'projections';

/** A table of the live read models, for a statement that is put together. */
export const live = ({ name }: Pick<Table, 'name'>): Sql => raw(`${LIVE}.${name}`);

/** Whether there are read models: the worker creates them at its first start. */
export async function readModelsExist(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ exist: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exist', [
    `${LIVE}.${ledgers.name}`,
  ]);
  return rows[0]?.exist === true;
}

/** The schema in which a replay builds them, beside the live ones, and the schema to which it moves the live ones. */
export const NEXT = 'projections_next';
export const OLD = 'projections_old';

/** The tables that the fold fills, all but the checkpoint. */
export const TABLES = [
  ledgers,
  pastLedgers,
  goals,
  rules,
  ruleUses,
  entries,
  pastEntries,
  statistics,
  pastStatistics,
  knownDays,
  categoryMonths,
  pastCategoryMonths,
  pieceSums,
  plans,
  carries,
  targets,
  schedules,
  occurrences,
  changeSets,
  events,
  receipts,
  importedKeys,
  bankTexts,
  stalled,
] as const;

/** Creates the read models, empty, in a schema of their own. */
export async function createReadModels(database: Database, schema: string): Promise<void> {
  await createTables(database, schema);
  await completeReadModels(database, schema);
}

/**
 * Creates the tables of the read models, empty, in a schema of their own. The id of a ledger is text: the log may hold
 * a stream whose name carries no UUID, and that must not stop the rest. Amounts are cents.
 */
export async function createTables(database: Database, schema: string): Promise<void> {
  await database.query(`
    CREATE SCHEMA ${schema};
    CREATE TABLE ${schema}.checkpoint (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      log_id text NOT NULL,
      version text NOT NULL,
      position text,
      reached text
    );
    ${TABLES.map((table) => definition(table, schema)).join('\n')}
  `);
}

/**
 * Gives tables that the fold has filled, or that are empty, what queries use and the fold doesn't: indexes, and the
 * sums of days, of categories, of blocks and of pieces. On full tables this takes a fraction of the time that it takes
 * to keep them up with each row.
 */
export async function completeReadModels(database: Database, schema: string): Promise<void> {
  for (const table of TABLES) {
    for (const statement of indexDefinitions(table, schema)) await database.query(statement);
  }
  await database.query(keepSums(schema));
  await database.query(keepCategorySums(schema));
  await database.query(keepPieceSums(schema));
}
