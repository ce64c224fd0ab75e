import { LedgerErased } from '../../event-log/errors.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import type { LoggedEvent } from '../../event-log/logged-event.ts';
import { applyAside, type NewStall, type Writer } from '../batches/apply-batch.ts';
import { allStalled } from '../storage/stalled.ts';
import { loadRows } from '../storage/storage.ts';

const STEP = 500;

/**
 * Catches every stalled ledger up from their own stream, as at each start: newer code may read what older code could
 * not, and a gap may have been an error of the moment. Gives those that are still stalled.
 */
export async function recoverStalled(writer: Writer, log: EventLog): Promise<NewStall[]> {
  const still: NewStall[] = [];
  for (const { ledgerId } of await allStalled(writer.client, writer.schema)) {
    still.push(...(await recover(writer, log, ledgerId)));
  }
  return still;
}

async function recover(writer: Writer, log: EventLog, ledgerId: string): Promise<NewStall[]> {
  const books = (await loadRows(writer.client, writer.schema, [ledgerId])).get(ledgerId);
  let step: LoggedEvent[] = [];
  try {
    for await (const event of log.readAfter(ledgerId, books?.revision ?? -1n)) {
      step.push(event);
      if (step.length < STEP) continue;
      const stalls = await applyAside(writer, ledgerId, step);
      if (stalls.length > 0) return stalls;
      step = [];
    }
  } catch (error) {
    if (!(error instanceof LedgerErased)) throw error;
    return []; // Its $streamDeleted event comes with the subscription and clears the rows.
  }
  return await applyAside(writer, ledgerId, step);
}
