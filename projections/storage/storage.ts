import { EMPTY, type LedgerState } from '#ledger/history.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { type ProjectionChanges, unchanged, unwritten } from '../fold/projection-changes.ts';
import { type BankTextsRow, bankTexts, bankTextsOf } from '../tables/bank-texts.ts';
import { type BudgetOfLedger, budgetRows, carries, plans, plansAsText, targets } from '../tables/budget.ts';
import { changeSetRow, changeSets } from '../tables/change-sets.ts';
import { type EntryRow, entries, pastEntries } from '../tables/entries.ts';
import { eventRow, events, type StoredEventRow } from '../tables/events.ts';
import { goalRows, goals } from '../tables/goals.ts';
import { type ImportedKeysRow, importedKeys, importedKeysOf } from '../tables/imported-keys.ts';
import { knownDays } from '../tables/known-days.ts';
import { ledgerRow, ledgers, pastLedgers, stateOf } from '../tables/ledgers.ts';
import { TABLES } from '../tables/read-models.ts';
import { type ReceiptRow, receipts, receiptsOf } from '../tables/receipts.ts';
import { ruleRows, rules, ruleUses, storedRules } from '../tables/rules.ts';
import { occurrences, schedules, storedMarks, storedSchedules } from '../tables/schedules.ts';
import { stalled } from '../tables/stalled.ts';
import { pastStatistics, statistics } from '../tables/statistics.ts';
import {
  changeRows,
  columnsOf,
  copyRows,
  deleteRows,
  type Ending,
  insertRows,
  type RowChange,
  readRow,
  type Table,
} from '../tables/table.ts';

/** The columns of a ledger's row `a` in a schema, with its goals, oldest first, as JSON in `goals`. */
export function ledgerWithGoals(schema: string): string {
  return `${columnsOf(ledgers, 'a')},
    (SELECT json_agg(g ORDER BY g.place) FROM ${schema}.goals g WHERE g.ledger_id = a.ledger_id) AS goals`;
}

/** SQL: the rules of a ledger, an expression, in their order, as JSON. */
export function rulesAsJson(schema: string, ledgerId: string): string {
  return `(SELECT json_agg(r ORDER BY r.position) FROM ${schema}.rules r WHERE r.ledger_id = ${ledgerId})`;
}

/** The rules from JSON. */
export function readRules(stored: readonly object[] | null): LedgerState['rules'] {
  return storedRules((stored ?? []).map((rule) => readRow(rules, rule)));
}

/** SQL: the budget of a ledger, an expression, as JSON. */
export function budgetAsJson(schema: string, ledgerId: string): string {
  const rows = (name: string) =>
    `(SELECT coalesce(json_agg(b), '[]') FROM ${schema}.${name} b WHERE b.ledger_id = ${ledgerId})`;
  const parts = ['carries', 'targets'].map((name) => `'${name}', ${rows(name)}`);
  return `json_build_object('plans', ${plansAsText(schema, ledgerId)}, ${parts.join(', ')})`;
}

const { plans: noPlans, carries: noCarries, targets: noTargets } = EMPTY;
const NO_BUDGET: BudgetOfLedger = { plans: noPlans, carries: noCarries, targets: noTargets };

/** The budget from JSON. */
export function readStoredBudget(
  stored: { plans: string | null; carries: object[]; targets: object[] } | null,
): BudgetOfLedger {
  if (!stored) return NO_BUDGET;
  return budgetRows({
    plans: stored.plans,
    carries: stored.carries.map((row) => readRow(carries, row)),
    targets: stored.targets.map((row) => readRow(targets, row)),
  });
}

/** SQL: the schedules of a ledger, an expression, as JSON. */
export function schedulesAsJson(schema: string, ledgerId: string): string {
  return `(SELECT json_agg(s) FROM ${schema}.schedules s WHERE s.ledger_id = ${ledgerId} AND s.place IS NOT NULL)`;
}

/** The schedules from JSON. */
export function readSchedules(stored: readonly object[] | null): LedgerState['schedules'] {
  return storedSchedules((stored ?? []).map((schedule) => readRow(schedules, schedule)));
}

/** The marks of occurrences from JSON. */
export function readMarks(stored: readonly object[] | null): LedgerState['occurrences'] {
  return storedMarks((stored ?? []).map((occurrence) => readRow(occurrences, occurrence)));
}

/** The ledger and the goals of a row that was read by `ledgerWithGoals`. */
export function readLedger(stored: { goals?: object[] | null }) {
  return {
    ledger: readRow(ledgers, stored),
    goals: (stored.goals ?? []).map((goal) => readRow(goals, goal)),
  };
}

/**
 * Loads the rows that events of these ledgers change; rules only of those in `withRules`, whose events are about them.
 * A ledger of which nothing is stored gets rows before its first event.
 */
export async function loadStoredRows(
  database: Database,
  schema: string,
  ledgerIds: readonly string[],
  withRules: readonly string[] = [],
): Promise<Map<string, ProjectionChanges>> {
  const { rows } = await queryPrepared(
    database,
    `SELECT ${ledgerWithGoals(schema)},
        CASE WHEN a.ledger_id = ANY($2) THEN ${rulesAsJson(schema, 'a.ledger_id')} END AS rules
      FROM ${schema}.ledgers a WHERE a.ledger_id = ANY($1)`,
    [ledgerIds, withRules],
  );
  const loaded = new Map(ledgerIds.map((ledgerId) => [ledgerId, unwritten(ledgerId)]));
  for (const row of rows) {
    const { ledger, goals } = readLedger(row);
    const { ledgerId, revision, transactionCount, knownAt } = ledger;
    const state = stateOf(ledger, goals, { ...EMPTY, rules: readRules(row.rules) });
    loaded.set(ledgerId, unchanged(ledgerId, revision, state, transactionCount, knownAt));
  }
  return loaded;
}

/**
 * Stores what events have changed, in as few statements as there are tables concerned. All of them are sent when it
 * returns, in their order.
 */
export function storeChanges(
  database: Database,
  schema: string,
  changed: readonly ProjectionChanges[],
): Promise<void>[] {
  if (changed.length === 0) return [];
  const rowsThere = changed.filter(({ erased }) => !erased);
  return [
    clear(database, schema, changed),
    insertRows(
      database,
      schema,
      ledgers,
      rowsThere.map(({ ledgerId, revision, state, transactionCount, knownAt }) =>
        ledgerRow(ledgerId, revision, state, transactionCount, knownAt),
      ),
      'replace',
    ),
    storeGoals(database, schema, rowsThere),
    storeRules(database, schema, rowsThere),
    // Before the entries, which Postgres then adds to their sums.
    insertRows(
      database,
      schema,
      knownDays,
      rowsThere.flatMap((one) => [...one.knownDays.values()]),
      'keep',
    ),
    ...storeEntries(database, schema, rowsThere),
    insertRows(
      database,
      schema,
      statistics,
      rowsThere.flatMap((changes) => [...changes.statistics.values()]),
      'add',
    ),
    insertRows(
      database,
      schema,
      ruleUses,
      rowsThere.flatMap((changes) => [...changes.ruleUses.values()]),
      'add',
    ),
    insertRows(
      database,
      schema,
      plans,
      rowsThere.flatMap((changes) => [...changes.plans.values()]),
      'replace',
    ),
    insertRows(
      database,
      schema,
      carries,
      rowsThere.flatMap((changes) => [...changes.carries.values()]),
      'replace',
    ),
    insertRows(
      database,
      schema,
      targets,
      rowsThere.flatMap((changes) => [...changes.targets.values()]),
      'replace',
    ),
    insertRows(
      database,
      schema,
      schedules,
      rowsThere.flatMap((changes) => [...changes.schedules.values()]),
      'replace',
    ),
    insertRows(
      database,
      schema,
      occurrences,
      rowsThere.flatMap((changes) => [...changes.occurrences.values()]),
      'replace',
    ),
    ...storePast(database, schema, rowsThere),
    ...storeHistory(database, schema, rowsThere),
  ];
}

/** The tables whose rows outlive a reset of the ledger. */
const OUTLIVING_A_RESET: readonly Table[] = [ledgers, changeSets, stalled];

/** Deletes the rows of ledgers that were reset or erased, before anything new is stored. */
async function clear(database: Database, schema: string, changed: readonly ProjectionChanges[]): Promise<void> {
  const cleared = changed.filter(({ cleared }) => cleared).map(({ ledgerId }) => ledgerId);
  if (cleared.length === 0) return;
  const erased = changed.filter(({ erased }) => erased).map(({ ledgerId }) => ledgerId);
  const remove = (ledgerIds: string[]) => (table: Table) =>
    database.query(`DELETE FROM ${schema}.${table.name} WHERE ledger_id = ANY($1)`, [ledgerIds]);
  await Promise.all([
    ...TABLES.filter((table) => !OUTLIVING_A_RESET.includes(table)).map(remove(cleared)),
    ...OUTLIVING_A_RESET.map(remove(erased)),
  ]);
}

/** A ledger has few goals, so all of its goals are written again where one may have changed. */
async function storeGoals(database: Database, schema: string, kept: readonly ProjectionChanges[]): Promise<void> {
  const concerned = kept.filter(({ goalsChanged }) => goalsChanged);
  if (concerned.length === 0) return;
  const ledgerIds = concerned.map(({ ledgerId }) => ledgerId);
  await Promise.all([
    database.query(`DELETE FROM ${schema}.goals WHERE ledger_id = ANY($1)`, [ledgerIds]),
    insertRows(
      database,
      schema,
      goals,
      concerned.flatMap(({ ledgerId, state }) => goalRows(ledgerId, state)),
    ),
  ]);
}

/** All rules of a ledger are written again where one may have changed: their places change with each other. */
async function storeRules(database: Database, schema: string, kept: readonly ProjectionChanges[]): Promise<void> {
  const concerned = kept.filter(({ rulesChanged }) => rulesChanged);
  if (concerned.length === 0) return;
  const ledgerIds = concerned.map(({ ledgerId }) => ledgerId);
  await Promise.all([
    database.query(`DELETE FROM ${schema}.rules WHERE ledger_id = ANY($1)`, [ledgerIds]),
    insertRows(
      database,
      schema,
      rules,
      concerned.flatMap(({ ledgerId, state }) => ruleRows(ledgerId, state)),
    ),
  ]);
}

type EntryKey = Pick<EntryRow, 'ledgerId' | 'entryId'>;

/**
 * Writes the changes of entries in rounds: the first change of each entry, then the second, and so on, since an entry
 * may change several times. A row is copied to the past ones before it is changed or deleted.
 */
function storeEntries(database: Database, schema: string, kept: readonly ProjectionChanges[]): Promise<void>[] {
  type Round = {
    inserted: EntryRow[];
    changes: RowChange<typeof entries>[];
    deleted: EntryKey[];
    endings: Ending<typeof entries>[];
  };
  const rounds: Round[] = [];
  for (const { ledgerId, entries } of kept) {
    for (const [entryId, changesOfEntry] of entries) {
      for (const [round, change] of changesOfEntry.entries()) {
        rounds[round] ??= { inserted: [], changes: [], deleted: [], endings: [] };
        const { inserted, changes, deleted, endings } = rounds[round];
        const key = { ledgerId, entryId };
        if (change.kind !== 'insert') endings.push({ key, until: change.at });
        if (change.kind === 'insert') inserted.push(change.row);
        else if (change.kind === 'change') changes.push({ key, fields: change.fields });
        else deleted.push(key);
      }
    }
  }
  return rounds.flatMap(({ inserted, changes, deleted, endings }) => [
    copyRows(database, schema, entries, pastEntries, endings),
    deleteRows(database, schema, entries, deleted),
    changeRows(database, schema, entries, changes),
    insertRows(database, schema, entries, inserted),
  ]);
}

/** Stores the ledgers at the ends of blocks, and the other rows for answers as of older events (decision 19). */
function storePast(database: Database, schema: string, kept: readonly ProjectionChanges[]): Promise<void>[] {
  const all = <Row>(rowsOf: (changes: ProjectionChanges) => Iterable<Row>) =>
    kept.flatMap((changes) => [...rowsOf(changes)]);
  return [
    insertRows(
      database,
      schema,
      pastLedgers,
      all((changes) => changes.pastLedgers),
    ),
    insertRows(
      database,
      schema,
      pastStatistics,
      all((changes) => changes.pastStatistics.values()),
      'add',
    ),
  ];
}

/** Stores events and their change-sets; after them the `undoneBy` of change-sets that an undo concerns. */
function storeHistory(database: Database, schema: string, kept: readonly ProjectionChanges[]): Promise<void>[] {
  const rows: StoredEventRow[] = [];
  const named = new Map<string, ReceiptRow>();
  const imported: ImportedKeysRow[] = [];
  const bankTextRows: BankTextsRow[] = [];
  const undone: RowChange<typeof changeSets>[] = [];
  for (const { ledgerId, state, undone: by } of kept) {
    for (const [changeSetId, undoneBy] of by) undone.push({ key: { ledgerId, changeSetId }, fields: { undoneBy } });
    imported.push(...importedKeysOf(ledgerId, state.history.events));
    for (const recorded of state.history.events) {
      rows.push(eventRow(ledgerId, recorded));
      bankTextRows.push(...bankTextsOf(ledgerId, recorded));
      for (const receiptId of receiptsOf(recorded.event)) {
        const key = `${ledgerId} ${receiptId}`;
        if (!named.has(key)) named.set(key, { ledgerId, receiptId, knownFrom: recorded.revision });
      }
    }
  }
  const sets = kept.flatMap(({ ledgerId, state }) =>
    [...state.history.changeSets].map(([changeSetId, changeSet]) => changeSetRow(ledgerId, changeSetId, changeSet)),
  );
  return [
    insertRows(database, schema, events, rows),
    insertRows(database, schema, receipts, [...named.values()], 'keep'),
    insertRows(database, schema, importedKeys, imported, 'replace'),
    insertRows(database, schema, bankTexts, bankTextRows),
    insertRows(database, schema, changeSets, sets, 'replace'),
    changeRows(database, schema, changeSets, undone),
  ];
}
