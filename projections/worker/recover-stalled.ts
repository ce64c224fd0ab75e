import { LedgerErased } from '#event-log/errors.ts';
import type { EventLog } from '#event-log/event-log.ts';
import type { LoggedEvent } from '#event-log/logged-event.ts';
import { applyAside, type BatchWriter, type NewStall } from '../batches/apply-batch.ts';
import { allStalled } from '../storage/stalled.ts';
import { loadStoredRows } from '../storage/storage.ts';

const EVENTS_PER_TRANSACTION = 500;

/**
 * Applies the streams of all stalled ledgers from where they stalled. A worker does this when it starts to lead, since
 * newer code may decode what older code could not, and a gap may have been transient. Gives those that are still
 * stalled.
 */
export async function recoverStalled(writer: BatchWriter, log: EventLog): Promise<NewStall[]> {
  const still: NewStall[] = [];
  for (const { ledgerId } of await allStalled(writer.client, writer.schema)) {
    still.push(...(await recover(writer, log, ledgerId)));
  }
  return still;
}

async function recover(writer: BatchWriter, log: EventLog, ledgerId: string): Promise<NewStall[]> {
  const rows = (await loadStoredRows(writer.client, writer.schema, [ledgerId])).get(ledgerId);
  let events: LoggedEvent[] = [];
  try {
    for await (const event of log.readAfter(ledgerId, rows?.revision ?? -1n)) {
      events.push(event);
      if (events.length < EVENTS_PER_TRANSACTION) continue;
      const stalls = await applyAside(writer, ledgerId, events);
      if (stalls.length > 0) return stalls;
      events = [];
    }
  } catch (error) {
    if (!(error instanceof LedgerErased)) throw error;
    return []; // Its $streamDeleted event comes with the subscription and clears the rows.
  }
  return await applyAside(writer, ledgerId, events);
}
