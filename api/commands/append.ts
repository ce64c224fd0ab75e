import { WrongRevision } from '#event-log/errors.ts';
import type { EventLog } from '#event-log/event-log.ts';
import type { EntryLimits } from '#ledger/decide/entry-limits.ts';
import type { DecodedEvent, LedgerEvent } from '#ledger/events.ts';
import { eventId } from '#ledger/ids.ts';
import { encode } from '#ledger/log/codec.ts';
import { traceparent } from '#platform/telemetry/traces.ts';

/** A piece of a large change-set. The event store refuses appends of more than 1 MiB. */
const PIECE_BYTES_MAX = 256 * 1024;

/** The command of events, stored in the metadata of each. `recordedAt` is an ISO time. */
export type Recording = {
  ledgerId: string;
  commandId: string;
  inputHash: string;
  /** ISO 8601 in UTC. */
  recordedAt: string;
  /** The program that made the command, such as `token NAME`, or null for the user and Daybook. */
  actor: string | null;
  /** The limits of that program for entries; absent or null if it has none. */
  limits?: EntryLimits | null | undefined;
};

/** Runs before each piece is appended. Takes its size in bytes, and the revision after which it is appended. */
export type BeforePiece = (bytes: number, after: bigint) => Promise<void>;

/**
 * Appends a command's events after exactly the revision `after`: at once, or in pieces where they are large. `from` is
 * how many events of the command are there already. Gives those that were appended; fewer than all where another
 * process appends the rest, and null if the stream has a later revision before the first piece. `beforePiece` is
 * called before each piece with its size in bytes; what it throws ends the append there. Throws LogUnavailable.
 */
export async function appendEvents(
  log: EventLog,
  recording: Recording,
  after: bigint,
  events: readonly LedgerEvent[],
  from = 0,
  beforePiece: BeforePiece = async () => {},
): Promise<DecodedEvent[] | null> {
  const recorded: DecodedEvent[] = [];
  const pieces = encodedInPieces(recording, events, from, traceparent());
  for (let next = pieces.next(); !next.done; ) {
    const { piece, bytes } = next.value;
    const revision = after + BigInt(recorded.length);
    await beforePiece(bytes, revision);
    const appending = log.append(recording.ledgerId, revision, piece);
    // The next piece is encoded while this one is on its way.
    next = pieces.next();
    try {
      await appending;
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error;
      return recorded.length === 0 ? null : recorded;
    }
    for (const [index, { type, data, metadata }] of piece.entries()) {
      recorded.push({ event: { type, data } as LedgerEvent, metadata, revision: revision + 1n + BigInt(index) });
    }
  }
  return recorded;
}

/**
 * The events as they are appended, in pieces, with the bytes of each. Throws ZodError where one could not be read
 * again.
 */
function* encodedInPieces(
  { ledgerId, commandId, inputHash, recordedAt, actor }: Recording,
  events: readonly LedgerEvent[],
  from: number,
  trace: string | null,
) {
  const encoded = (event: LedgerEvent, index: number) => ({
    id: eventId(ledgerId, commandId, inputHash, from + index),
    ...encode(event, { commandId, inputHash, recordedAt, ...(actor !== null && { actor }) }, trace),
  });
  let piece: ReturnType<typeof encoded>[] = [];
  let bytes = 0;
  for (const [index, event] of events.entries()) {
    const proposed = encoded(event, index);
    const own = Buffer.byteLength(JSON.stringify(proposed));
    if (bytes + own > PIECE_BYTES_MAX) {
      yield { piece, bytes };
      piece = [];
      bytes = 0;
    }
    piece.push(proposed);
    bytes += own;
  }
  if (piece.length > 0) yield { piece, bytes };
}
