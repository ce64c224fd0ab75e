import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../contract/demo.ts';
import { WrongRevision } from '../../event-log/errors.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { encode } from '../../ledger/codec.ts';
import { eventId } from '../../ledger/ids.ts';
import { DEFAULT_CURRENCY } from '../../ledger/model/constants.ts';
import { LOCKS } from '../../platform/locks.ts';
import { type Database, transaction } from '../../platform/postgres.ts';
import { loadAccountView } from '../../projections/queries/account-view.ts';
import { inputHash } from '../commands/input-hash.ts';
import { ProblemError } from '../http/problem-error.ts';
import { hashPassword } from '../identity/passwords.ts';
import { sampleBooks } from './sample-books.ts';

/** What the demo user is kept with. */
export type DemoServices = { database: pg.Pool; log: EventLog; now(): Date };

/** Who the demo user is, besides the currency, which is the default one. */
export const PROFILE = {
  fullName: 'Clara Whitfield',
  bio: 'Nurse by day, potter by night.',
  dateOfBirth: '1991-04-17',
};
/** How often a reset is tried again because the demo user is busy. */
const ROUNDS = 20;

/** The demo user: its id, and its ledger's. */
export type DemoUser = { userId: string; ledgerId: string };

/** The demo user; null where there is none. */
export async function findDemoUser({ database }: Pick<DemoServices, 'database'>): Promise<DemoUser | null> {
  const { rows } = await database.query<DemoUser>(
    'SELECT user_id AS "userId", ledger_id AS "ledgerId" FROM identity.users WHERE is_demo',
  );
  return rows[0] ?? null;
}

/**
 * Makes sure, at every start, that the demo user is there with their books, and that a reset that was interrupted is
 * carried through. Only where they were missing altogether is anything written.
 */
export async function ensureDemoUser(needs: DemoServices): Promise<void> {
  const { database, log, now } = needs;
  await database.query(
    `INSERT INTO identity.users (user_id, ledger_id, email, password_hash, full_name, currency, registered_at, is_demo)
     VALUES ($1, $1, $2, '', '', $3, $4, true) ON CONFLICT (email) DO NOTHING`,
    [randomUUID(), DEMO_EMAIL, DEFAULT_CURRENCY, now()],
  );
  const user = await findDemoUser(needs);
  if (!user) return; // Somebody registered under this email before; they keep it.
  const { first, lastReset } = await extent(log, user.ledgerId);
  // The first reset may have been interrupted after its append, before the password was set.
  const { rows } = await database.query('SELECT FROM identity.users WHERE user_id = $1 AND password_hash = $2', [
    user.userId,
    '',
  ]);
  if (lastReset === null || rows.length > 0) await resetDemoUser(needs, user);
  else if (first !== lastReset) await log.truncate(user.ledgerId, lastReset);
}

/**
 * Puts the demo user back as at the first start: profile, password, currency, and the books by a reset with fresh
 * samples in one append, after which the stream is truncated before it (product 1.5). Gives the revision the
 * ledger has then. Whatever it is interrupted at, the books are either as they were or reset. Throws the problem busy where
 * others were faster every time.
 */
export async function resetDemoUser(needs: DemoServices, user: DemoUser): Promise<bigint> {
  return await transaction(needs.database, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.demoReset]);
    return await resetWithin(client, needs, user);
  });
}

/** Does the same within a transaction that holds the lock. */
export async function resetWithin(client: Database, needs: DemoServices, user: DemoUser): Promise<bigint> {
  const { userId, ledgerId } = user;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const { reset, last } = await appendReset(needs, ledgerId);
  await needs.log.truncate(ledgerId, reset);
  // After the event store has answered, since logins wait for the user's row from here on.
  await restoreProfile(client, userId);
  await client.query('UPDATE identity.users SET password_hash = $2 WHERE user_id = $1', [userId, passwordHash]);
  await client.query(
    `INSERT INTO demo.upkeep (user_id, reset_at, revision) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET
       reset_at = excluded.reset_at, revision = excluded.revision, written_at = NULL, profile_changed_at = NULL`,
    [userId, needs.now(), last],
  );
  return last;
}

/** Puts the demo user's profile and currency back. */
export async function restoreProfile(client: Database, userId: string): Promise<void> {
  await client.query(
    `UPDATE identity.users SET full_name = $2, bio = $3, date_of_birth = $4, currency = $5, avatar_id = NULL
     WHERE user_id = $1`,
    [userId, PROFILE.fullName, PROFILE.bio, PROFILE.dateOfBirth, DEFAULT_CURRENCY],
  );
}

/** Appends the reset and the samples after whatever the demo user has done meanwhile. */
async function appendReset(
  { database, log, now }: DemoServices,
  ledgerId: string,
): Promise<{ reset: bigint; last: bigint }> {
  const at = now();
  const commandId = `reset-${randomUUID()}`;
  const hash = inputHash('resetDemoUser', { at: at.toISOString() });
  const events = sampleBooks(ledgerId, at.toISOString().slice(0, 10), at).map(({ event, recordedAt }, index) => ({
    id: eventId(ledgerId, commandId, hash, index),
    ...encode(event, { commandId, inputHash: hash, recordedAt }),
  }));
  let { revision } = await loadAccountView(database, ledgerId);
  for (let round = 0; ; round += 1) {
    for await (const event of log.readAfter(ledgerId, revision)) revision = event.revision;
    try {
      const last = await log.append(ledgerId, revision, events);
      return { reset: revision + 1n, last };
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error;
      if (round === ROUNDS) throw new ProblemError('busy');
    }
  }
}

/** The revisions of a ledger's first visible event and of its last reset; null where there are none. */
async function extent(log: EventLog, ledgerId: string): Promise<{ first: bigint | null; lastReset: bigint | null }> {
  let first: bigint | null = null;
  let lastReset: bigint | null = null;
  for await (const { type, revision } of log.readAfter(ledgerId, -1n)) {
    first ??= revision;
    if (type === 'LedgerReset') lastReset = revision;
  }
  return { first, lastReset };
}
