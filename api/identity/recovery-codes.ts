import { createHash } from 'node:crypto';
import type { Database } from '#platform/postgres.ts';
import { newPassword } from './new-password.ts';

const CODES = 10;
/** 118 bits, with which a plain hash is enough (ASVS 5.0, 6.5.2). */
const GROUPS = 6;

/** Makes ten recovery codes in place of the user's before, like `k3fm-9xqa-…`, and stores their hashes. */
export async function makeRecoveryCodes(database: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => newPassword(GROUPS));
  await database.query('DELETE FROM identity.recovery_codes WHERE user_id = $1', [userId]);
  await database.query('INSERT INTO identity.recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => hashOf(userId, code)),
  ]);
  return codes;
}

/** Uses a recovery code up. Returns false where the user has no such code. Case, spaces and hyphens don't count. */
export async function spendRecoveryCode(database: Database, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await database.query(
    'DELETE FROM identity.recovery_codes WHERE user_id = $1 AND code_hash = $2',
    [userId, hashOf(userId, code)],
  );
  return rowCount === 1;
}

/** A plain hash of 118 random bits can't be reversed by trying. */
function hashOf(userId: string, code: string): Buffer {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHash('sha256').update(`${userId} ${letters}`).digest();
}
