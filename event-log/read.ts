import type { Connection } from './connection.ts';
import { type LoggedEvent, readEvent } from './logged-event.ts';
import { type RawRead, readMessages } from './read-raw.ts';
import { streamOf } from './streams.ts';

/**
 * Gives the events of a ledger after a revision (-1 for all), oldest first, without truncated ones; none for a missing
 * stream. Throws LedgerErased, or LogUnavailable, also when the next event doesn't arrive within the timeout.
 */
export function readAfter(connection: Connection, ledgerId: string, after: bigint): AsyncGenerator<LoggedEvent> {
  return readEvents(connection, { stream: streamOf(ledgerId), backwards: false, from: after + 1n });
}

/**
 * Gives at most `count` events of a ledger before a revision (null: the last ones), newest first; fewer where the
 * stream begins or was truncated. Its cost doesn't depend on the length of the stream. Throws like `readAfter`.
 */
export async function readBefore(
  connection: Connection,
  ledgerId: string,
  before: bigint | null,
  count: number,
): Promise<LoggedEvent[]> {
  if (before !== null && before <= 0n) return [];
  const from = before === null ? {} : { from: before - 1n };
  return await Array.fromAsync(
    readEvents(connection, { stream: streamOf(ledgerId), backwards: true, limit: count, ...from }),
  );
}

/** Gives the events of a read, with their data parsed. Throws like `readMessages`. */
export async function* readEvents(connection: Connection, read: RawRead): AsyncGenerator<LoggedEvent> {
  for await (const message of readMessages(connection, read)) {
    const event = readEvent(message);
    if (event) yield event;
  }
}
