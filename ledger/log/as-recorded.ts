import { eventMetadata } from '../events.ts';
import type { StoredEvent } from './seal.ts';
import { isTraceContext, TRACE_CONTEXT } from './trace-context.ts';

/**
 * Whether the bytes of an event may be those that were recorded: JSON as `JSON.stringify` writes it (spaces, escapes,
 * numbers, no repeated field), as all versions did, and metadata without further fields but a trace context. The order
 * of fields is not looked at, since versions differ in it.
 */
export function isAsRecorded({ data, metadata }: StoredEvent): boolean {
  const fields = parsed(metadata);
  return parsed(data) !== undefined && fields instanceof Object && Object.entries(fields).every(isMetadata);
}

const isMetadata = ([field, value]: [string, unknown]) =>
  field === TRACE_CONTEXT ? isTraceContext(value) : Object.hasOwn(eventMetadata.shape, field);

/** The value in bytes of JSON as `JSON.stringify` writes it; undefined in any others. */
function parsed(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
    return Buffer.from(JSON.stringify(value)).equals(bytes) ? value : undefined;
  } catch {
    return undefined;
  }
}
