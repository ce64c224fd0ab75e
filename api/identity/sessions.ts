import { createHash, randomBytes } from 'node:crypto';
import { batched } from '../../platform/batched.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Identity, Session } from '../http/session.ts';
import { IDENTITY_COLUMNS } from './users.ts';

/** How long a session lasts without its user, in milliseconds. */
export const ABSENCE = 30 * 24 * 60 * 60 * 1000;
/** How often it is noted that the user is still there, in milliseconds. */
const NOTED_EVERY = 60 * 60 * 1000;

/**
 * Begins a session and gives its token: 256 random bits, of which only the hash is stored. Begins none and gives null where
 * the hash that was verified isn't the user's password any more.
 */
export async function beginSession(
  database: Database,
  userId: string,
  verifiedHash: string,
  now: Date,
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  // FOR SHARE waits for a change of the password that is under way and looks again, and one that comes later waits for
  // this; FOR KEY SHARE would do neither.
  const { rowCount } = await database.query(
    `INSERT INTO identity.sessions (token_hash, user_id, begun_at, seen_at)
     SELECT $1, user_id, $4, $4 FROM identity.users
     WHERE user_id = $2 AND password_hash = $3 AND deleted_at IS NULL FOR SHARE`,
    [hashOf(token), userId, verifiedHash, now],
  );
  return rowCount === 1 ? token : null;
}

/** The session behind a token; null where there is none, or its user was away for 30 days. */
export async function findSession(database: Database, token: string, now: Date): Promise<Session | null> {
  const row = await rowByToken(database, token);
  if (!row || now.getTime() - row.seenAt.getTime() >= ABSENCE) return null;
  const { seenAt, ...identity } = row;
  const prolonged = now.getTime() - seenAt.getTime() > NOTED_EVERY;
  if (prolonged) {
    await database.query('UPDATE identity.sessions SET seen_at = $2 WHERE token_hash = $1', [hashOf(token), now]);
  }
  return { ...identity, token, prolonged };
}

type Row = Identity & { seenAt: Date };

const rowByToken = batched<string, Row | null>(async (database, tokens) => {
  const hashes = tokens.map(hashOf);
  const { rows } = await database.query<Row & { tokenHash: Buffer }>({
    name: 'sessions',
    text: `SELECT ${IDENTITY_COLUMNS}, s.seen_at AS "seenAt", s.token_hash AS "tokenHash"
      FROM identity.sessions s JOIN identity.users u USING (user_id)
      WHERE s.token_hash = ANY($1) AND u.deleted_at IS NULL`,
    values: [hashes],
  });
  const found = new Map(rows.map(({ tokenHash, ...row }) => [tokenHash.toString('hex'), row]));
  return hashes.map((hash) => found.get(hash.toString('hex')) ?? null);
});

/** Ends a session; one that isn't there is ended already. */
export async function endSession(database: Database, token: string): Promise<void> {
  await database.query('DELETE FROM identity.sessions WHERE token_hash = $1', [hashOf(token)]);
}

/** Ends a user's sessions, all but the one with this token. */
export async function endOtherSessions(database: Database, userId: string, token: string): Promise<void> {
  await database.query('DELETE FROM identity.sessions WHERE user_id = $1 AND token_hash <> $2', [
    userId,
    hashOf(token),
  ]);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** So many are deleted in one statement at most. */
const DELETED_AT_ONCE = 1_000;

/**
 * Deletes the sessions whose users were away for 30 days, and gives how many there were. Several processes at once share
 * the work.
 */
export async function deleteExpiredSessions(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - ABSENCE);
  for (let deleted = 0; ; ) {
    const { rowCount } = await database.query(
      `DELETE FROM identity.sessions WHERE token_hash = ANY(ARRAY(
         SELECT token_hash FROM identity.sessions WHERE seen_at <= $1 ORDER BY seen_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [before, DELETED_AT_ONCE],
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < DELETED_AT_ONCE) return deleted;
  }
}
