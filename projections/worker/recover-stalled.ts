import { LedgerErased } from '../../event-log/errors.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import type { LoggedEvent } from '../../event-log/logged-event.ts';
import { allStalled } from '../tables/stalled.ts';
import { loadBooks } from '../tables/store.ts';
import { applyAside, type NewStall, type Writer } from './apply-batch.ts';

const STEP = 500;

/**
 * Catches every stalled user up from their own stream, as at each start: newer code may read what older code could
 * not, and a gap may have been an error of the moment. Gives those that are still stalled.
 */
export async function recoverStalled(writer: Writer, log: EventLog): Promise<NewStall[]> {
  const still: NewStall[] = [];
  for (const { userId } of await allStalled(writer.client, writer.schema)) {
    still.push(...(await recover(writer, log, userId)));
  }
  return still;
}

async function recover(writer: Writer, log: EventLog, userId: string): Promise<NewStall[]> {
  const books = (await loadBooks(writer.client, writer.schema, [userId])).get(userId);
  let step: LoggedEvent[] = [];
  try {
    for await (const event of log.readAfter(userId, books?.revision ?? -1n)) {
      step.push(event);
      if (step.length < STEP) continue;
      const stalls = await applyAside(writer, userId, step);
      if (stalls.length > 0) return stalls;
      step = [];
    }
  } catch (error) {
    if (!(error instanceof LedgerErased)) throw error;
    return []; // Its $streamDeleted event comes with the subscription and clears the rows.
  }
  return await applyAside(writer, userId, step);
}
