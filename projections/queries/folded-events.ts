import { apply } from '#ledger/evolve.ts';
import { type Books, draftOf, EMPTY_BOOKS } from '#ledger/model/state.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { events, recordedOf, type StoredEventRow } from '../tables/events.ts';
import { LIVE } from '../tables/read-models.ts';
import { columnsOf, readRow } from '../tables/table.ts';

/**
 * The books that the events which meet a condition of the table of events make of nothing, up to the event `asOf`: for
 * what has few events and is not kept as it was.
 */
export async function foldedEvents(
  database: Database,
  ledgerId: string,
  condition: string,
  asOf: bigint,
): Promise<Books> {
  const { rows } = await queryPrepared<StoredEventRow>(
    database,
    `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
      WHERE e.ledger_id = $1 AND e.revision <= $2 AND e.${condition} ORDER BY e.revision`,
    [ledgerId, asOf],
  );
  const draft = draftOf(EMPTY_BOOKS);
  for (const row of rows) apply(draft, recordedOf(readRow(events, row)));
  return draft;
}
