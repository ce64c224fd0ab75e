import type { Context } from '../http/context.ts';
import { type Credential, ownerByAssertion } from './passkeys.ts';
import type { IdentityServices } from './services.ts';

type OwnAssertion = {
  assertion: Credential | undefined;
  challenge: string | null;
  userId: string | null;
  /** Whether the authenticator has to have verified who holds it. */
  isVerified: boolean;
};

/** Whether an assertion is of a passkey of a user, and of a challenge. */
export async function isOwn(
  { database, party, now }: IdentityServices,
  ctx: Context,
  { assertion, challenge, userId, isVerified }: OwnAssertion,
): Promise<boolean> {
  if (!party || !assertion || userId === null) return false;
  const proof = { assertion, challenge, userId, isVerified };
  return (await ownerByAssertion(database, party, proof, { now: now(), address: ctx.ip })) !== null;
}
