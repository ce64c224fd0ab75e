import type { EventType, RecordedEvent } from '#ledger/events.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { events, recordedOf, type StoredEventRow } from '../tables/events.ts';
import { LIVE } from '../tables/read-models.ts';
import { columnsOf, readRow } from '../tables/table.ts';
import { READ_MODEL_VERSION } from '../tables/version.ts';

/** Rows in one query, so that parsing them doesn't block the event loop for long. */
const PAGE_ROWS = 1_000;

/**
 * Gives the rows of a ledger's events from the revision `from` and below `below`, in order; none that other code
 * folded.
 */
export async function* eventsBetween(
  database: Database,
  ledgerId: string,
  from: bigint,
  below: bigint,
): AsyncGenerator<StoredEventRow> {
  for (let next = from; ; ) {
    const { rows } = await queryPrepared<object>(
      database,
      `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
          JOIN ${LIVE}.ledgers a ON a.ledger_id = e.ledger_id AND a.fold_version = $4
        WHERE e.ledger_id = $1 AND e.revision >= $2 AND e.revision < $3 ORDER BY e.revision LIMIT ${PAGE_ROWS}`,
      [ledgerId, next, below, READ_MODEL_VERSION],
    );
    const page = rows.map((row) => readRow(events, row));
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return;
    next = last.revision + 1n;
  }
}

/** How many events a ledger's rows have since its last reset, counted up to `most`, and what these take, in bytes. */
export async function sizeOfEvents(
  database: Database,
  ledgerId: string,
  most: number,
): Promise<{ count: number; bytes: number }> {
  const { rows } = await queryPrepared<{ count: number; bytes: number }>(
    database,
    `SELECT count(*) AS count, coalesce(sum(pg_column_size(e.*)), 0) AS bytes
      FROM (SELECT * FROM ${LIVE}.events WHERE ledger_id = $1 LIMIT $2) e`,
    [ledgerId, most],
  );
  return rows[0] ?? { count: 0, bytes: 0 };
}

/** A ledger's events of these types since its last reset, oldest first. */
export async function eventsOfTypes(
  database: Database,
  ledgerId: string,
  types: readonly EventType[],
): Promise<RecordedEvent[]> {
  const { rows } = await queryPrepared(
    database,
    `SELECT t.* FROM ${LIVE}.events t WHERE t.ledger_id = $1 AND t.type = ANY($2) ORDER BY t.revision`,
    [ledgerId, types],
  );
  return rows.map((row) => recordedOf(readRow(events, row)));
}
