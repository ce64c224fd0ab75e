import type { Database } from '../../platform/postgres.ts';
import { emptyBooks, loadedBooks, type ProjectionChanges } from '../fold/projection-changes.ts';
import { type AccountRow, accountColumns, stateOf } from './account-row.ts';
import { storeAccounts } from './rows/accounts.ts';
import { storeCommands } from './rows/commands.ts';
import { storeGoals } from './rows/goals.ts';
import { storeStatistics } from './rows/statistics.ts';
import { storeTransactions } from './rows/transactions.ts';

/** Loads the rows that events of these users change. A user of whom nothing is stored gets empty books. */
export async function loadBooks(
  database: Database,
  schema: string,
  userIds: readonly string[],
): Promise<Map<string, ProjectionChanges>> {
  const { rows } = await database.query<AccountRow>({
    name: `load-books ${schema}`,
    text: `SELECT ${accountColumns(schema)} FROM ${schema}.accounts a WHERE a.user_id = ANY($1)`,
    values: [userIds],
  });
  const books = new Map(userIds.map((userId) => [userId, emptyBooks(userId)]));
  for (const row of rows) {
    books.set(row.user_id, loadedBooks(row.user_id, BigInt(row.revision), stateOf(row), row.transaction_count));
  }
  return books;
}

/**
 * Stores what events have changed, in as few statements as there are tables concerned. All of them are sent when it
 * returns, in their order.
 */
export function storeBooks(database: Database, schema: string, changed: readonly ProjectionChanges[]): Promise<void>[] {
  if (changed.length === 0) return [];
  return [clear, storeAccounts, storeGoals, storeTransactions, storeStatistics, storeCommands].map((store) =>
    store(database, schema, changed),
  );
}

/** Removes what a reset or an erasure has made void, before anything new is stored. */
async function clear(database: Database, schema: string, changed: readonly ProjectionChanges[]): Promise<void> {
  const cleared = changed.filter((books) => books.cleared).map(({ userId }) => userId);
  if (cleared.length === 0) return;
  const erased = changed.filter((books) => books.erased).map(({ userId }) => userId);
  const remove = (userIds: string[]) => (table: string) =>
    database.query(`DELETE FROM ${schema}.${table} WHERE user_id = ANY($1)`, [userIds]);
  await Promise.all([
    ...['goals', 'transactions', 'statistics'].map(remove(cleared)),
    ...['accounts', 'commands', 'stalled'].map(remove(erased)),
  ]);
}
