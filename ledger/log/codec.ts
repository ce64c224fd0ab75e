import { ZodError } from 'zod';
import {
  definitionOf,
  definitions,
  type EventMetadata,
  type EventType,
  eventMetadata,
  type LedgerEvent,
} from '../events.ts';
import { storable } from '../model/storable.ts';
import { TRACE_CONTEXT } from './trace-context.ts';
import { upcast, versionOf } from './upcasters.ts';

/** An event that this code can't read: of an unknown type, of a later version, or with data that doesn't fit. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
}

/**
 * Takes an event with its command's metadata and gives the parts that are appended, ready for JSON, with the context of
 * the command's trace if it has one. Throws ZodError if reading them back would fail, and Error if the data hold a text
 * that Postgres can't store: an event can't be corrected once it is in the log.
 */
export function encode(event: LedgerEvent, command: Omit<EventMetadata, 'version'>, traceparent: string | null = null) {
  const { type } = event;
  const metadata = eventMetadata.parse({ ...command, version: versionOf(type) } satisfies EventMetadata);
  const data = definitionOf(type).schema.parse(event.data);
  // `storable` gives the same object if it had nothing to replace.
  if (storable(data) !== data) throw new Error(`${type}: the data hold a text that can't be stored.`);
  return { type, data, metadata: traceparent === null ? metadata : { ...metadata, [TRACE_CONTEXT]: traceparent } };
}

/**
 * Takes a stored event of any version, and gives it as of the current version, with texts that Postgres can store.
 * Throws UnreadableEvent, whose message does not quote the data, since what a user writes must not reach the programs'
 * logs.
 */
export function decodeEvent(stored: { type: string; data: unknown; metadata: unknown }): {
  event: LedgerEvent;
  metadata: EventMetadata;
} {
  const { type } = stored;
  if (!isEventType(type)) throw new UnreadableEvent(`unknown event type ${JSON.stringify(type)}`);
  const metadata = eventMetadata.safeParse(stored.metadata);
  if (!metadata.success) throw new UnreadableEvent(`${type}: metadata ${fields(metadata.error)}`);
  const { version } = metadata.data;
  if (version > versionOf(type)) throw new UnreadableEvent(`${type}: version ${version} is not known`);
  try {
    const data = storable(definitionOf(type).schema.parse(upcast(type, version, stored.data)));
    return { event: { type, data } as LedgerEvent, metadata: metadata.data };
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    throw new UnreadableEvent(`${type}: data ${fields(error)}`);
  }
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(definitions, type);
}

function fields(error: { issues: { path: PropertyKey[]; code?: string }[] }): string {
  return error.issues.map(({ path, code }) => `${path.join('.') || 'as a whole'} (${code})`).join(', ');
}
