import { hash, verify } from '@node-rs/argon2';
import type pg from 'pg';
import { type Database, transaction } from '../../platform/postgres.ts';
import { ProblemError } from '../http/problem-error.ts';
import { endOtherSessions } from './sessions.ts';

// argon2id with 19 MiB, two passes and one lane: the package's defaults, and OWASP's first choice.

/** Takes a password and gives its argon2id hash, with its salt and parameters. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password);
}

/** Whether this is the password that was hashed. An account without a hash, as the demo user's at first, has none. */
export async function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return passwordHash !== '' && (await verify(passwordHash, password));
}

/** How often a password is verified anew because the hash was replaced meanwhile. */
const ROUNDS = 5;

/**
 * Verifies a password and then does something that it allows. `find` gives whose it is, with the hash. `act` does its work
 * only if that hash is still the user's, in one statement or transaction that locks the user's row, and gives null if not:
 * then all of it begins again. Throws what `find` does, `refusal` where the password is another, and the problem unavailable.
 */
export async function onceVerified<Found extends { passwordHash: string }, Value>(
  password: string,
  find: () => Promise<Found>,
  refusal: ProblemError,
  act: (found: Found) => Promise<Value | null>,
): Promise<Value> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await find();
    if (!(await isPassword(password, found.passwordHash))) throw refusal;
    const value = await act(found);
    if (value !== null) return value;
  }
  throw new ProblemError('unavailable');
}

/** The hash of the password of somebody who is logged in. Throws the problem session_required where they have left. */
export async function hashOfUser(database: Database, userId: string): Promise<{ passwordHash: string }> {
  const { rows } = await database.query<{ passwordHash: string }>(
    'SELECT password_hash AS "passwordHash" FROM identity.users WHERE user_id = $1 AND deleted_at IS NULL',
    [userId],
  );
  if (!rows[0]) throw new ProblemError('session_required');
  return rows[0];
}

/**
 * Gives a user another password and ends their sessions, all but the one with this token. Does nothing and gives null where
 * the hash that was verified isn't theirs any more.
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
    // A statement of its own, so that it sees the sessions of logins that the update waited for.
    await endOtherSessions(client, change.userId, change.token);
    return true;
  });
}
