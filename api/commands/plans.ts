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
 * The events of the plan of an import that follows a revision, made of the choices with this hash; null where it is not
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
  const [plan] = rows;
  return plan ? (JSON.parse((await unpack(plan.events)).toString()) as LedgerEvent[]) : null;
}
