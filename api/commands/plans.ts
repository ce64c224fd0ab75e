import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import type { LedgerEvent } from '#ledger/events.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** The events of a plan as they are stored: JSON, compressed. */
export async function packEvents(events: readonly LedgerEvent[]): Promise<Buffer> {
  return await pack(JSON.stringify(events), { level: constants.Z_BEST_SPEED });
}

async function unpackEvents(packed: Buffer): Promise<LedgerEvent[]> {
  return JSON.parse((await unpack(packed)).toString());
}

/**
 * Stores all events of an import, which follow the revision `after`, with what it does in short, before the first of
 * them is appended: from them the import is carried to its end where this process stops.
 */
export async function insertPlan(
  database: Database,
  importId: string,
  after: bigint,
  { inputHash, total, summary, packed }: { inputHash: string; total: number; summary: object; packed: Buffer },
): Promise<void> {
  await queryPrepared(
    database,
    `INSERT INTO imports.plans (import_id, after_revision, input_hash, total, summary, events)
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (import_id, after_revision, input_hash)
      DO UPDATE SET total = excluded.total, summary = excluded.summary, events = excluded.events`,
    [importId, after, inputHash, total, JSON.stringify(summary), packed],
  );
}

/**
 * The events of the plan of an import that follows a revision, made of the choices with this hash, or null if it is not
 * stored (any more).
 */
export async function loadPlan(
  database: Database,
  importId: string,
  after: bigint,
  inputHash: string,
): Promise<LedgerEvent[] | null> {
  const { rows } = await queryPrepared<{ events: Buffer }>(
    database,
    `SELECT events FROM imports.plans
      WHERE import_id = $1 AND after_revision = $2 AND input_hash = $3 AND length(events) > 0`,
    [importId, after, inputHash],
  );
  return rows[0] ? await unpackEvents(rows[0].events) : null;
}

/** A plan of a bulk: its events follow the revision `after`. */
type BulkPlanKey = { ledgerId: string; changeSetId: string; after: bigint; inputHash: string };

/**
 * Stores all events of a bulk of a user before the first of them is appended, as an import's are. Earlier plans of the
 * ledger are deleted: nothing is appended after their revisions any more.
 */
export async function insertBulkPlan(
  database: Database,
  userId: string,
  { ledgerId, changeSetId, after, inputHash }: BulkPlanKey,
  events: readonly LedgerEvent[],
): Promise<void> {
  await forgetBulkPlans(database, ledgerId, after);
  await queryPrepared(
    database,
    `INSERT INTO bulk.plans (ledger_id, change_set_id, after_revision, input_hash, user_id, events)
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (ledger_id, change_set_id, after_revision, input_hash)
      DO UPDATE SET events = excluded.events`,
    [ledgerId, changeSetId, after, inputHash, userId, await packEvents(events)],
  );
}

/** The events of a plan of a bulk, or null if it is not stored (any more). */
export async function loadBulkPlan(
  database: Database,
  { ledgerId, changeSetId, after, inputHash }: BulkPlanKey,
): Promise<LedgerEvent[] | null> {
  const { rows } = await queryPrepared<{ events: Buffer }>(
    database,
    `SELECT events FROM bulk.plans
      WHERE ledger_id = $1 AND change_set_id = $2 AND after_revision = $3 AND input_hash = $4`,
    [ledgerId, changeSetId, after, inputHash],
  );
  return rows[0] ? await unpackEvents(rows[0].events) : null;
}

/** Deletes the plans of a ledger's bulks that follow a revision before this one. */
export async function forgetBulkPlans(database: Database, ledgerId: string, before: bigint): Promise<void> {
  await queryPrepared(database, 'DELETE FROM bulk.plans WHERE ledger_id = $1 AND after_revision < $2', [
    ledgerId,
    before,
  ]);
}
