import type { EventLog } from '#event-log/event-log.ts';
import type { RawEvent } from '#event-log/raw-event.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { budgetOfLedger } from '#projections/queries/budget.ts';
import { entryCount, entryPages } from '#projections/queries/entries.ts';
import { eventsOfTypes, sizeOfEvents } from '#projections/queries/events.ts';
import { scheduledOf } from '#projections/queries/schedules.ts';
import { loadStoredRows } from '#projections/storage/storage.ts';
import { LIVE } from '#projections/tables/read-models.ts';
import { EXTENSIONS } from '../files/image.ts';
import { imageOf, imageTypesOf } from '../files/stored-images.ts';
import { ProblemError } from '../http/problem-error.ts';
import { EXPORTED_EVENTS, type ExportedLedger } from './archive-files.ts';
import type { EntryWithReceipt } from './tables.ts';

/** A ledger that is exported, with the number of its entries. `close` ends the read of the log, which was begun. */
export type OpenLedger = ExportedLedger & { entries: number; close(): Promise<unknown> };

/** The events and bytes of a ledger whose export is small, and then takes less than a megabyte. */
const SMALL_EVENTS_MAX = 2_000;
const SMALL_BYTES_MAX = 512 * 1024;

/** Whether the export of a user's ledger is small: by its events, and the bytes of these and of the stored images. */
export async function isSmall(
  database: Database,
  { userId, ledgerId }: { userId: string; ledgerId: string },
): Promise<boolean> {
  const { count, bytes } = await sizeOfEvents(database, ledgerId, SMALL_EVENTS_MAX + 1);
  if (count > SMALL_EVENTS_MAX || bytes > SMALL_BYTES_MAX) return false;
  const { rows } = await queryPrepared<{ bytes: number }>(
    database,
    'SELECT coalesce(sum(length(bytes)), 0) AS bytes FROM files.images WHERE user_id = $1',
    [userId],
  );
  return bytes + (rows[0]?.bytes ?? 0) <= SMALL_BYTES_MAX;
}

/**
 * Opens a ledger for its export within a transaction of one snapshot, which has to last until all of it is read: from
 * the snapshot page by page, and from the log up to the snapshot's revision (product 10.5). `today` is the caller's day
 * (ISO date). Throws LogUnavailable where the log can't be read, and the problem unavailable while the read models have
 * another version, and where a reset has taken the events of the snapshot from the log.
 */
export async function openLedger(
  database: Database,
  log: EventLog,
  { userId, ledgerId, today }: { userId: string; ledgerId: string; today: string },
): Promise<OpenLedger> {
  const rows = (await loadStoredRows(database, LIVE, [ledgerId])).get(ledgerId);
  if (!rows) throw new Error('The rows of the ledger were not loaded.');
  const moving = await eventsOfTypes(database, ledgerId, EXPORTED_EVENTS);
  const entries = await entryCount(database, ledgerId);
  const budget = await budgetOfLedger(database, ledgerId);
  if (!budget) throw new ProblemError('unavailable');
  return {
    ledgerId,
    revision: rows.revision,
    state: rows.state,
    budget,
    coming: { scheduled: await scheduledOf(database, ledgerId, null), today },
    moving,
    entries,
    ...(await begun(log.readRawAfter(ledgerId, -1n), rows.revision)),
    pages: () => withReceipts(database, userId, ledgerId),
    receipt: async (receiptId) => (await imageOf(database, userId, receiptId))?.bytes ?? null,
  };
}

/**
 * Reads the first of the events at once, so that an unreadable log, or one that begins after the revision, is noticed
 * before the answer begins.
 */
async function begun(events: AsyncIterable<RawEvent>, revision: bigint): Promise<Pick<OpenLedger, 'events' | 'close'>> {
  const reading = events[Symbol.asyncIterator]();
  const first = await reading.next();
  if (!first.done && revision >= 0n && first.value.revision > revision) {
    await reading.return?.();
    throw new ProblemError('unavailable');
  }
  async function* all(): AsyncGenerator<RawEvent> {
    for (let next = first; !next.done; next = await reading.next()) yield next.value;
  }
  return { events: all(), close: async () => await reading.return?.() };
}

async function* withReceipts(database: Database, userId: string, ledgerId: string): AsyncGenerator<EntryWithReceipt[]> {
  for await (const page of entryPages(database, ledgerId)) {
    const receiptIds = page.flatMap(({ receiptId }) => receiptId ?? []);
    const types = await imageTypesOf(database, userId, receiptIds);
    yield page.map((row) => {
      const type = types.get(row.receiptId ?? '');
      return { ...row, receipt: type ? `receipts/${row.entryId}.${EXTENSIONS[type]}` : null };
    });
  }
}
