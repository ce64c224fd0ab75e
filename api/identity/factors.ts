import type pg from 'pg';
import type { SecondFactor, SignIn } from '#contract/sign-in-calls.ts';
import { type Database, transaction } from '#platform/postgres.ts';
import { ProblemError } from '../http/problem-error.ts';
import { passkeysOf } from './passkeys.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import type { IdentityServices } from './services.ts';
import { endOtherSessions } from './sessions.ts';
import { endTickets } from './tickets.ts';

/** The ways in of a user. */
export async function signInOf(database: Database, userId: string): Promise<SignIn> {
  const { rows } = await database.query<{
    hasPassword: boolean;
    since: Date | null;
    codes: number;
    issuer: string | null;
  }>(
    `SELECT u.password_hash <> '' AS "hasPassword", t.confirmed_at AS since, o.issuer,
        (SELECT count(*)::int FROM identity.recovery_codes c WHERE c.user_id = u.user_id) AS codes
      FROM identity.users u LEFT JOIN identity.totp t USING (user_id)
        LEFT JOIN identity.oidc_identities o USING (user_id)
      WHERE u.user_id = $1`,
    [userId],
  );
  const { hasPassword = false, since = null, codes = 0, issuer = null } = rows[0] ?? {};
  return {
    hasPassword,
    totp: since && { since: since.toISOString() },
    recoveryCodesLeft: codes,
    passkeys: await passkeysOf(database, userId),
    oidc: issuer === null ? null : { issuer },
  };
}

/** Throws the problem last_way_in unless one of the ways in of a user is open here. */
export function requireWayIn({ localLogin, party, oidc }: IdentityServices, signIn: SignIn): void {
  const isOpen = (signIn.hasPassword && localLogin) || (signIn.passkeys.length > 0 && party) || (signIn.oidc && oidc);
  if (!isOpen) throw new ProblemError('last_way_in');
}

/** The ways by which a user proves a second factor; none if there is none. */
export function methodsOf({ totp, passkeys, recoveryCodesLeft }: SignIn): SecondFactor[] {
  if (!totp && passkeys.length === 0) return [];
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(passkeys.length > 0 ? (['assertion'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recoveryCode'] as const) : []),
  ];
}

/**
 * Changes the factors of a user by `act`, in a transaction that ends all other sessions and the open tickets. With the
 * first factor recovery codes are made, and with the last one they go.
 */
export async function changeFactors<Value>(
  pool: pg.Pool,
  { userId, token }: { userId: string; token: string },
  act: (client: Database) => Promise<Value>,
): Promise<{ value: Value; recoveryCodes?: string[] }> {
  return await transaction(pool, async (client) => {
    // One change of a user's factors after the other, and after logins that are under way.
    await client.query('SELECT 1 FROM identity.users WHERE user_id = $1 FOR UPDATE', [userId]);
    const before = methodsOf(await signInOf(client, userId)).length > 0;
    const value = await act(client);
    const after = methodsOf(await signInOf(client, userId)).length > 0;
    await endOtherSessions(client, userId, token);
    await endTickets(client, userId);
    if (!after) await client.query('DELETE FROM identity.recovery_codes WHERE user_id = $1', [userId]);
    return { value, ...(after && !before && { recoveryCodes: await makeRecoveryCodes(client, userId) }) };
  });
}
