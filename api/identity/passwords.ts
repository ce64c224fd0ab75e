import { hash, verify } from '@node-rs/argon2';
import type pg from 'pg';
import { type Database, transaction } from '#platform/postgres.ts';
import { ProblemError } from '../http/problem-error.ts';
import { endOtherSessions } from './sessions.ts';
import { endTickets } from './tickets.ts';

/** Hashes a password with argon2id (19 MiB, two passes, one lane: the package's defaults). Gives the PHC string. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password);
}

/** Verifies a password. An empty hash, as the demo user's before its first reset, matches none. */
export async function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return passwordHash !== '' && (await verify(passwordHash, password));
}

/** Attempts when the hash changes during a verification. */
const ATTEMPTS_MAX = 5;

/**
 * Verifies a password, then runs `act`. `find` loads the user's hash. `act` must check, in a statement or transaction
 * that locks the user's row, that the hash is unchanged, and give null if not; then everything is retried. Throws
 * `refusal` for a wrong password, what `find` and `act` throw, and the problem unavailable after the last attempt.
 */
export async function withVerifiedPassword<User extends { passwordHash: string }, Value>(
  password: string,
  find: () => Promise<User>,
  refusal: ProblemError,
  act: (user: User) => Promise<Value | null>,
): Promise<Value> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const user = await find();
    if (!(await isPassword(password, user.passwordHash))) throw refusal;
    const value = await act(user);
    if (value !== null) return value;
  }
  throw new ProblemError('unavailable');
}

/** Loads a user's password hash. Throws the problem session_required when the user was deleted. */
export async function hashOfUser(database: Database, userId: string): Promise<{ passwordHash: string }> {
  const { rows } = await database.query<{ passwordHash: string }>(
    'SELECT password_hash AS "passwordHash" FROM identity.users WHERE user_id = $1 AND deleted_at IS NULL',
    [userId],
  );
  if (!rows[0]) throw new ProblemError('session_required');
  return rows[0];
}

/**
 * Changes a user's password and ends all sessions but the session of `token`, and open tickets. Gives null and changes
 * nothing when `verifiedHash` isn't the user's hash any more.
 */
export async function changePassword(
  pool: pg.Pool,
  change: { userId: string; verifiedHash: string; password: string; token: string },
): Promise<true | null> {
  const passwordHash = await hashPassword(change.password);
  return await transaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE identity.users SET password_hash = $3
       WHERE user_id = $1 AND password_hash = $2 AND deleted_at IS NULL`,
      [change.userId, change.verifiedHash, passwordHash],
    );
    if (rowCount === 0) return null;
    // A separate statement sees the sessions of logins that the update waited for.
    await endOtherSessions(client, change.userId, change.token);
    await endTickets(client, change.userId);
    return true;
  });
}
