import { BACKWARDS, END, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { append, type NewEvent } from './append.ts';
import { Connection } from './connection.ts';
import { type LogUnavailable, WrongRevision } from './errors.ts';
import { type LoggedEvent, positionText } from './logged-event.ts';
import { readAfter, readBefore, readEvents } from './read.ts';
import { streamOf } from './streams.ts';
import { type Delivery, subscribe } from './subscribe.ts';
import { TIMERS, type Timers } from './timers.ts';

/** The stream that says which log this is, so that nothing built from another is taken for its own. */
export const IDENTITY_STREAM = 'daybook-log';

/** The log of all ledgers: their events, in order, in the event store. */
export type EventLog = {
  /** See `append`: all or none, after exactly a revision. */
  append(ledgerId: string, after: bigint, events: readonly NewEvent[]): Promise<bigint>;
  /** See `readAfter`: a ledger's events after a revision, oldest first. */
  readAfter(ledgerId: string, after: bigint): AsyncIterable<LoggedEvent>;
  /** See `readBefore`: at most so many of a ledger's events before a revision (null: the last ones), newest first. */
  readBefore(ledgerId: string, before: bigint | null, count: number): Promise<LoggedEvent[]>;
  /** See `subscribe`: all ledgers' events after a position, without end. */
  subscribe(
    from: string | null,
    signal: AbortSignal,
    onBreak: (error: LogUnavailable) => void,
  ): AsyncIterable<Delivery>;
  /** Hides a ledger's events before a revision for good; the rest keep their revisions. */
  truncate(ledgerId: string, before: bigint): Promise<void>;
  /** Erases a ledger for good: its stream is gone and takes nothing any more. */
  erase(ledgerId: string): Promise<void>;
  /** The id of this log: written at the first call ever, the same ever after. Throws LogUnavailable. */
  identity(): Promise<string>;
  /** The same, but null where no one has asked for it yet: writes nothing. Throws LogUnavailable. */
  knownIdentity(): Promise<string | null>;
  /** The position of the newest event of all, whoever wrote it; null in an empty store. Throws LogUnavailable. */
  end(): Promise<string | null>;
  close(): Promise<void>;
};

/** Opens the log behind a connection string (`esdb://…`). It connects at the first use, and again whenever it has to. */
export function openEventLog(url: string, timers: Timers = TIMERS): EventLog {
  const connection = new Connection(url, timers);
  return {
    append: (ledgerId, after, events) => append(connection, ledgerId, after, events),
    readAfter: (ledgerId, after) => readAfter(connection, ledgerId, after),
    readBefore: (ledgerId, before, count) => readBefore(connection, ledgerId, before, count),
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

/** Each step is an attempt of its own: one that took too long must not go on with the next behind everybody's back. */
async function identity(connection: Connection): Promise<string> {
  const known = await readIdentity(connection);
  if (known) return known;
  try {
    await writeIdentity(connection);
  } catch (error) {
    if (!(error instanceof WrongRevision)) throw error; // Somebody else opened it at the same moment.
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
  const newest = { ...connection.reading, direction: BACKWARDS, fromPosition: END, maxCount: 1 } as const;
  for await (const { event } of readEvents(connection, (client) => client.readAll(newest)))
    return event ? positionText(event.position) : null;
  return null;
}

async function readIdentity(connection: Connection): Promise<string | null> {
  type LogOpened = { type: 'LogOpened'; data: { id: string } };
  const first = { ...connection.reading, maxCount: 1 };
  for await (const { event } of readEvents(connection, (client) =>
    client.readStream<LogOpened>(IDENTITY_STREAM, first),
  ))
    return event?.data.id ?? null;
  return null;
}
