import { TOKENS_MAX } from '#contract/limits.ts';
import type { Scope } from '#contract/scopes.ts';
import type { Token, TokenLimits } from '#contract/token-calls.ts';
import { accountIdOf } from '#ledger/ids.ts';
import type { Cut } from '#ledger/model/cut.ts';
import { batched } from '#platform/batched.ts';
import type { Database } from '#platform/postgres.ts';
import { newToken, tokenHash } from '#platform/secret-token.ts';
import { queryPrepared } from '#platform/sql.ts';
import { HEAD_COLUMNS, headOf, joinHead, type StoredHead } from '#projections/queries/head.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { Identity, Session } from '../http/session.ts';
import { IDENTITY_COLUMNS, identityOf } from './users.ts';

/** The beginning of each token. */
export const TOKEN_PREFIX = 'db_';
/** The last use is noted once in this time, which saves a write for each request. */
const USED_AT_UPDATE_MS = 60 * 1000;

type NewToken = {
  userId: string;
  name: string;
  scope: Scope;
  expiresAt: Date | null;
  limits: TokenLimits | null;
  /** Keys of accounts: `everyday` or ids. */
  accounts: Cut;
};

/**
 * Makes a token of a user: 256 random bits, stored as a hash. Throws the problems token_name_taken and too_many_tokens.
 * `database` is in a transaction.
 */
export async function createToken(
  database: Database,
  { userId, name, scope, expiresAt, limits, accounts }: NewToken,
  now: Date,
): Promise<{ token: string; tokenId: string }> {
  // One token of a user after the other.
  await database.query('SELECT 1 FROM identity.users WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  const { rows: counted } = await database.query<{ count: number; isTaken: boolean }>(
    `SELECT count(*)::int AS count, coalesce(bool_or(name = $2), false) AS "isTaken"
      FROM identity.tokens WHERE user_id = $1`,
    [userId, name],
  );
  if (counted[0]?.isTaken) throw new ProblemError('token_name_taken');
  if ((counted[0]?.count ?? 0) >= TOKENS_MAX) throw new ProblemError('too_many_tokens');
  const token = `${TOKEN_PREFIX}${newToken()}`;
  const { rows } = await database.query<{ tokenId: string }>(
    `INSERT INTO identity.tokens (user_id, token_hash, name, scope, expires_at, created_at, limits, accounts)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING token_id AS "tokenId"`,
    [userId, tokenHash(token), name, scope, expiresAt, now, limits, accounts],
  );
  return { token, tokenId: rows[0]?.tokenId ?? '' };
}

/** The tokens of the user of a ledger, the oldest first. */
export async function tokensOf(
  database: Database,
  { userId, ledgerId }: Pick<Identity, 'userId' | 'ledgerId'>,
): Promise<Token[]> {
  type Stored = Record<'expiresAt' | 'lastUsedAt', Date | null> & { createdAt: Date };
  const { rows } = await database.query<Omit<Token, keyof Stored> & Stored>(
    `SELECT token_id AS _id, name, scope, limits, accounts, expires_at AS "expiresAt", created_at AS "createdAt",
        used_at AS "lastUsedAt", used_from AS "lastAddress"
      FROM identity.tokens WHERE user_id = $1 ORDER BY created_at, token_id`,
    [userId],
  );
  return rows.map(({ expiresAt, createdAt, lastUsedAt, accounts, ...token }) => ({
    ...token,
    accounts: accounts?.map((key) => accountIdOf(ledgerId, key)) ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Revokes a token of a user and gives its name. Throws the problem token_not_found. */
export async function revokeToken(database: Database, userId: string, tokenId: string): Promise<string> {
  const { rows } = await database.query<{ name: string }>(
    'DELETE FROM identity.tokens WHERE user_id = $1 AND token_id = $2 RETURNING name',
    [userId, tokenId],
  );
  if (!rows[0]) throw new ProblemError('token_not_found');
  return rows[0].name;
}

/**
 * The session of a request with a token, as `findSession` gives the session of a cookie, and its use noted; null if the
 * token is unknown, revoked or past its end.
 */
export async function findTokenSession(
  database: Database,
  given: { token: string; commandId: string | null; zone: string | null; address: string },
  now: Date,
): Promise<Session | null> {
  const stored = await storedToken(database, given);
  if (!stored || (stored.expiresAt !== null && stored.expiresAt <= now)) return null;
  const { tokenId, name, scope, limits, accounts, usedAt, usedFrom, timeZone } = stored;
  if (!usedAt || now.getTime() - usedAt.getTime() > USED_AT_UPDATE_MS || usedFrom !== given.address) {
    const use = [tokenId, now, given.address];
    await database.query('UPDATE identity.tokens SET used_at = $2, used_from = $3 WHERE token_id = $1', use);
  }
  const own = {
    bearer: { tokenId, name, scope, limits, accounts },
    token: given.token,
    prolonged: false,
    provedAt: null,
  };
  return { ...identityOf(stored), ...own, head: headOf(stored), zone: given.zone ?? timeZone };
}

type Stored = Identity &
  StoredHead & { tokenId: string; name: string; scope: Scope; limits: TokenLimits | null; accounts: Cut } & {
    expiresAt: Date | null;
    usedAt: Date | null;
    usedFrom: string | null;
    timeZone: string | null;
    place: number;
  };

const storedToken = batched<{ token: string; commandId: string | null }, Stored | null>(async (database, wanted) => {
  const { rows } = await queryPrepared<Stored>(
    database,
    `SELECT w.place, ${IDENTITY_COLUMNS}, t.token_id AS "tokenId", t.name, t.scope, t.limits, t.accounts,
        t.expires_at AS "expiresAt", t.used_at AS "usedAt", t.used_from AS "usedFrom", u.time_zone AS "timeZone",
        ${HEAD_COLUMNS}
      FROM unnest($1::bytea[], $2::text[]) WITH ORDINALITY AS w (token_hash, command_id, place)
      JOIN identity.tokens t USING (token_hash) JOIN identity.users u USING (user_id)
      ${joinHead('u.ledger_id::text', 'w.command_id')}
      WHERE u.deleted_at IS NULL`,
    [wanted.map(({ token }) => tokenHash(token)), wanted.map(({ commandId }) => commandId)],
  );
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return wanted.map((_, index) => byPlace.get(index + 1) ?? null);
});
