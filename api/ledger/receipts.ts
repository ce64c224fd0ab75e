import type { Verification } from '#contract/ledger-calls.ts';
import type { LoggedEvent } from '#event-log/logged-event.ts';
import type { Database } from '#platform/postgres.ts';

/** The hash that an event names for a receipt, as 64 hex digits, and the revision of the event. */
export type NamedReceipt = { hash: string; revision: bigint };

/** Adds the receipt that an event names, if any; `receipts` are by id. Nothing before a reset counts. */
export function noteReceipt(receipts: Map<string, NamedReceipt>, { type, data, revision }: LoggedEvent): void {
  if (type === 'LedgerReset') receipts.clear();
  const { receiptId, after, receiptHash } = (data ?? {}) as {
    receiptId?: unknown;
    after?: { receiptId?: unknown };
    receiptHash?: unknown;
  };
  const named = receiptId ?? after?.receiptId;
  if (typeof named !== 'string' || typeof receiptHash !== 'string') return;
  if (!receipts.has(named)) receipts.set(named, { hash: receiptHash, revision });
}

/**
 * Compares the stored images of a user with the hashes that events name: gives a difference for each image with other
 * bytes, and for each that is missing (product 5.12).
 */
export async function replacedReceipts(
  database: Database,
  userId: string,
  receipts: ReadonlyMap<string, NamedReceipt>,
): Promise<Verification['differences']> {
  if (receipts.size === 0) return [];
  const { rows } = await database.query<{ fileId: string; hash: string }>(
    `SELECT file_id::text AS "fileId", encode(sha256(bytes), 'hex') AS hash
     FROM files.images WHERE user_id = $1 AND file_id::text = ANY($2)`,
    [userId, [...receipts.keys()]],
  );
  const stored = new Map(rows.map(({ fileId, hash }) => [fileId, hash]));
  return [...receipts]
    .filter(([receiptId, { hash }]) => stored.get(receiptId) !== hash)
    .map(([receiptId, { hash, revision }]) => ({
      field: `receipt ${receiptId}`,
      expected: hash,
      found: stored.get(receiptId) ?? null,
      revision: Number(revision),
    }));
}
