import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { append, type NewEvent } from './append.ts';
import { Connection } from './connection.ts';
import { type LogUnavailable, WrongRevision } from './errors.ts';
import { type LoggedEvent, positionOf, readCreated, readPosition } from './logged-event.ts';
import { isAfter } from './positions.ts';
import { type RawEvent, rawEvent } from './raw-event.ts';
import { readAfter, readBefore, readEvents } from './read.ts';
import { readMessages, readRaw } from './read-raw.ts';
import { LEDGER_PREFIX, streamOf } from './streams.ts';
import { type Delivery, subscribe } from './subscribe.ts';
import { TIMEOUTS, type Timeouts } from './timers.ts';

/** The stream that holds the log's id. Read models store that id and refuse a log with another. */
export const IDENTITY_STREAM = 'daybook-log';

/** Events between a worker's checkpoint and the next ledger's event: a checkpoint comes at least every 320. */
const EVENTS_LOOKED_AT = 1_000;

/** How many events wait for the worker, at most a thousand, and since when. */
export type Waiting = { since: Date; events: number };

/** The event log: one stream of events for each ledger. Every method may throw LogUnavailable. */
export type EventLog = {
  /** See `append`. */
  append(ledgerId: string, after: bigint, events: readonly NewEvent[]): Promise<bigint>;
  /** See `readAfter`. */
  readAfter(ledgerId: string, after: bigint): AsyncIterable<LoggedEvent>;
  /**
   * A ledger's visible events after a revision (-1 for all), oldest first, with their bytes as stored. See `readRaw`.
   */
  readRawAfter(ledgerId: string, after: bigint): AsyncIterable<RawEvent>;
  /** See `readBefore`. */
  readBefore(ledgerId: string, before: bigint | null, count: number): Promise<LoggedEvent[]>;
  /**
   * The events of ledgers after a position (null: all), among the next thousand of any kind, and when the first of them
   * was recorded, or null if there is none. An event at the position itself does not count.
   */
  waitingAfter(position: string | null): Promise<Waiting | null>;
  /** See `subscribe`. */
  subscribe(
    from: string | null,
    signal: AbortSignal,
    onBreak: (error: LogUnavailable) => void,
  ): AsyncIterable<Delivery>;
  /** Truncates a ledger's stream before the revision `before`; the remaining events keep their revisions. */
  truncate(ledgerId: string, before: bigint): Promise<void>;
  /** Tombstones a ledger's stream: it can't be read or appended to any more. */
  erase(ledgerId: string): Promise<void>;
  /** The id of this log, a UUID. The first call ever writes it. */
  identity(): Promise<string>;
  /** The id of this log; null when it was never written. Writes nothing. */
  knownIdentity(): Promise<string | null>;
  /** The position of the newest event in `$all`, including the store's own; null in an empty store. */
  end(): Promise<string | null>;
  close(): Promise<void>;
};

/**
 * Opens the event log of a connection string (`esdb://…`). Connects at the first call, and reconnects as needed.
 * `onRetry` is called before an append is tried again.
 */
export function openEventLog(url: string, timeouts: Timeouts = TIMEOUTS, onRetry: () => void = () => {}): EventLog {
  const connection = new Connection(url, timeouts);
  return {
    append: (ledgerId, after, events) => append(connection, ledgerId, after, events, onRetry),
    readAfter: (ledgerId, after) => readAfter(connection, ledgerId, after),
    readRawAfter: (ledgerId, after) =>
      readRaw(connection, { stream: streamOf(ledgerId), backwards: false, from: after + 1n }),
    readBefore: (ledgerId, before, count) => readBefore(connection, ledgerId, before, count),
    waitingAfter: (position) => waitingAfter(connection, position),
    subscribe: (from, signal, onBreak) => subscribe(connection, from, signal, onBreak),
    truncate: async (ledgerId, before) => {
      await connection.attempt((client) =>
        client.setStreamMetadata(streamOf(ledgerId), { truncateBefore: Number(before) }, connection.writing),
      );
    },
    erase: async (ledgerId) => {
      await connection.attempt((client) => client.tombstoneStream(streamOf(ledgerId), connection.writing));
    },
    identity: () => identity(connection),
    knownIdentity: () => readIdentity(connection),
    end: () => readEnd(connection),
    close: async () => connection.close(),
  };
}

/** Each step is a separate attempt: a step that timed out must not run the next one in the background. */
async function identity(connection: Connection): Promise<string> {
  const known = await readIdentity(connection);
  if (known) return known;
  try {
    await writeIdentity(connection);
  } catch (error) {
    if (!(error instanceof WrongRevision)) throw error; // Another process wrote it first.
  }
  const now = await readIdentity(connection);
  if (!now) throw new Error(`The stream ${IDENTITY_STREAM} of the event store has no readable first event.`);
  return now;
}

async function writeIdentity(connection: Connection): Promise<void> {
  const event = jsonEvent({ type: 'LogOpened', data: { id: crypto.randomUUID() } });
  await connection.attempt((client) =>
    client.appendToStream(IDENTITY_STREAM, event, { ...connection.writing, expectedRevision: NO_STREAM }),
  );
}

async function readEnd(connection: Connection): Promise<string | null> {
  for await (const { position } of readEvents(connection, { stream: null, backwards: true, limit: 1 })) return position;
  return null;
}

async function waitingAfter(connection: Connection, position: string | null): Promise<Waiting | null> {
  const start = position === null ? {} : { from: positionOf(position) };
  const read = { stream: null, backwards: false, limit: EVENTS_LOOKED_AT, ...start } as const;
  let since: Date | null = null;
  let events = 0;
  for await (const message of readMessages(connection, read)) {
    const event = rawEvent(message);
    if (!event?.stream.startsWith(LEDGER_PREFIX)) continue;
    if (position !== null && !isAfter(readPosition(message), position)) continue;
    since ??= readCreated(message);
    events += 1;
  }
  return since && { since, events };
}

async function readIdentity(connection: Connection): Promise<string | null> {
  const first = { stream: IDENTITY_STREAM, backwards: false, limit: 1 };
  for await (const { data } of readEvents(connection, first)) return (data as { id?: string }).id ?? null;
  return null;
}
