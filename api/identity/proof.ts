import type { Database } from '#platform/postgres.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { Session } from '../http/session.ts';
import { sessionHash } from './sessions.ts';

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

/** Notes that the user of a session has proved who it is. Gives the end of the proof, an instant. */
export async function noteProof(database: Database, token: string, now: Date): Promise<string> {
  await database.query('UPDATE identity.sessions SET proved_at = $2 WHERE token_hash = $1', [sessionHash(token), now]);
  return new Date(now.getTime() + PROOF_MS).toISOString();
}
