import type { Database } from '#platform/postgres.ts';
import { newToken, tokenHash } from '#platform/secret-token.ts';
import { ProblemError } from '../http/problem-error.ts';

/** The purposes of tickets: what the bearer of one may complete. */
export type TicketPurpose = 'second-factor' | 'add-passkey' | 'passkey-login' | 'prove' | 'oidc';

/** A ticket is good for so long (product 5.3). */
export const TICKET_MS = 5 * 60 * 1000;
/** The wrong tries with which a ticket ends. */
const TRIES_MAX = 5;

/**
 * A begun ceremony: `userId` and `sessionHash` say whose it is, if that is known, and `challenge` is the text that an
 * authenticator has to sign, in base64url.
 */
export type Ticket = {
  userId: string | null;
  sessionHash: Buffer | null;
  challenge: string | null;
};

/** Begins a ceremony and gives its ticket: 256 random bits, stored as a hash. */
export async function beginTicket(
  database: Database,
  purpose: TicketPurpose,
  { userId, sessionHash, challenge }: Ticket,
  now: Date,
): Promise<string> {
  const ticket = newToken();
  await database.query(
    `INSERT INTO identity.tickets (ticket_hash, purpose, user_id, session_hash, challenge, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6)`,
    [tokenHash(ticket), purpose, userId, sessionHash, challenge, new Date(now.getTime() + TICKET_MS)],
  );
  return ticket;
}

/**
 * Counts a try of a ticket, before its proof is looked at. Throws the problem ticket_expired where it is unknown, of
 * another purpose, used, too old or tried too often.
 */
export async function tryTicket(
  database: Database,
  purpose: TicketPurpose,
  ticket: string,
  now: Date,
): Promise<Ticket> {
  const { rows } = await database.query<Ticket>(
    `UPDATE identity.tickets SET tries = tries + 1
      WHERE ticket_hash = $1 AND purpose = $2 AND expires_at > $3 AND tries < $4
      RETURNING user_id AS "userId", session_hash AS "sessionHash", challenge`,
    [tokenHash(ticket), purpose, now, TRIES_MAX],
  );
  if (!rows[0]) throw new ProblemError('ticket_expired');
  return rows[0];
}

/** Uses a ticket up. Returns false where that has happened already. */
export async function spendTicket(database: Database, ticket: string): Promise<boolean> {
  const { rowCount } = await database.query('DELETE FROM identity.tickets WHERE ticket_hash = $1', [tokenHash(ticket)]);
  return rowCount === 1;
}

/** Takes the open ticket of a session for a purpose, so that its challenge counts once; null if there is none. */
export async function takeTicketOfSession(
  database: Database,
  purpose: TicketPurpose,
  sessionHash: Buffer,
  now: Date,
): Promise<Ticket | null> {
  const { rows } = await database.query<Ticket>(
    `DELETE FROM identity.tickets WHERE session_hash = $1 AND purpose = $2 AND expires_at > $3
      RETURNING user_id AS "userId", session_hash AS "sessionHash", challenge`,
    [sessionHash, purpose, now],
  );
  return rows[0] ?? null;
}

/** Ends the open tickets of a user. */
export async function endTickets(database: Database, userId: string): Promise<void> {
  await database.query('DELETE FROM identity.tickets WHERE user_id = $1', [userId]);
}

/** Deletes the tickets that are too old, and gives their number. */
export async function deleteExpiredTickets(database: Database, now: Date): Promise<number> {
  const { rowCount } = await database.query('DELETE FROM identity.tickets WHERE expires_at <= $1', [now]);
  return rowCount ?? 0;
}
