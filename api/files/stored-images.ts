import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Database, transaction } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import type { Image } from './image.ts';
import type { ImageQuota } from './quota.ts';

/** An image with the SHA-256 digest of its bytes, in base64url. */
export type StoredImage = Image & { digest: string };

/**
 * The result of `storeImage`: the digest of the image that is stored under the id, or `no_user` when the account was
 * deleted meanwhile.
 */
export type StoreResult = { digest: string } | 'no_user' | 'quota_exceeded';

/**
 * Stores a user's image under an id if the quota allows it. For an existing id it only renews `stored_at`, so that the
 * sweep spares it for another hour. Locks the user's row, so concurrent uploads can't exceed the quota together.
 */
export async function storeImage(
  database: pg.Pool,
  userId: string,
  fileId: string,
  { bytes, contentType }: Image,
  { userBytes, demoBytes }: ImageQuota,
  now: Date,
): Promise<StoreResult> {
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return await transaction(database, async (client) => {
    // A separate statement: only the next one sees what was committed while this one waited for the lock.
    const { rows } = await client.query<{ is_demo: boolean }>(
      'SELECT is_demo FROM identity.users WHERE user_id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
      [userId],
    );
    const [user] = rows;
    if (!user) return 'no_user';
    const again = await client.query<{ digest: string }>(
      'UPDATE files.images SET stored_at = $2 WHERE file_id = $1 RETURNING digest',
      [fileId, now],
    );
    if (again.rows[0]) return again.rows[0];
    const { rowCount } = await client.query(
      `INSERT INTO files.images (file_id, user_id, content_type, bytes, digest, stored_at)
       SELECT $1, $2, $3, $4, $5, $6
       WHERE $7 >= length($4::bytea) + (SELECT coalesce(sum(length(bytes)), 0) FROM files.images WHERE user_id = $2)`,
      [fileId, userId, contentType, bytes, digest, now, user.is_demo ? demoBytes : userBytes],
    );
    return rowCount === 1 ? { digest } : 'quota_exceeded';
  });
}

/** Stores an image of a user's under an id whatever the quota, or renews `stored_at` where it is there. */
export async function keepImage(
  database: Database,
  userId: string,
  fileId: string,
  { bytes, contentType }: Image,
  now: Date,
): Promise<void> {
  const digest = createHash('sha256').update(bytes).digest('base64url');
  await database.query(
    `INSERT INTO files.images (file_id, user_id, content_type, bytes, digest, stored_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (file_id) DO UPDATE SET stored_at = excluded.stored_at`,
    [fileId, userId, contentType, bytes, digest, now],
  );
}

/** An image that belongs to the user; null when there is none. */
export async function imageOf(database: Database, userId: string, fileId: string): Promise<StoredImage | null> {
  const { rows } = await queryPrepared<StoredImage>(
    database,
    `SELECT bytes, content_type AS "contentType", digest FROM files.images WHERE file_id = $1 AND user_id = $2`,
    [fileId, userId],
  );
  return rows[0] ?? null;
}

/** The types of the images among these that belong to the user, by the image's id. */
export async function imageTypesOf(
  database: Database,
  userId: string,
  fileIds: readonly string[],
): Promise<Map<string, Image['contentType']>> {
  if (fileIds.length === 0) return new Map();
  const { rows } = await queryPrepared<{ file_id: string; content_type: Image['contentType'] }>(
    database,
    'SELECT file_id, content_type FROM files.images WHERE file_id = ANY($1::uuid[]) AND user_id = $2',
    [fileIds, userId],
  );
  return new Map(rows.map(({ file_id, content_type }) => [file_id, content_type]));
}
