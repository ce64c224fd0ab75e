import { openLogFile } from '#platform/log.ts';
import { migrateSchema } from '#platform/migrations.ts';
import { openPool, transaction } from '#platform/postgres.ts';
import { storeUrls } from '#platform/settings.ts';
import { readResetLine } from '#tools/command-lines/reset-sign-in.ts';
import { newPassword } from './identity/new-password.ts';
import { hashPassword } from './identity/passwords.ts';
import { migrations } from './migrations.ts';

// `npm run reset-sign-in`: on the server's own shell, for who is locked out.
const { email, hasNewPassword } = readResetLine();
process.exitCode = await reset().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});

async function reset(): Promise<number> {
  const database = openPool(storeUrls(process.env).databaseUrl, openLogFile('reset-sign-in'));
  try {
    await migrateSchema(database, migrations);
    const password = hasNewPassword ? newPassword() : null;
    const passwordHash = password && (await hashPassword(password));
    const isKnown = await transaction(database, async (client) => {
      const { rows } = await client.query<{ userId: string }>(
        `UPDATE identity.users SET password_hash = coalesce($2, password_hash)
          WHERE email = $1 AND deleted_at IS NULL RETURNING user_id AS "userId"`,
        [email, passwordHash],
      );
      const [user] = rows;
      if (!user) return false;
      for (const table of ['totp', 'recovery_codes', 'passkeys', 'oidc_identities', 'tickets', 'sessions']) {
        await client.query(`DELETE FROM identity.${table} WHERE user_id = $1`, [user.userId]);
      }
      await client.query(
        `INSERT INTO identity.security_events (user_id, at, kind) VALUES ($1, now(), 'sign-in-reset')`,
        [user.userId],
      );
      return true;
    });
    if (!isKnown) {
      console.error(`Nobody has the address ${email}.`);
      return 1;
    }
    console.log(`${email} logs in by the password alone now, and is logged out everywhere.`);
    if (password) console.log(`The new password: ${password}`);
    return 0;
  } finally {
    await database.end();
  }
}
