import { hash, verify } from '@node-rs/argon2';
import type { Database } from '../../platform/postgres.ts';

// argon2id with 19 MiB, two passes and one lane: the package's defaults, and OWASP's first choice.

/** Takes a password and gives its argon2id hash, with its salt and parameters. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password);
}

/** Whether this is the password that was hashed. */
export async function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return await verify(passwordHash, password);
}

/** Whether this is the password of a user. */
export async function isPasswordOf(database: Database, userId: string, password: string): Promise<boolean> {
  const { rows } = await database.query<{ password_hash: string }>(
    'SELECT password_hash FROM identity.users WHERE user_id = $1',
    [userId],
  );
  return rows[0] !== undefined && (await isPassword(password, rows[0].password_hash));
}

/** Gives a user another password. */
export async function setPassword(database: Database, userId: string, password: string): Promise<void> {
  await database.query('UPDATE identity.users SET password_hash = $2 WHERE user_id = $1', [
    userId,
    await hashPassword(password),
  ]);
}
