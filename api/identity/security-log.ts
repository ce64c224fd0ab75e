import type { SecurityEvent, SecurityEventKind } from '#contract/sign-in-calls.ts';
import { storable } from '#ledger/model/storable.ts';
import type { Database } from '#platform/postgres.ts';
import type { Context } from '../http/context.ts';
import { AGENT_MAX } from './sessions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Events are kept for so long (product 5.3). */
export const SECURITY_LOG_MS = 180 * DAY_MS;
/** The newest events of a user that are kept, and those that are shown. */
const KEPT_MAX = 1_000;
const SHOWN_MAX = 200;

type Noted = {
  userId: string;
  kind: SecurityEventKind;
  /** The name of the passkey that it is about. */
  name?: string;
};

/** Notes that something about the ways in of a user has happened, and from where. */
export async function noteSecurity(database: Database, ctx: Context, now: Date, noted: Noted): Promise<void> {
  const agent = storable(ctx.get('User-Agent')).slice(0, AGENT_MAX).toWellFormed() || null;
  await database.query(
    `INSERT INTO identity.security_events (user_id, at, kind, address, agent, name) VALUES ($1, $2, $3, $4, $5, $6)`,
    [noted.userId, now, noted.kind, ctx.ip, agent, noted.name ?? null],
  );
}

/** The newest security events of a user, the newest first. */
export async function securityEventsOf(database: Database, userId: string, now: Date): Promise<SecurityEvent[]> {
  const { rows } = await database.query<Omit<SecurityEvent, 'at'> & { at: Date }>(
    `SELECT event_id::text AS _id, at, kind, address, agent, name FROM identity.security_events
      WHERE user_id = $1 AND at > $2 ORDER BY at DESC, event_id DESC LIMIT $3`,
    [userId, new Date(now.getTime() - SECURITY_LOG_MS), SHOWN_MAX],
  );
  return rows.map((event) => ({ ...event, at: event.at.toISOString() }));
}

/** Deletes the events that are too old, or have too many newer ones, and gives their number. */
export async function deleteOldSecurityEvents(database: Database, now: Date): Promise<number> {
  const { rowCount } = await database.query(
    `DELETE FROM identity.security_events WHERE at <= $1 OR event_id IN (
      SELECT event_id FROM (
        SELECT event_id, row_number() OVER (PARTITION BY user_id ORDER BY at DESC, event_id DESC) AS place
        FROM identity.security_events) AS placed
      WHERE place > $2)`,
    [new Date(now.getTime() - SECURITY_LOG_MS), KEPT_MAX],
  );
  return rowCount ?? 0;
}
