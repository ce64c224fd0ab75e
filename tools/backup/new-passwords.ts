import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { newPassword } from '#api/identity/new-password.ts';
import { hashPassword } from '#api/identity/passwords.ts';

const FILE_NAME = 'new-passwords.txt';
/**
 * Gives each user without a password a new one, and writes these into the file `new-passwords.txt` of a folder, which
 * its owner alone can read: a line with email and password for each. The demo user gets its own at its next reset.
 * Gives the path of the file, or null if nobody lacks a password.
 */
export async function giveNewPasswords(databaseUrl: string, folder: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {}); // The statement under way rejects.
  await client.connect();
  try {
    const { rows } = await client.query<{ userId: string; email: string }>(
      `SELECT user_id AS "userId", email FROM identity.users
        WHERE password_hash = '' AND NOT is_demo AND deleted_at IS NULL ORDER BY email`,
    );
    if (rows.length === 0) return null;
    const users = rows.map((user) => ({ ...user, password: newPassword() }));
    const path = join(folder, FILE_NAME);
    const lines = users.map(({ email, password }) => `${email} ${password}\n`);
    await writeFile(path, lines.join(''), { flag: 'wx', mode: 0o600 });
    for (const { userId, password } of users) {
      const hash = await hashPassword(password);
      await client.query('UPDATE identity.users SET password_hash = $2 WHERE user_id = $1', [userId, hash]);
    }
    return path;
  } finally {
    await client.end();
  }
}
