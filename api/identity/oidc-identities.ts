import { randomUUID } from 'node:crypto';
import { email as emailField } from '#contract/fields.ts';
import { registerInput } from '#contract/user-calls.ts';
import { FULL_NAME_MAX } from '#ledger/model/constants.ts';
import type { Database } from '#platform/postgres.ts';
import { ProblemError } from '../http/problem-error.ts';
import { isAllowed, type OidcClaims, type OidcSettings } from './oidc-provider.ts';
import { addUser } from './users.ts';

/** A person at a provider: issuer and subject name them, never an address. */
type OidcIdentity = { issuer: string; subject: string };

/** The user of an identity, or null. */
export async function userOfIdentity(database: Database, { issuer, subject }: OidcIdentity): Promise<string | null> {
  const { rows } = await database.query<{ userId: string }>(
    `SELECT u.user_id AS "userId" FROM identity.oidc_identities o JOIN identity.users u USING (user_id)
      WHERE o.issuer = $1 AND o.subject = $2 AND u.deleted_at IS NULL`,
    [issuer, subject],
  );
  return rows[0]?.userId ?? null;
}

/** Links an identity to a user, in place of the user's before. Throws the problem oidc_linked of another user's. */
export async function linkIdentity(
  database: Database,
  userId: string,
  { issuer, subject }: OidcIdentity,
  now: Date,
): Promise<void> {
  const { rowCount } = await database.query(
    `INSERT INTO identity.oidc_identities AS o (user_id, issuer, subject, linked_at)
      SELECT $1, $2, $3, $4
        WHERE NOT EXISTS (SELECT 1 FROM identity.oidc_identities WHERE issuer = $2 AND subject = $3 AND user_id <> $1)
      ON CONFLICT (user_id) DO UPDATE SET issuer = $2, subject = $3, linked_at = $4`,
    [userId, issuer, subject, now],
  );
  if (rowCount !== 1) throw new ProblemError('oidc_linked');
}

/** Takes a user's identity away. */
export async function unlinkIdentity(database: Database, userId: string): Promise<void> {
  await database.query('DELETE FROM identity.oidc_identities WHERE user_id = $1', [userId]);
}

/**
 * Adds the user of an identity that has none, without a password, and gives its id. Throws the problem oidc_not_allowed
 * where the settings don't let it in, and oidc_email_taken where somebody has the address: equal addresses prove
 * nothing.
 */
export async function addUserOf(
  database: Database,
  settings: OidcSettings,
  { subject, email, name }: OidcClaims,
  now: Date,
): Promise<string> {
  const address = emailField.safeParse(email).data;
  if (address === undefined || !isAllowed(settings, address)) throw new ProblemError('oidc_not_allowed');
  const userId = randomUUID();
  const fullName = registerInput.shape.fullName.safeParse((name ?? '').trim().slice(0, FULL_NAME_MAX)).data;
  const beforeAt = address.slice(0, address.lastIndexOf('@')).slice(0, FULL_NAME_MAX);
  const user = { userId, email: address, passwordHash: '', fullName: fullName ?? beforeAt, registeredAt: now };
  if (!(await addUser(database, user))) throw new ProblemError('oidc_email_taken');
  await linkIdentity(database, userId, { issuer: settings.issuer.href, subject }, now);
  return userId;
}
