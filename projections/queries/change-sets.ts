import type { Database } from '../../platform/postgres.ts';
import { type ChangeSetRow, changeSets } from '../tables/change-sets.ts';
import { LIVE } from '../tables/read-models.ts';
import { columnsOf, readRow } from '../tables/table.ts';

/** An event as its row has it. */
type StoredEvent = { type: string; data: object };

/**
 * A change-set with its first event. Of an undo, `root` is the first event of what it takes back in the end, and `chain` how
 * many change-sets lead there: an odd number takes it back, an even one does it again.
 */
export type ListedChangeSet = ChangeSetRow & { event: StoredEvent; root: StoredEvent | null; chain: number };

/** Which change-sets of a ledger: those before a revision, of one kind, of one account; all where null. */
export type Which = { before: string | null; kind: string | null; account: string | null; changeSetId: string | null };

/** A ledger's change-sets since the last reset, newest first: at most `limit`. */
export async function newestChangeSets(
  database: Database,
  ledgerId: string,
  limit: number,
  { before, kind, account, changeSetId }: Which,
): Promise<ListedChangeSet[]> {
  const { rows } = await database.query<{ event: StoredEvent; root: StoredEvent | null; chain: number | null }>({
    name: 'change-sets',
    text: `SELECT ${columnsOf(changeSets, 'c')}, json_build_object('type', e.type, 'data', e.data) AS event,
        (SELECT json_build_object('type', f.type, 'data', f.data) FROM ${LIVE}.change_sets r
          JOIN ${LIVE}.events f ON f.ledger_id = r.ledger_id AND f.revision = r.first
          WHERE r.ledger_id = c.ledger_id AND r.change_set_id = e.data -> 'chain' ->> -1) AS root,
        json_array_length(e.data -> 'chain') AS chain
      FROM ${LIVE}.ledgers a
        JOIN ${LIVE}.change_sets c ON c.ledger_id = a.ledger_id AND c.first >= a.since
        JOIN ${LIVE}.events e ON e.ledger_id = c.ledger_id AND e.revision = c.first
      WHERE a.ledger_id = $1 AND ($3::bigint IS NULL OR c.first < $3) AND ($4::text IS NULL OR c.kind = $4)
        AND ($5::text IS NULL OR c.accounts::jsonb ? $5) AND ($6::text IS NULL OR c.change_set_id = $6)
      ORDER BY c.first DESC LIMIT $2`,
    values: [ledgerId, limit, before, kind, account, changeSetId],
  });
  return rows.map((row) => ({
    ...readRow(changeSets, row),
    event: row.event,
    root: row.root,
    chain: row.chain ?? 0,
  }));
}
