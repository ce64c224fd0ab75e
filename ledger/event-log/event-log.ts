import { BACKWARDS, type Credentials, END, type EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { append, type NewEvent } from './append.ts';
import { Connection } from './connection.ts';
import { isMissingStream, type LogUnavailable, WrongRevision } from './errors.ts';
import { type LoggedEvent, positionText } from './logged-event.ts';
import { readAfter, readBefore } from './read.ts';
import { streamOf } from './streams.ts';
import { type Delivery, subscribe } from './subscribe.ts';
import { TIMERS, type Timers } from './timers.ts';

/** The stream that says which log this is, so that nothing built from another is taken for its own. */
export const IDENTITY_STREAM = 'daybook-log';

/** The book of original entry: what happened in every ledger, in order. The one place that knows the event store. */
export type EventLog = {
  /** See `append`: all or none, after exactly a revision. */
  append(userId: string, after: bigint, events: readonly NewEvent[]): Promise<bigint>;
  /** See `readAfter`: a ledger's events after a revision, oldest first. */
  readAfter(userId: string, after: bigint): AsyncIterable<LoggedEvent>;
  /** See `readBefore`: at most so many of a ledger's events before a revision (null: the last ones), newest first. */
  readBefore(userId: string, before: bigint | null, count: number): Promise<LoggedEvent[]>;
  /** See `subscribe`: all ledgers' events after a position, without end. */
  subscribe(
    from: string | null,
    signal: AbortSignal,
    onBreak: (error: LogUnavailable) => void,
  ): AsyncIterable<Delivery>;
  /** Hides a ledger's events before a revision for good; the rest keep their revisions. */
  truncate(userId: string, before: bigint): Promise<void>;
  /** Erases a ledger for good: its stream is gone and takes nothing any more. */
  erase(userId: string): Promise<void>;
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
    append: (userId, after, events) => append(connection, userId, after, events),
    readAfter: (userId, after) => readAfter(connection, userId, after),
    readBefore: (userId, before, count) => readBefore(connection, userId, before, count),
    subscribe: (from, signal, onBreak) => subscribe(connection, from, signal, onBreak),
    truncate: async (userId, before) => {
      await connection.attempt((client) =>
        client.setStreamMetadata(streamOf(userId), { truncateBefore: Number(before) }),
      );
    },
    erase: async (userId) => {
      await connection.attempt((client) => client.tombstoneStream(streamOf(userId)));
    },
    identity: () => identity(connection),
    knownIdentity: () => connection.attempt(readIdentity),
    end: () => connection.attempt(readEnd),
    close: () => connection.close(),
  };
}

/** Each step is an attempt of its own: one that took too long must not go on with the next behind everybody's back. */
async function identity(connection: Connection): Promise<string> {
  const known = await connection.attempt(readIdentity);
  if (known) return known;
  try {
    await connection.attempt((client) => writeIdentity(client, connection.credentials));
  } catch (error) {
    if (!(error instanceof WrongRevision)) throw error; // Somebody else opened it at the same moment.
  }
  const now = await connection.attempt(readIdentity);
  if (!now) throw new Error(`The stream ${IDENTITY_STREAM} of the event store has no readable first event.`);
  return now;
}

async function writeIdentity(client: EventStoreDBClient, credentials: Credentials | undefined): Promise<void> {
  const event = jsonEvent({ type: 'LogOpened', data: { id: crypto.randomUUID() } });
  const options = { expectedRevision: NO_STREAM, ...(credentials ? { credentials } : {}) } as const;
  await client.appendToStream(IDENTITY_STREAM, event, options);
}

async function readEnd(client: EventStoreDBClient): Promise<string | null> {
  const stream = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
  stream.on('error', () => {}); // The iteration reports it; this keeps a late one from ending the process.
  const [newest] = await Array.fromAsync(stream);
  return newest?.event ? positionText(newest.event.position) : null;
}

async function readIdentity(client: EventStoreDBClient): Promise<string | null> {
  const stream = client.readStream<{ type: 'LogOpened'; data: { id: string } }>(IDENTITY_STREAM, { maxCount: 1 });
  stream.on('error', () => {}); // The iteration reports it; this keeps a late one from ending the process.
  try {
    const [first] = await Array.fromAsync(stream);
    return first?.event?.data.id ?? null;
  } catch (error) {
    if (isMissingStream(error)) return null;
    throw error;
  }
}
