import { z } from 'zod';
import type { RecordedEvent } from '#ledger/events.ts';
import { decodeEvent } from '#ledger/log/codec.ts';
import { UnreadableFile } from '../../parsed.ts';

/** A line of `events.jsonl`: data and metadata as they were stored, or the bytes of those that are no line of JSON. */
const line = z.object({
  revision: z.int().min(0),
  type: z.string(),
  data: z.unknown(),
  metadata: z.unknown(),
  dataBase64: z.string().optional(),
  metadataBase64: z.string().optional(),
});
/** Metadata for events that lack theirs, as after a change by hand: the books don't depend on them. */
const METADATA = { commandId: '-', inputHash: '-', recordedAt: new Date(0).toISOString(), version: 1 };
const BEGINNING = '{"stream":"ledger-';

/** Whether bytes begin as `events.jsonl` of an export does. */
export function isEvents(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, BEGINNING.length)).toString('latin1') === BEGINNING;
}

/**
 * The events of `events.jsonl`, oldest first, read as the log's events are. Throws UnreadableFile if a line is no
 * event, or doesn't follow the event before it.
 */
export function* readExportedEvents(bytes: Uint8Array): Generator<RecordedEvent> {
  let last: bigint | null = null;
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString().split('\n');
  for (const [index, json] of lines.entries()) {
    if (json.trim() === '') continue;
    const recorded = recordedIn(json);
    if (!recorded) throw new UnreadableFile(`Line ${index + 1} of this export of Daybook is no event.`);
    if (last !== null && recorded.revision !== last + 1n) {
      throw new UnreadableFile(`Line ${index + 1} of this export of Daybook doesn't follow the one before it.`);
    }
    last = recorded.revision;
    yield recorded;
  }
}

function recordedIn(json: string): RecordedEvent | null {
  try {
    const { revision, type, data, metadata, dataBase64, metadataBase64 } = line.parse(JSON.parse(json));
    const known = { ...METADATA, ...(stored(metadata, metadataBase64) as object) };
    return { ...decodeEvent({ type, data: stored(data, dataBase64), metadata: known }), revision: BigInt(revision) };
  } catch {
    return null;
  }
}

function stored(value: unknown, base64: string | undefined): unknown {
  return base64 === undefined ? value : JSON.parse(Buffer.from(base64, 'base64').toString());
}
