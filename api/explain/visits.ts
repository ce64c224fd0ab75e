import type { SinceLastVisit } from '#contract/explain-calls.ts';
import { postingsOf } from '#ledger/events.ts';
import { accountCounted } from '#ledger/model/double-entry.ts';
import { amountOf, safe } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import { changesOfKnown } from '#projections/queries/changes-of-known.ts';

/** Who has been away for so long comes back for another visit. */
const VISIT_GAP_MINUTES = 30;

/** The part of a ledger that its user had seen at the end of the visit before. */
export type Seen = { revision: bigint; at: string };

/**
 * Notes that a user sees their ledger at a revision, and gives what they had seen at the end of the visit before this
 * one; null on their first.
 */
export async function noteVisit(database: Database, userId: string, revision: bigint, now: Date): Promise<Seen | null> {
  const { rows } = await database.query<{ seen_revision: number | null; seen_at: Date | null }>(
    `INSERT INTO identity.visits AS v (user_id, last_revision, last_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET
       seen_revision = CASE WHEN v.last_at < $4 THEN v.last_revision ELSE v.seen_revision END,
       seen_at = CASE WHEN v.last_at < $4 THEN v.last_at ELSE v.seen_at END,
       last_revision = GREATEST(v.last_revision, excluded.last_revision), last_at = excluded.last_at
     RETURNING seen_revision, seen_at`,
    [userId, revision, now, new Date(now.getTime() - VISIT_GAP_MINUTES * 60_000)],
  );
  const { seen_revision, seen_at } = rows[0] ?? {};
  return seen_revision == null || !seen_at ? null : { revision: BigInt(seen_revision), at: seen_at.toISOString() };
}

/**
 * Gives the change-sets since a visit that changed what was known by then: edits, deletions, undos, and entries of
 * months before `month`, the first day of the visit's month; and the amount by which these moved the balance (product
 * 5.11). Null if there is no such change-set.
 */
export async function sinceVisit(
  database: Database,
  ledgerId: string,
  seen: Seen,
  month: string,
): Promise<SinceLastVisit['since']> {
  const changes = await changesOfKnown(database, ledgerId, seen.revision, month);
  if (changes.length === 0) return null;
  const sumOfChanges = changes
    .flatMap(({ event }) => postingsOf(event, {}))
    .filter(({ account }) => accountCounted(account) !== null)
    .reduce((sum, { amount }) => sum + amount, 0n);
  return {
    seenAt: seen.at,
    revision: Number(seen.revision),
    changeSetIds: [...new Set(changes.map(({ metadata }) => metadata.commandId))],
    change: amountOf(safe(sumOfChanges)),
  };
}
