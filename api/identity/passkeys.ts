import { isIP } from 'node:net';
import { PASSKEYS_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { Passkey } from '#contract/sign-in-calls.ts';
import type { Database } from '#platform/postgres.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { SessionPlace } from './sessions.ts';

const PARTY_NAME = 'Daybook';

/** For whom passkeys are made: the host of the public origin, and the origin that browsers have to name. */
export type RelyingParty = { id: string; origin: string };

/** The relying party of a public origin; null of an IP address, which can't have passkeys. */
export function relyingPartyOf(publicOrigin: string): RelyingParty | null {
  const { hostname } = new URL(publicOrigin);
  return isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { id: hostname, origin: publicOrigin } : null;
}

/** The answer of an authenticator, in JSON; its library looks at all of it. */
export type Credential = { id: string; response: Record<string, unknown> };
/** Options of a ceremony, in JSON. */
export type CeremonyOptions = { challenge: string } & Record<string, unknown>;

/** The library is large, and most requests don't need it. */
const library = () => import('@simplewebauthn/server');

/** Throws the problem passkeys_unavailable without a relying party. */
export function requireParty(party: RelyingParty | null): RelyingParty {
  if (!party) throw new ProblemError('passkeys_unavailable');
  return party;
}

type Stored = {
  passkeyId: string;
  userId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
};

type PresentedRow = Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null };
const PRESENTED = `passkey_id AS _id, name, created_at AS "createdAt", used_at AS "lastUsedAt",
  used_from AS "lastAddress"`;

const presented = ({ createdAt, lastUsedAt, ...row }: PresentedRow): Passkey => ({
  ...row,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** The passkeys of a user, the oldest first. */
export async function passkeysOf(database: Database, userId: string): Promise<Passkey[]> {
  const { rows } = await database.query<PresentedRow>(
    `SELECT ${PRESENTED} FROM identity.passkeys WHERE user_id = $1 ORDER BY created_at, passkey_id`,
    [userId],
  );
  return rows.map(presented);
}

/** The ids of a user's credentials, as options name them. */
export async function credentialsOf(
  database: Database,
  userId: string,
): Promise<{ id: string; transports: never[] }[]> {
  const { rows } = await database.query<{ id: string; transports: never[] }>(
    'SELECT credential_id AS id, transports FROM identity.passkeys WHERE user_id = $1 ORDER BY created_at, passkey_id',
    [userId],
  );
  return rows;
}

/** The options by which a browser makes a passkey that a user doesn't have yet. */
export async function creationOptions(
  database: Database,
  party: RelyingParty,
  { userId, email, fullName }: { userId: string; email: string; fullName: string },
): Promise<CeremonyOptions> {
  const { generateRegistrationOptions } = await library();
  const excludeCredentials = await credentialsOf(database, userId);
  if (excludeCredentials.length >= PASSKEYS_MAX) throw new ProblemError('too_many_passkeys');
  const options = await generateRegistrationOptions({
    rpName: PARTY_NAME,
    rpID: party.id,
    userID: handleOf(userId),
    userName: email,
    userDisplayName: fullName,
    attestationType: 'none',
    excludeCredentials,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** The options by which a passkey signs a challenge: of a user's credentials, or, where null, of any that it finds. */
export async function assertionOptions(
  party: RelyingParty,
  credentials: { id: string; transports: never[] }[] | null,
): Promise<CeremonyOptions> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: credentials === null ? 'required' : 'preferred',
    ...(credentials && { allowCredentials: credentials }),
  });
  return { ...options };
}

type NewPasskey = { userId: string; name: string; response: Credential; challenge: string | null; now: Date };

/**
 * Adds the passkey that a browser has made for a challenge. Throws the problem invalid where it is not what it says,
 * passkey_known where somebody has it already, and too_many_passkeys. `database` has the user's row locked.
 */
export async function addPasskey(
  database: Database,
  party: RelyingParty,
  { userId, name, response, challenge, now }: NewPasskey,
): Promise<Passkey> {
  const { verifyRegistrationResponse } = await library();
  const verified =
    challenge === null
      ? null
      : await verifyRegistrationResponse({
          response: response as never,
          expectedChallenge: challenge,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          requireUserVerification: true,
        }).catch(() => null);
  if (!verified?.verified) throw new ProblemError('invalid', { response: messages.passkeyNotVerified });
  // Another session may have added some since the options were given.
  if ((await credentialsOf(database, userId)).length >= PASSKEYS_MAX) throw new ProblemError('too_many_passkeys');
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const { rows } = await database.query<PresentedRow>(
    `INSERT INTO identity.passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING RETURNING ${PRESENTED}`,
    [userId, id, Buffer.from(publicKey), counter, transports, name, now],
  );
  if (!rows[0]) throw new ProblemError('passkey_known');
  return presented(rows[0]);
}

type Proof = {
  assertion: Credential;
  challenge: string | null;
  /** The user who has to own the passkey; null for a passkey that names its owner itself. */
  userId: string | null;
  /** Whether the authenticator has to say that it has verified who holds it. */
  isVerified: boolean;
};

/**
 * Verifies that a passkey has signed a challenge, and notes its use. Gives its owner, or null if anything is not
 * right: the origin, the challenge, the signature, the owner that it names, or a counter that did not rise.
 */
export async function ownerByAssertion(
  database: Database,
  party: RelyingParty,
  { assertion, challenge, userId, isVerified }: Proof,
  { now, address }: { now: Date } & Pick<SessionPlace, 'address'>,
): Promise<string | null> {
  const { rows } = await database.query<Omit<Stored, 'counter'> & { counter: string }>(
    `SELECT passkey_id AS "passkeyId", user_id AS "userId", credential_id AS "credentialId", public_key AS "publicKey",
        counter, transports FROM identity.passkeys WHERE credential_id = $1`,
    [assertion.id],
  );
  const [stored] = rows;
  if (!stored || challenge === null || (userId !== null && userId !== stored.userId)) return null;
  const { userHandle } = assertion.response;
  const namesOwner = userHandle === Buffer.from(handleOf(stored.userId)).toString('base64url');
  // The library doesn't look at it.
  if (userHandle === undefined || userHandle === null ? userId === null : !namesOwner) return null;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: assertion as never,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: isVerified,
    credential: {
      id: stored.credentialId,
      publicKey: new Uint8Array(stored.publicKey),
      counter: Number(stored.counter),
      transports: stored.transports as never[],
    },
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter } = verified.authenticationInfo;
  const { rowCount } = await database.query(
    `UPDATE identity.passkeys SET counter = $2, used_at = $3, used_from = $4
      WHERE passkey_id = $1 AND (counter < $2 OR ($2 = 0 AND counter = 0))`,
    [stored.passkeyId, newCounter, now, address],
  );
  return rowCount === 1 ? stored.userId : null;
}

/** Gives a passkey of a user another name. Throws the problem passkey_not_found. */
export async function renamePasskey(
  database: Database,
  { userId, passkeyId, name }: { userId: string; passkeyId: string; name: string },
): Promise<void> {
  const { rowCount } = await database.query(
    'UPDATE identity.passkeys SET name = $3 WHERE user_id = $1 AND passkey_id = $2',
    [userId, passkeyId, name],
  );
  if (rowCount !== 1) throw new ProblemError('passkey_not_found');
}

/** Removes a passkey of a user and gives its name. Throws the problem passkey_not_found. */
export async function removePasskey(
  database: Database,
  { userId, passkeyId }: { userId: string; passkeyId: string },
): Promise<string> {
  const { rows } = await database.query<{ name: string }>(
    'DELETE FROM identity.passkeys WHERE user_id = $1 AND passkey_id = $2 RETURNING name',
    [userId, passkeyId],
  );
  if (!rows[0]) throw new ProblemError('passkey_not_found');
  return rows[0].name;
}

/** The user as authenticators know them: the bytes of the id, which tell nobody who it is. */
const handleOf = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
