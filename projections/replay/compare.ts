import type { Database } from '../../platform/postgres.ts';
import { readCheckpoint } from '../tables/checkpoint.ts';
import { LIVE, NEXT } from '../tables/read-models.ts';

/** What of a table has to be the same in both; what only says who wrote it is left out, and so are old command ids. */
const COLUMNS = {
  accounts: 'user_id, revision, balance, turnover, income, expense, payment_status, payment_session, transaction_count',
  goals: 'user_id, goal_id, place, title, final_amount, current_amount, category, description, reached_on',
  transactions:
    'user_id, transaction_id, revision, type, title, amount, category, wallet, date, receipt_id, recorded_at',
  statistics: 'user_id, period, starts_on, income, expense',
} as const;

/** How many users with a difference are named for each table. */
const NAMED = 20;

/** A table in which the rows of these users differ. */
export type Difference = { table: string; userIds: string[] };

/** What was compared: users who stand at the same revision in both, and where their rows differ. */
export type Comparison = { users: number; differences: Difference[] };

/**
 * Compares the read models built anew with the live ones, for users whose accounts stand at the same revision in both,
 * and finds the users whom only the live ones know. Null where there is nothing to compare with: no live ones, or
 * those of another version or another log.
 */
export async function compareReadModels(database: Database): Promise<Comparison | null> {
  const [live, next] = [await readCheckpoint(database, LIVE), await readCheckpoint(database, NEXT)];
  if (!live || !next || live.version !== next.version || live.logId !== next.logId) return null;
  const differences: Difference[] = [];
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const userIds = await differing(database, table, columns);
    if (userIds.length > 0) differences.push({ table, userIds });
  }
  const { rows } = await database.query<{ users: number }>(
    `SELECT count(*)::int AS users FROM ${LIVE}.accounts JOIN ${NEXT}.accounts USING (user_id, revision)`,
  );
  return { users: rows[0]?.users ?? 0, differences };
}

async function differing(database: Database, table: string, columns: string): Promise<string[]> {
  const { rows } = await database.query<{ user_id: string }>(
    `WITH level AS (SELECT user_id FROM ${LIVE}.accounts JOIN ${NEXT}.accounts USING (user_id, revision)),
       here AS (SELECT ${columns} FROM ${LIVE}.${table} JOIN level USING (user_id)),
       there AS (SELECT ${columns} FROM ${NEXT}.${table} JOIN level USING (user_id)),
       unlike AS ((SELECT * FROM here EXCEPT SELECT * FROM there) UNION ALL (SELECT * FROM there EXCEPT SELECT * FROM here)),
       unknown AS (SELECT user_id FROM ${LIVE}.${table} EXCEPT SELECT user_id FROM ${NEXT}.accounts)
     SELECT user_id FROM unlike UNION SELECT user_id FROM unknown ORDER BY user_id LIMIT ${NAMED}`,
  );
  return rows.map(({ user_id }) => user_id);
}
