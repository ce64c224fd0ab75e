import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';

/**
 * The bytes of the whole database, and of these the images with their indexes, as the tables' files have them: the cost
 * does not depend on the number of rows.
 */
export async function sizes(database: Database): Promise<{ databaseBytes: number; imagesBytes: number }> {
  const { rows } = await queryPrepared<{ databaseBytes: number; imagesBytes: number }>(
    database,
    `SELECT pg_database_size(current_database()) AS "databaseBytes",
        pg_total_relation_size('files.images') AS "imagesBytes"`,
  );
  return rows[0] ?? { databaseBytes: 0, imagesBytes: 0 };
}
