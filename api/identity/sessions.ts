import type { UserSession } from '#contract/user-calls.ts';
import { storable } from '#ledger/model/storable.ts';
import { batched } from '#platform/batched.ts';
import type { Database } from '#platform/postgres.ts';
import { newToken, tokenHash } from '#platform/secret-token.ts';
import { queryPrepared } from '#platform/sql.ts';
import { HEAD_COLUMNS, headOf, joinHead, type LedgerHead, type StoredHead } from '#projections/queries/head.ts';
import type { Identity, Session } from '../http/session.ts';
import { IDENTITY_COLUMNS, identityOf } from './users.ts';

/** An unused session expires after this (product 5.2). */
export const SESSION_IDLE_MS = 30 * 24 * 60 * 60 * 1000;
/** However much it is used, a session ends this long after the login (product 5.2). */
export const SESSION_MS_MAX = 365 * 24 * 60 * 60 * 1000;
/** Interval of updates of `seen_at`, which saves a write for each request. */
const SEEN_AT_UPDATE_MS = 60 * 60 * 1000;
/** The same of the demo user, whose next login asks whether somebody has used the demo in the last minutes. */
const DEMO_SEEN_AT_UPDATE_MS = 60 * 1000;

/** Longest text of a browser that is kept of a session, in UTF-16 units. */
export const AGENT_MAX = 300;

/** Where a session begins: the IP address and the text of the browser of the login; null if they are unknown. */
export type SessionPlace = { address: string | null; agent: string | null };
const UNKNOWN_PLACE: SessionPlace = { address: null, agent: null };

/**
 * Creates a session and gives its token: 256 random bits, stored as a hash. Gives null when `verifiedHash` isn't the
 * user's password hash any more; null stands for a proof without the password. The login is a proof unless it says
 * otherwise (product 5.3).
 */
export async function beginSession(
  database: Database,
  { userId, verifiedHash, isProof = true }: { userId: string; verifiedHash: string | null; isProof?: boolean },
  now: Date,
  { address, agent }: SessionPlace = UNKNOWN_PLACE,
): Promise<string | null> {
  const token = newToken();
  // FOR SHARE conflicts with a concurrent password change, which is an UPDATE of the row; FOR KEY SHARE would not.
  const { rowCount } = await queryPrepared(
    database,
    `INSERT INTO identity.sessions (token_hash, user_id, begun_at, seen_at, proved_at, address, agent)
     SELECT $1, user_id, $4, $4, CASE WHEN $7 THEN $4::timestamptz END, $5, $6 FROM identity.users
     WHERE user_id = $2 AND password_hash = coalesce($3, password_hash) AND deleted_at IS NULL FOR SHARE`,
    [
      tokenHash(token),
      userId,
      verifiedHash,
      now,
      address,
      agent && storable(agent).slice(0, AGENT_MAX).toWellFormed(),
      isProof,
    ],
  );
  return rowCount === 1 ? token : null;
}

/**
 * Finds the session of a token, with the head of its ledger and whether the command was carried out, in one statement;
 * null when there is none or it has expired. Extends its expiry once an hour, of the demo user once a minute, and notes
 * the `zone` that the request names, by which schedules are posted (product 13.3).
 */
export async function findSession(
  database: Database,
  token: string,
  commandId: string | null,
  now: Date,
  zone: string | null = null,
): Promise<Session | null> {
  const row = await rowByToken(database, { token, commandId });
  if (!row || now.getTime() - row.seenAt.getTime() >= SESSION_IDLE_MS) return null;
  const { begunAt, seenAt, timeZone, ...identity } = row;
  if (now.getTime() - begunAt.getTime() >= SESSION_MS_MAX) return null;
  const unseenMs = now.getTime() - seenAt.getTime();
  const prolonged = unseenMs > SEEN_AT_UPDATE_MS;
  if (unseenMs > (identity.isDemo ? DEMO_SEEN_AT_UPDATE_MS : SEEN_AT_UPDATE_MS)) {
    await database.query('UPDATE identity.sessions SET seen_at = $2 WHERE token_hash = $1', [tokenHash(token), now]);
  }
  if (zone !== null && zone !== timeZone) {
    await database.query('UPDATE identity.users SET time_zone = $2 WHERE user_id = $1', [identity.userId, zone]);
  }
  return { ...identity, token, prolonged, zone: zone ?? timeZone };
}

type Times = { begunAt: Date; seenAt: Date; provedAt: Date | null; timeZone: string | null };
type Row = Identity & Times & { head: LedgerHead };
type Stored = Identity & StoredHead & Times & { place: number };

const rowByToken = batched<{ token: string; commandId: string | null }, Row | null>(async (database, wanted) => {
  const { rows } = await queryPrepared<Stored>(
    database,
    `SELECT w.place, ${IDENTITY_COLUMNS}, s.begun_at AS "begunAt", s.seen_at AS "seenAt",
        s.proved_at AS "provedAt", u.time_zone AS "timeZone", ${HEAD_COLUMNS}
      FROM unnest($1::bytea[], $2::text[]) WITH ORDINALITY AS w (token_hash, command_id, place)
      JOIN identity.sessions s USING (token_hash) JOIN identity.users u USING (user_id)
      ${joinHead('u.ledger_id::text', 'w.command_id')}
      WHERE u.deleted_at IS NULL`,
    [wanted.map(({ token }) => tokenHash(token)), wanted.map(({ commandId }) => commandId)],
  );
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return wanted.map((_, index) => {
    const row = byPlace.get(index + 1);
    return row ? rowOf(row) : null;
  });
});

function rowOf(stored: Stored): Row {
  const { begunAt, seenAt, provedAt, timeZone } = stored;
  return { ...identityOf(stored), begunAt, seenAt, provedAt, timeZone, head: headOf(stored) };
}

/** Deletes a session. Idempotent. */
export async function endSession(database: Database, token: string): Promise<void> {
  await database.query('DELETE FROM identity.sessions WHERE token_hash = $1', [tokenHash(token)]);
}

/** The sessions of a user that have not expired, the session of `token` first, then the last used first. */
export async function sessionsOf(
  database: Database,
  { userId, token }: { userId: string; token: string },
  now: Date,
): Promise<UserSession[]> {
  const [seenAfter, begunAfter] = [SESSION_IDLE_MS, SESSION_MS_MAX].map((ms) => new Date(now.getTime() - ms));
  const { rows } = await database.query<
    Omit<UserSession, 'createdAt' | 'lastUsedAt'> & Record<'createdAt' | 'lastUsedAt', Date>
  >(
    `SELECT session_id AS _id, token_hash = $2 AS current, begun_at AS "createdAt", seen_at AS "lastUsedAt", address,
        agent
      FROM identity.sessions WHERE user_id = $1 AND seen_at > $3 AND begun_at > $4
      ORDER BY token_hash = $2 DESC, seen_at DESC, session_id`,
    [userId, tokenHash(token), seenAfter, begunAfter],
  );
  return rows.map(({ createdAt, lastUsedAt, ...session }) => ({
    ...session,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }));
}

/**
 * Deletes a session of a user by its id. Returns 'own' for the session of `token`, 'other' for another session, or null
 * if there is none. With `ownOnly` another session stays.
 */
export async function endSessionById(
  database: Database,
  { userId, token }: { userId: string; token: string },
  sessionId: string,
  ownOnly: boolean,
): Promise<'own' | 'other' | null> {
  const { rows } = await database.query<{ isOwn: boolean }>(
    `DELETE FROM identity.sessions WHERE user_id = $1 AND session_id = $2 AND (token_hash = $3 OR NOT $4)
      RETURNING token_hash = $3 AS "isOwn"`,
    [userId, sessionId, tokenHash(token), ownOnly],
  );
  return rows[0] ? (rows[0].isOwn ? 'own' : 'other') : null;
}

/** Deletes all sessions of a user but the session of `token`. */
export async function endOtherSessions(database: Database, userId: string, token: string): Promise<void> {
  await database.query('DELETE FROM identity.sessions WHERE user_id = $1 AND token_hash <> $2', [
    userId,
    tokenHash(token),
  ]);
}

const DELETE_BATCH_ROWS = 1_000;

/**
 * Deletes expired sessions in batches and gives their number. Several processes may run it concurrently: SKIP LOCKED
 * splits the work.
 */
export async function deleteExpiredSessions(database: Database, now: Date): Promise<number> {
  const before = [SESSION_IDLE_MS, SESSION_MS_MAX].map((ms) => new Date(now.getTime() - ms));
  for (let deleted = 0; ; ) {
    const { rowCount } = await database.query(
      `DELETE FROM identity.sessions WHERE token_hash = ANY(ARRAY(
         SELECT token_hash FROM identity.sessions WHERE seen_at <= $1 OR begun_at <= $2
         LIMIT $3 FOR UPDATE SKIP LOCKED))`,
      [...before, DELETE_BATCH_ROWS],
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < DELETE_BATCH_ROWS) return deleted;
  }
}
