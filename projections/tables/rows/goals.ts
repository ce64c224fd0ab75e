import type { Database } from '../../../platform/postgres.ts';
import type { ProjectionChanges } from '../../fold/projection-changes.ts';
import { columns } from './columns.ts';

/** A user has few goals, so all of a user's are written again where one may have changed. */
export async function storeGoals(
  database: Database,
  schema: string,
  changed: readonly ProjectionChanges[],
): Promise<void> {
  const concerned = changed.filter((books) => books.goalsChanged && !books.erased);
  if (concerned.length === 0) return;
  const userIds = concerned.map(({ userId }) => userId);
  const removed = database.query(`DELETE FROM ${schema}.goals WHERE user_id = ANY($1)`, [userIds]);
  const values = columns(
    concerned.flatMap(({ userId, state }) =>
      [...state.goals].map(([goalId, goal], place) => [
        userId,
        goalId,
        place,
        goal.title,
        goal.finalAmount,
        goal.currentAmount,
        goal.category ?? null,
        goal.description ?? null,
        goal.reachedOn ?? null,
      ]),
    ),
  );
  const stored = values && database.query(insert(schema), values);
  await Promise.all([removed, stored]);
}

const insert = (schema: string): string =>
  `INSERT INTO ${schema}.goals (user_id, goal_id, place, title, final_amount, current_amount, category, description,
     reached_on)
   SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::bigint[], $6::bigint[], $7::text[],
     $8::text[], $9::date[])`;
