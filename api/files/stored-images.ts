import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Database, transaction } from '../../platform/postgres.ts';
import type { Image } from './image.ts';
import type { ImageQuota } from './quota.ts';

/** An image with the digest of its bytes, SHA-256 in base64url. */
export type StoredImage = Image & { digest: string };

/** What became of an image that was to be stored: `no_user` where the account is deleted meanwhile. */
export type Storing = 'stored' | 'no_user' | 'quota_exceeded';

/**
 * Stores an image of a user's under an id, if what the user has stored stays within the quota. One that is there already
 * stays, and the sweep leaves it for another hour. Images of one user take turns, so that those that come at once don't
 * exceed it together.
 */
export async function storeImage(
  database: pg.Pool,
  userId: string,
  fileId: string,
  { bytes, contentType }: Image,
  { userBytes, demoBytes }: ImageQuota,
  now: Date,
): Promise<Storing> {
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return await transaction(database, async (client) => {
    // What others stored until they let go of the row is seen by the next statement alone.
    const { rows } = await client.query<{ is_demo: boolean }>(
      'SELECT is_demo FROM identity.users WHERE user_id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
      [userId],
    );
    const [user] = rows;
    if (!user) return 'no_user';
    const again = await client.query('UPDATE files.images SET stored_at = $2 WHERE file_id = $1', [fileId, now]);
    if (again.rowCount === 1) return 'stored';
    const { rowCount } = await client.query(
      `INSERT INTO files.images (file_id, user_id, content_type, bytes, digest, stored_at)
       SELECT $1, $2, $3, $4, $5, $6
       WHERE $7 >= length($4::bytea) + (SELECT coalesce(sum(length(bytes)), 0) FROM files.images WHERE user_id = $2)`,
      [fileId, userId, contentType, bytes, digest, now, user.is_demo ? demoBytes : userBytes],
    );
    return rowCount === 1 ? 'stored' : 'quota_exceeded';
  });
}

/** An image of a user's own; null where it isn't theirs or isn't there. */
export async function imageOf(database: Database, userId: string, fileId: string): Promise<StoredImage | null> {
  const { rows } = await database.query<StoredImage>({
    name: 'image',
    text: `SELECT bytes, content_type AS "contentType", digest FROM files.images WHERE file_id = $1 AND user_id = $2`,
    values: [fileId, userId],
  });
  return rows[0] ?? null;
}
