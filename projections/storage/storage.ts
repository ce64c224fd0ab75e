import type { Database } from '../../platform/postgres.ts';
import { type ProjectionChanges, unchanged, unwritten } from '../fold/projection-changes.ts';
import { commands } from '../tables/commands.ts';
import { goalRows, goals } from '../tables/goals.ts';
import { ledgerRow, ledgers, stateOf } from '../tables/ledgers.ts';
import { statistics } from '../tables/statistics.ts';
import { type Change, changeRows, columnsOf, deleteRows, insertRows, readRow } from '../tables/table.ts';
import { type TransactionRow, transactions } from '../tables/transactions.ts';

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
    ...storeTransactions(database, schema, kept),
    insertRows(
      database,
      schema,
      statistics,
      kept.flatMap((one) => [...one.statistics.values()]),
      'add',
    ),
    // The events of one command carry its id: the last of them says where its effect ends.
    insertRows(
      database,
      schema,
      commands,
      kept.flatMap((one) => [...new Map(one.commands.map((command) => [command.commandId, command])).values()]),
      'replace',
    ),
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
    ...['goals', 'transactions', 'statistics'].map(remove(cleared)),
    ...['ledgers', 'commands', 'stalled'].map(remove(erased)),
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

function storeTransactions(database: Database, schema: string, kept: readonly ProjectionChanges[]): Promise<void>[] {
  const inserted: TransactionRow[] = [];
  const changes: Change<typeof transactions>[] = [];
  const deleted: Pick<TransactionRow, 'ledgerId' | 'transactionId'>[] = [];
  for (const { ledgerId, transactions } of kept) {
    for (const [transactionId, change] of transactions) {
      if (change.kind === 'insert') inserted.push(change.row);
      else if (change.kind === 'change') changes.push({ key: { ledgerId, transactionId }, fields: change.fields });
      else deleted.push({ ledgerId, transactionId });
    }
  }
  return [
    deleteRows(database, schema, transactions, deleted),
    changeRows(database, schema, transactions, changes),
    insertRows(database, schema, transactions, inserted),
  ];
}
