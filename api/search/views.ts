import type pg from 'pg';
import { VIEWS_MAX } from '#contract/limits.ts';
import type { SearchView } from '#contract/search-calls.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { type Database, transaction } from '#platform/postgres.ts';
import { ProblemError } from '../http/problem-error.ts';

type Stored = { view_id: string; name: string; query: string };

const viewOf = ({ view_id, name, query }: Stored): SearchView => ({ _id: view_id, name, q: query });

/** A user's views, oldest first. */
export async function viewsOf(database: Database, userId: string): Promise<SearchView[]> {
  const { rows } = await database.query<Stored>(
    'SELECT view_id, name, query FROM search.views WHERE user_id = $1 ORDER BY place',
    [userId],
  );
  return rows.map(viewOf);
}

/** Stores a view; where the user has one of this name, that one gets the query. Throws the problem too_many_views. */
export async function saveView(database: pg.Pool, userId: string, name: string, query: string): Promise<SearchView> {
  const rows = await transaction(database, async (client) => {
    // The views of a user are counted one after the other.
    await client.query('SELECT FROM identity.users WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
    return await inserted(client, userId, name, query);
  });
  const [saved] = rows;
  if (!saved) throw new ProblemError('too_many_views');
  return viewOf(saved);
}

async function inserted(database: Database, userId: string, name: string, query: string): Promise<Stored[]> {
  const { rows } = await database.query<Stored>(
    `INSERT INTO search.views (user_id, name, name_key, query)
      SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT FROM search.views WHERE user_id = $1 AND name_key = $3)
        OR (SELECT count(*) FROM search.views WHERE user_id = $1) < $5
      ON CONFLICT (user_id, name_key) DO UPDATE SET name = excluded.name, query = excluded.query
      RETURNING view_id, name, query`,
    [userId, name, comparableText(name), query, VIEWS_MAX],
  );
  return rows;
}

/** Removes a view. Throws the problem view_not_found. */
export async function removeView(database: Database, userId: string, viewId: string): Promise<void> {
  const { rowCount } = await database.query('DELETE FROM search.views WHERE user_id = $1 AND view_id = $2', [
    userId,
    viewId,
  ]);
  if (rowCount === 0) throw new ProblemError('view_not_found');
}

/** Removes all views of a user. */
export async function removeViews(database: Database, userId: string): Promise<void> {
  await database.query('DELETE FROM search.views WHERE user_id = $1', [userId]);
}
