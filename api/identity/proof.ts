import type { Database } from '#platform/postgres.ts';
import { tokenHash } from '#platform/secret-token.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { Session } from '../http/session.ts';
import { hashOfUser, withVerifiedPassword } from './passwords.ts';

/** A proof of a password or a passkey counts for so long in its session (product 5.3). */
export const PROOF_MS = 10 * 60 * 1000;

/**
 * Throws the problem proof_required unless the user has proved lately who it is. The demo user's password is public:
 * it proves nothing.
 */
export function requireProof({ isDemo, provedAt }: Pick<Session, 'isDemo' | 'provedAt'>, now: Date): void {
  if (isDemo) return;
  if (provedAt === null || now.getTime() - provedAt.getTime() >= PROOF_MS) throw new ProblemError('proof_required');
}

/** Throws the problem not_for_demo of the demo user, and proof_required of who has not proved lately who it is. */
export function requireOwner(session: Session, now: Date): void {
  if (session.isDemo) throw new ProblemError('not_for_demo');
  requireProof(session, now);
}

/**
 * Verifies the password, or the fresh proof of who has none, then runs `act` as `withVerifiedPassword` does. Throws
 * `refusal` for a wrong password, and the problem invalid with the errors `required` where it is missing.
 */
export async function withProofOrPassword<Value>(
  { database, now }: { database: Database; now(): Date },
  session: Session,
  { given, required }: { given: string | undefined; required: Record<string, string> },
  refusal: ProblemError,
  act: (user: { passwordHash: string }) => Promise<Value | null>,
): Promise<Value> {
  const find = () => hashOfUser(database, session.userId);
  const { passwordHash } = await find();
  if (passwordHash !== '') {
    if (given === undefined) throw new ProblemError('invalid', required);
    return await withVerifiedPassword(given, find, refusal, act);
  }
  requireProof(session, now());
  const value = await act({ passwordHash });
  if (value === null) throw new ProblemError('unavailable');
  return value;
}

/** Notes that the user of a session has proved who it is. Gives the end of the proof, an instant. */
export async function noteProof(database: Database, token: string, now: Date): Promise<string> {
  await database.query('UPDATE identity.sessions SET proved_at = $2 WHERE token_hash = $1', [tokenHash(token), now]);
  return new Date(now.getTime() + PROOF_MS).toISOString();
}
