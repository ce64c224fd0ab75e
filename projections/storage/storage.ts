import type { LedgerEvent } from '../../ledger/events.ts';
import type { Database } from '../../platform/postgres.ts';
import { type ProjectionChanges, type RowChange, unchanged, unwritten } from '../fold/projection-changes.ts';
import { changeSetRow, changeSets } from '../tables/change-sets.ts';
import { type EventRow, eventRow, events } from '../tables/events.ts';
import { goalRows, goals } from '../tables/goals.ts';
import { ledgerRow, ledgers, stateOf } from '../tables/ledgers.ts';
import { type ReceiptRow, receipts, receiptsOf } from '../tables/receipts.ts';
import { statistics } from '../tables/statistics.ts';
import {
  type Change,
  changeRows,
  columnsOf,
  deleteRows,
  insertRows,
  type Row,
  readRow,
  type Table,
} from '../tables/table.ts';
import { transactions } from '../tables/transactions.ts';
import { transfers } from '../tables/transfers.ts';

/** The columns of a ledger's ledger `a` in a schema, with its goals, oldest first, as JSON in `goals`. */
export function ledgerWithGoals(schema: string): string {
  return `${columnsOf(ledgers, 'a')},
    (SELECT json_agg(g ORDER BY g.place) FROM ${schema}.goals g WHERE g.ledger_id = a.ledger_id) AS goals`;
}

/** The ledger and the goals of a row that was read by `ledgerWithGoals`. */
export function readLedger(stored: { goals?: object[] | null }) {
  return {
    ledger: readRow(ledgers, stored),
    goals: (stored.goals ?? []).map((goal) => readRow(goals, goal)),
  };
}

/** Loads the rows that events of these ledgers change. A ledger of which nothing is stored gets rows before its first event. */
export async function loadRows(
  database: Database,
  schema: string,
  ledgerIds: readonly string[],
): Promise<Map<string, ProjectionChanges>> {
  const { rows } = await database.query({
    name: `load-rows ${schema}`,
    text: `SELECT ${ledgerWithGoals(schema)} FROM ${schema}.ledgers a WHERE a.ledger_id = ANY($1)`,
    values: [ledgerIds],
  });
  const loaded = new Map(ledgerIds.map((ledgerId) => [ledgerId, unwritten(ledgerId)]));
  for (const row of rows) {
    const { ledger, goals } = readLedger(row);
    const { ledgerId, revision, transactionCount } = ledger;
    loaded.set(ledgerId, unchanged(ledgerId, revision, stateOf(ledger, goals), transactionCount));
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
  const kept = changed.filter(({ erased }) => !erased);
  return [
    clear(database, schema, changed),
    insertRows(
      database,
      schema,
      ledgers,
      kept.map(({ ledgerId, revision, state, transactionCount }) =>
        ledgerRow(ledgerId, revision, state, transactionCount),
      ),
      'replace',
    ),
    storeGoals(database, schema, kept),
    ...storeEntries(database, schema, kept),
    insertRows(
      database,
      schema,
      statistics,
      kept.flatMap((one) => [...one.statistics.values()]),
      'add',
    ),
    ...storeHistory(database, schema, kept),
  ];
}

/** Deletes the rows of ledgers that were reset or erased, before anything new is stored. */
async function clear(database: Database, schema: string, changed: readonly ProjectionChanges[]): Promise<void> {
  const cleared = changed.filter((one) => one.cleared).map(({ ledgerId }) => ledgerId);
  if (cleared.length === 0) return;
  const erased = changed.filter((one) => one.erased).map(({ ledgerId }) => ledgerId);
  const remove = (ledgerIds: string[]) => (table: string) =>
    database.query(`DELETE FROM ${schema}.${table} WHERE ledger_id = ANY($1)`, [ledgerIds]);
  await Promise.all([
    ...['goals', 'transactions', 'transfers', 'statistics', 'events', 'receipts'].map(remove(cleared)),
    ...['ledgers', 'change_sets', 'stalled'].map(remove(erased)),
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

/** The statements that write the changed rows of entries: transactions, then transfers. */
function storeEntries(database: Database, schema: string, kept: readonly ProjectionChanges[]): Promise<void>[] {
  return [
    ...storeRows(
      database,
      schema,
      transactions,
      kept.map(({ ledgerId, transactions }) => ({ ledgerId, rows: transactions })),
      (ledgerId, transactionId) => ({ ledgerId, transactionId }),
    ),
    ...storeRows(
      database,
      schema,
      transfers,
      kept.map(({ ledgerId, transfers }) => ({ ledgerId, rows: transfers })),
      (ledgerId, transferId) => ({ ledgerId, transferId }),
    ),
  ];
}

function storeRows<Of extends Table>(
  database: Database,
  schema: string,
  table: Of,
  changed: readonly { ledgerId: string; rows: ReadonlyMap<string, RowChange<Of>> }[],
  keyOf: (ledgerId: string, id: string) => Partial<Row<Of>>,
): Promise<void>[] {
  const inserted: Row<Of>[] = [];
  const changes: Change<Of>[] = [];
  const deleted: Partial<Row<Of>>[] = [];
  for (const { ledgerId, rows } of changed) {
    for (const [id, change] of rows) {
      if (change.kind === 'insert') inserted.push(change.row);
      else if (change.kind === 'change') changes.push({ key: keyOf(ledgerId, id), fields: change.fields });
      else deleted.push(keyOf(ledgerId, id));
    }
  }
  return [
    deleteRows(database, schema, table, deleted),
    changeRows(database, schema, table, changes),
    insertRows(database, schema, table, inserted),
  ];
}

/** Events and the change-sets that they belong to; what an undo does to others, after those are there. */
function storeHistory(database: Database, schema: string, kept: readonly ProjectionChanges[]): Promise<void>[] {
  const rows: EventRow[] = [];
  const named = new Map<string, ReceiptRow>();
  const undone: Change<typeof changeSets>[] = [];
  for (const { ledgerId, state, undone: by } of kept) {
    for (const [changeSetId, undoneBy] of by) undone.push({ key: { ledgerId, changeSetId }, fields: { undoneBy } });
    for (const happened of state.history.events) {
      rows.push(eventRow(ledgerId, happened));
      const event = happened.event as LedgerEvent;
      for (const receiptId of receiptsOf(event)) named.set(`${ledgerId} ${receiptId}`, { ledgerId, receiptId });
    }
  }
  const sets = kept.flatMap(({ ledgerId, state }) =>
    [...state.history.changeSets].map(([changeSetId, changeSet]) => changeSetRow(ledgerId, changeSetId, changeSet)),
  );
  return [
    insertRows(database, schema, events, rows),
    insertRows(database, schema, receipts, [...named.values()], 'keep'),
    insertRows(database, schema, changeSets, sets, 'replace'),
    changeRows(database, schema, changeSets, undone),
  ];
}
