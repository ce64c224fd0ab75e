import type { Database } from '../../platform/postgres.ts';
import type { Stall } from '../fold/progress.ts';

/** A user whose projection is stalled before an event that can't be applied. */
export type StalledUser = { userId: string; revision: number; eventId: string; reason: string; since: Date };

/** Which of these users are stalled. */
export async function stalledAmong(database: Database, schema: string, userIds: string[]): Promise<Set<string>> {
  const { rows } = await database.query<{ user_id: string }>({
    name: `stalled-among ${schema}`,
    text: `SELECT user_id FROM ${schema}.stalled WHERE user_id = ANY($1)`,
    values: [userIds],
  });
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Every user who stands still. */
export async function allStalled(database: Database, schema: string): Promise<StalledUser[]> {
  const { rows } = await database.query<StalledUser>(
    `SELECT user_id AS "userId", revision, event_id AS "eventId", reason, since FROM ${schema}.stalled ORDER BY since`,
  );
  return rows;
}

/** Records that a user's projection is stalled, and before which event. */
export async function stall(database: Database, schema: string, userId: string, at: Stall): Promise<void> {
  await database.query(
    `INSERT INTO ${schema}.stalled (user_id, revision, event_id, reason) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE SET revision = excluded.revision, event_id = excluded.event_id,
       reason = excluded.reason`,
    [userId, at.revision, at.eventId, at.reason],
  );
}

/** A user's rows can go on. */
export async function unstall(database: Database, schema: string, userId: string): Promise<void> {
  await database.query(`DELETE FROM ${schema}.stalled WHERE user_id = $1`, [userId]);
}
