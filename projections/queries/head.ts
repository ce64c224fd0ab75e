import { changeSets } from '../tables/change-sets.ts';
import { ledgers } from '../tables/ledgers.ts';
import { LIVE } from '../tables/read-models.ts';
import { READ_MODEL_VERSION } from '../tables/version.ts';
import type { SeenCommand } from './snapshot.ts';

/**
 * How far the read models have come with a ledger, without the ledger: -1 before its first event. `tables` names the
 * tables that hold its row, which a replay replaces, or null if other code folded it. `seen` is the command that was
 * asked for, where it was carried out by then.
 */
export type LedgerHead = {
  revision: bigint;
  tables: number | null;
  isPaid: boolean;
  transactionCount: number;
  seen: SeenCommand | null;
};

/** The columns of a head, of a row of `joinHead`. */
export const HEAD_COLUMNS = `l.revision, l.tableoid::bigint AS tables, l.fold_version, l.payment_status,
  l.transaction_count, c.input_hash AS seen_hash, c.revision AS seen_revision`;

/** The row of a ledger by the SQL of its id, and the row of a command's change-set. */
export const joinHead = (ledgerId: string, commandId: string): string => `
  LEFT JOIN ${LIVE}.${ledgers.name} l ON l.ledger_id = ${ledgerId}
  LEFT JOIN ${LIVE}.${changeSets.name} c ON c.ledger_id = ${ledgerId} AND c.change_set_id = ${commandId}`;

/** The columns of a head as the driver gives them. */
export type StoredHead = {
  revision: number | null;
  tables: number;
  fold_version: string;
  payment_status: string;
  transaction_count: number;
  seen_hash: string | null;
  seen_revision: number;
};

/** The head of a row. */
export function headOf({
  revision,
  tables,
  fold_version,
  seen_hash,
  seen_revision,
  ...stored
}: StoredHead): LedgerHead {
  if (revision === null) return { revision: -1n, tables: null, isPaid: false, transactionCount: 0, seen: null };
  return {
    revision: BigInt(revision),
    tables: fold_version === READ_MODEL_VERSION ? tables : null,
    isPaid: stored.payment_status === 'paid',
    transactionCount: stored.transaction_count,
    seen: seen_hash === null ? null : { inputHash: seen_hash, revision: BigInt(seen_revision) },
  };
}
