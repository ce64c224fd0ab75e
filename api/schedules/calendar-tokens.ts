import type { Database } from '#platform/postgres.ts';
import { newToken, tokenHash } from '#platform/secret-token.ts';

/** The target of a token: the calendar of a ledger, with or without amounts; null for a user who named no zone. */
export type CalendarAccess = { ledgerId: string; hasAmounts: boolean; currency: string; timeZone: string | null };

/** Makes the token of a user's calendar, which replaces the earlier token. */
export async function makeCalendarToken(
  database: Database,
  { userId, hasAmounts, now }: { userId: string; hasAmounts: boolean; now: Date },
): Promise<string> {
  const token = newToken();
  await database.query(
    `INSERT INTO schedules.calendar_tokens (user_id, token_hash, has_amounts, made_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE SET token_hash = $2, has_amounts = $3, made_at = $4`,
    [userId, tokenHash(token), hasAmounts, now],
  );
  return token;
}

/** Ends the token of a user's calendar, if there is one. */
export async function revokeCalendarToken(database: Database, userId: string): Promise<void> {
  await database.query('DELETE FROM schedules.calendar_tokens WHERE user_id = $1', [userId]);
}

/** Finds what a token opens, or null if it is none, or its user is being deleted. */
export async function findCalendar(database: Database, token: string): Promise<CalendarAccess | null> {
  const { rows } = await database.query<CalendarAccess>(
    `SELECT u.ledger_id AS "ledgerId", t.has_amounts AS "hasAmounts", u.currency, u.time_zone AS "timeZone"
      FROM schedules.calendar_tokens t JOIN identity.users u USING (user_id)
      WHERE t.token_hash = $1 AND u.deleted_at IS NULL`,
    [tokenHash(token)],
  );
  return rows[0] ?? null;
}
