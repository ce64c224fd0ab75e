import { v4 } from 'uuid';
import type { RawEvent, RawProposal } from './raw-store/raw-event.ts';

// What a stream's metadata say is compared and changed without a look at numbers: JavaScript's own would round the one
// that deletes a stream softly, and an event store forgets metadata in which it finds another.

const { rawJSON } = JSON as unknown as { rawJSON(source: string): unknown };
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
const parse = JSON.parse as unknown as (text: string, reviver: Reviver) => unknown;
const asWritten: Reviver = (_, value, { source }) =>
  typeof value === 'number' && source !== undefined ? rawJSON(source) : value;

type Fields = Record<string, unknown>;

function fieldsOf(event: Pick<RawEvent, 'isJson' | 'data'> | null): Fields | null {
  if (!event?.isJson) return null;
  try {
    const value = parse(new TextDecoder().decode(event.data), asWritten);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** Whether these metadata delete their stream softly. */
export const isDeletion = (event: Pick<RawEvent, 'isJson' | 'data'> | null): boolean =>
  JSON.stringify(fieldsOf(event)?.$tb) === '9223372036854775807';

/** The same metadata once more, as an event of its own. */
export const onceMore = (event: RawProposal): RawProposal => ({ ...event, id: v4() });

/** Marks, in the event's own metadata, a truncation that the source doesn't have. */
const MARK = new TextEncoder().encode('{"hides":"what the source does not show"}');
const sameBytes = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

/**
 * Metadata that hide everything before a revision and else say what those of the source say: for a stream that would
 * show more than its source does, such as placeholders, or events whose age is counted anew.
 */
export function hiding(source: RawEvent | null, before: bigint): RawProposal {
  const fields = { ...fieldsOf(source), $tb: rawJSON(String(before)) };
  const data = new TextEncoder().encode(JSON.stringify(fields));
  return { id: v4(), type: '$metadata', isJson: true, data, metadata: MARK };
}

/** Whether the newest metadata of a copy say what those of the source do, whatever the space between their words. */
export function saySame(source: RawEvent | null, copy: RawEvent | null): boolean {
  const isHiding = copy !== null && sameBytes(copy.metadata, MARK);
  const [one, other] = [fieldsOf(source), fieldsOf(copy)];
  if (isHiding) return canonical({ ...one, $tb: null }) === canonical({ ...other, $tb: null });
  if (one && other) return canonical(one) === canonical(other);
  if (!source || !copy) return source === copy;
  return source.isJson === copy.isJson && sameBytes(source.data, copy.data);
}

const canonical = (fields: Fields): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))));
