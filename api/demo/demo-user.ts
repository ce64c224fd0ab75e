import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { DEMO_EMAIL, DEMO_PASSWORD } from '#contract/demo.ts';
import { WrongRevision } from '#event-log/errors.ts';
import type { EventLog } from '#event-log/event-log.ts';
import { eventId } from '#ledger/ids.ts';
import { encode } from '#ledger/log/codec.ts';
import { beforeReset, extendedSeal, sealChain } from '#ledger/log/seal.ts';
import { DEFAULT_CURRENCY } from '#ledger/model/constants.ts';
import type { KeyedMutex } from '#platform/keyed-mutex.ts';
import { LOCKS } from '#platform/locks.ts';
import { type Database, transaction } from '#platform/postgres.ts';
import { traceparent } from '#platform/telemetry/traces.ts';
import type { RevisionWaiters } from '#projections/wait-for-revision.ts';
import { inputHash } from '../commands/input-hash.ts';
import { ProblemError } from '../http/problem-error.ts';
import { hashPassword } from '../identity/passwords.ts';
import { changeUser, type StoredProfile } from '../identity/users.ts';
import { deleteImports } from '../imports/stored-imports.ts';
import { removeReports } from '../reports/saved-reports.ts';
import { removeViews } from '../search/views.ts';
import { storeReceipts } from './receipts.ts';
import { sampleLedger } from './sample-ledger.ts';

/** Dependencies of the demo user. */
export type DemoServices = {
  database: pg.Pool;
  log: EventLog;
  commandMutex: Pick<KeyedMutex<unknown>, 'runAndEndOthers'>;
  waiters: RevisionWaiters;
  now(): Date;
};

/** The demo user's profile; the currency is the default one. */
export const PROFILE: StoredProfile & { bio: string; dateOfBirth: string } = {
  fullName: 'Clara Whitfield',
  bio: 'Nurse by day, potter by night.',
  dateOfBirth: '1991-04-17',
  currency: DEFAULT_CURRENCY,
  avatarId: null,
  dateOrder: null,
  weekStart: null,
  monthStart: null,
  yearStart: null,
  usesWordList: true,
};
/** Attempts of a reset while commands of the demo user append concurrently. */
const ATTEMPTS_MAX = 20;

/** Ids of the demo user and its ledger. */
export type DemoUser = { userId: string; ledgerId: string };

/** A reset: the ledger's revision after it, and its change-set. */
export type Reset = { revision: bigint; changeSetId: string };

/** Finds the demo user; null when there is none. */
export async function findDemoUser({ database }: Pick<DemoServices, 'database'>): Promise<DemoUser | null> {
  const { rows } = await database.query<DemoUser>(
    'SELECT user_id AS "userId", ledger_id AS "ledgerId" FROM identity.users WHERE is_demo',
  );
  return rows[0] ?? null;
}

/** Whether there is a demo user that was reset once, who can log in. */
export async function canDemoLogIn(database: Database): Promise<boolean> {
  const { rows } = await database.query("SELECT FROM identity.users WHERE is_demo AND password_hash <> ''");
  return rows.length > 0;
}

/**
 * Creates the demo user and its ledger when missing, and finishes an interrupted reset. Runs at every start and
 * otherwise writes nothing. Throws LogUnavailable.
 */
export async function ensureDemoUser(needs: DemoServices): Promise<void> {
  const { database, log, now } = needs;
  await database.query(
    `INSERT INTO identity.users (user_id, ledger_id, email, password_hash, full_name, currency, registered_at, is_demo)
     VALUES ($1, $1, $2, '', '', $3, $4, true) ON CONFLICT (email) DO NOTHING`,
    [randomUUID(), DEMO_EMAIL, DEFAULT_CURRENCY, now()],
  );
  const user = await findDemoUser(needs);
  if (!user) return; // An ordinary user has this email.
  const { first, lastReset } = await extent(log, user.ledgerId);
  // An empty hash: the first reset was interrupted between its append and the password.
  const { rows } = await database.query('SELECT FROM identity.users WHERE user_id = $1 AND password_hash = $2', [
    user.userId,
    '',
  ]);
  if (lastReset === null || rows.length > 0) await resetDemoUser(needs, user);
  else if (first !== lastReset) await log.truncate(user.ledgerId, lastReset);
}

/**
 * Resets the demo user: restores profile, password and currency, deletes what is stored of its imports, its views and
 * reports, appends `LedgerReset` with new sample events in one append, and truncates the stream before it (product
 * 1.5). Atomic for the ledger: an interruption leaves it either unchanged or reset. Throws the problem busy when
 * concurrent commands win every append. Commands that come before `answered` settles are refused (`resetWithin`).
 */
export async function resetDemoUser(
  needs: DemoServices,
  user: DemoUser,
  answered: Promise<unknown> = Promise.resolve(),
): Promise<Reset> {
  return await transaction(needs.database, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.demoReset]);
    return await resetWithin(client, needs, user, answered);
  });
}

/**
 * Like `resetDemoUser`, within a transaction that holds `LOCKS.demoReset`. A command that is under way meanwhile, or
 * comes before `answered` settles, is refused, since a visitor of before has sent it (`api/commands/execute.ts`).
 */
export async function resetWithin(
  client: Database,
  needs: DemoServices,
  user: DemoUser,
  answered: Promise<unknown> = Promise.resolve(),
): Promise<Reset> {
  const { userId, ledgerId } = user;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  // By another connection: they are there before an event names them.
  await storeReceipts(needs.database, userId, ledgerId, needs.now());
  // Somebody who writes without a pause would win every append.
  const { reset, last, changeSetId } = await needs.commandMutex.runAndEndOthers(
    ledgerId,
    () => appendReset(needs, ledgerId),
    answered,
  );
  needs.waiters.noteSeen(ledgerId, last);
  await needs.log.truncate(ledgerId, reset);
  await deleteImports(client, userId);
  await removeViews(client, userId);
  await removeReports(client, userId);
  // Last, because it locks the user's row, which logins wait for.
  await restoreProfile(client, userId);
  await client.query('UPDATE identity.users SET password_hash = $2 WHERE user_id = $1', [userId, passwordHash]);
  await client.query(
    `INSERT INTO demo.upkeep (user_id, reset_at, revision) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET
       reset_at = excluded.reset_at, revision = excluded.revision, written_at = NULL, profile_changed_at = NULL`,
    [userId, needs.now(), last],
  );
  return { revision: last, changeSetId };
}

/** Restores the demo user's profile and currency. */
export async function restoreProfile(client: Database, userId: string): Promise<void> {
  await changeUser(client, userId, PROFILE);
}

/**
 * Appends the reset and the sample events at the stream's current revision. The reset carries the number and the head
 * of the entries before it, which are about to go (product 5.12).
 */
async function appendReset(
  { log, now }: DemoServices,
  ledgerId: string,
): Promise<{ reset: bigint; last: bigint; changeSetId: string }> {
  const time = now();
  const resetId = `reset-${randomUUID()}`;
  const hash = inputHash('resetDemoUser', { at: time.toISOString() });
  let chain = sealChain(ledgerId);
  for (let attempt = 0; ; attempt += 1) {
    for await (const entry of log.readRawAfter(ledgerId, BigInt(chain.entries) - 1n))
      chain = extendedSeal(chain, entry);
    const revision = BigInt(chain.entries) - 1n;
    const reset = { before: beforeReset(chain), madeAt: time.toISOString() };
    const samples = sampleLedger(ledgerId, { resetId, reset, revision: revision + 1n }, time);
    const trace = traceparent();
    const events = samples.map(({ event, changeSetId, index, recordedAt }) => ({
      id: eventId(ledgerId, changeSetId, hash, index),
      ...encode(event, { commandId: changeSetId, inputHash: hash, recordedAt }, trace),
    }));
    try {
      const last = await log.append(ledgerId, revision, events);
      return { reset: revision + 1n, last, changeSetId: resetId };
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error;
      if (attempt === ATTEMPTS_MAX) throw new ProblemError('busy');
    }
  }
}

/** The revisions of a ledger's first visible event and of its last reset; null when there is none. */
async function extent(log: EventLog, ledgerId: string): Promise<{ first: bigint | null; lastReset: bigint | null }> {
  let first: bigint | null = null;
  let lastReset: bigint | null = null;
  for await (const { type, revision } of log.readAfter(ledgerId, -1n)) {
    first ??= revision;
    if (type === 'LedgerReset') lastReset = revision;
  }
  return { first, lastReset };
}
