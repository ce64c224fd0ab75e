import { v4 } from 'uuid';
import type { RawEvent } from '#event-log/raw-event.ts';
import type { RawProposal } from './raw-store/raw-proposal.ts';

// Numbers in a stream's metadata keep their text: JavaScript would round the `$tb` of a soft deletion (2^63 - 1), and
// an event store ignores metadata with a rounded one.

const { rawJSON } = JSON as unknown as { rawJSON(source: string): unknown };
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
const parse = JSON.parse as unknown as (text: string, reviver: Reviver) => unknown;
const keepNumberText: Reviver = (_, value, { source }) =>
  typeof value === 'number' && source !== undefined ? rawJSON(source) : value;

type Fields = Record<string, unknown>;

function fieldsOf(event: Pick<RawEvent, 'isJson' | 'data'> | null): Fields | null {
  if (!event?.isJson) return null;
  try {
    const value = parse(new TextDecoder().decode(event.data), keepNumberText);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** Whether these metadata soft-delete their stream. */
export const isDeletion = (event: Pick<RawEvent, 'isJson' | 'data'> | null): boolean =>
  JSON.stringify(fieldsOf(event)?.$tb) === '9223372036854775807';

/** A copy of an event with a new id, so that the store doesn't take it for a retry. */
export const withNewId = (event: RawProposal): RawProposal => ({ ...event, id: v4() });

/** The metadata of an event that truncates a stream of the copy only. */
const MARK = new TextEncoder().encode('{"hides":"what the source does not show"}');
const sameBytes = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

/**
 * The source's stream metadata with a truncation before a revision, to hide placeholders, and events whose `$maxAge` is
 * counted from the copy.
 */
export function truncatingBefore(source: RawEvent | null, before: bigint): RawProposal {
  const fields = { ...fieldsOf(source), $tb: rawJSON(String(before)) };
  const data = new TextEncoder().encode(JSON.stringify(fields));
  return { id: v4(), type: '$metadata', isJson: true, data, metadata: MARK };
}

/**
 * Whether the metadata of the copy equal the source's, ignoring whitespace, key order and the copy's own truncation.
 */
export function haveSameMetadata(source: RawEvent | null, copy: RawEvent | null): boolean {
  const hasOwnTruncation = copy !== null && sameBytes(copy.metadata, MARK);
  const [sourceFields, copyFields] = [fieldsOf(source), fieldsOf(copy)];
  if (hasOwnTruncation) return canonical({ ...sourceFields, $tb: null }) === canonical({ ...copyFields, $tb: null });
  if (sourceFields && copyFields) return canonical(sourceFields) === canonical(copyFields);
  if (!source || !copy) return source === copy;
  return source.isJson === copy.isJson && sameBytes(source.data, copy.data);
}

const canonical = (fields: Fields): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))));
