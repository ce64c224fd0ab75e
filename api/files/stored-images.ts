import { createHash } from 'node:crypto';
import type { Database } from '../../platform/postgres.ts';
import type { Image } from './image.ts';

/** An image with the digest of its bytes, SHA-256 in base64url. */
export type StoredImage = Image & { digest: string };

/**
 * Stores an image of a user's under an id. One that is there already stays, and the sweep leaves it for another hour.
 * Gives false where the user's account is deleted meanwhile.
 */
export async function storeImage(
  database: Database,
  userId: string,
  fileId: string,
  { bytes, contentType }: Image,
  now: Date,
): Promise<boolean> {
  const digest = createHash('sha256').update(bytes).digest('base64url');
  const { rowCount } = await database.query(
    `INSERT INTO files.images (file_id, user_id, content_type, bytes, digest, stored_at)
     SELECT $1::uuid, u.user_id, $3, $4::bytea, $5, $6::timestamptz FROM identity.users u
       WHERE u.user_id = $2 AND u.deleted_at IS NULL FOR KEY SHARE
     ON CONFLICT (file_id) DO UPDATE SET stored_at = excluded.stored_at`,
    [fileId, userId, contentType, bytes, digest, now],
  );
  return rowCount === 1;
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
