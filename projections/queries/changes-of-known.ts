import { type RecordedEvent, typesAbout } from '#ledger/events.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { events, isAbout, recordedOf, type StoredEventRow } from '../tables/events.ts';
import { LIVE } from '../tables/read-models.ts';
import { columnsOf, readRow } from '../tables/table.ts';

const RECORDED = typesAbout(['transaction', 'transfer'], ['make']);
const CHANGED = [...typesAbout(['transaction', 'transfer'], ['change', 'remove']), ...typesAbout(['goal'], ['remove'])];

/**
 * The events, oldest first, of the change-sets after a revision that changed what was known by then: an entry that was
 * there was changed or deleted, a change-set undone, or an entry recorded that is dated before a day (product 5.11).
 */
export async function changesOfKnown(
  database: Database,
  ledgerId: string,
  revision: bigint,
  before: string,
): Promise<RecordedEvent[]> {
  const { rows } = await queryPrepared<StoredEventRow>(
    database,
    `
      WITH later AS (
        SELECT e.* FROM ${LIVE}.events e WHERE e.ledger_id = $1 AND e.revision > $2
      ), concerned AS (
        SELECT e.change_set_id FROM later e
        WHERE (e.type = ANY($4) AND e.data ->> 'date' < $3)
          OR (e.type = ANY($5) AND EXISTS (
            SELECT FROM ${LIVE}.events f
            WHERE ${isAbout('f', '$1', 'e.entity_id')} AND f.revision <= $2))
          OR (e.type = 'ChangeSetUndone' AND EXISTS (
            SELECT FROM ${LIVE}.change_sets r
            WHERE r.ledger_id = $1 AND r.change_set_id = e.data -> 'chain' ->> -1 AND r.first <= $2))
      )
      SELECT ${columnsOf(events, 'e')} FROM later e WHERE e.change_set_id IN (SELECT change_set_id FROM concerned)
      ORDER BY e.revision`,
    [ledgerId, revision, before, RECORDED, CHANGED],
  );
  return rows.map((row) => recordedOf(readRow(events, row)));
}
