import { type EventMetadata, type EventType, eventData, eventMetadata, type LedgerEvent } from './events.ts';

/** The version every event is written in today. A shape that changes gets the next one, and an upcast in `decode`. */
const VERSION = 1;

/** An event that this code can't read: of an unknown type, of a later version, or with data that doesn't fit. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
}

/**
 * Takes an event with what is known of its command and gives the JSON-ready parts that an event store keeps. Throws
 * where they could not be read back: what is once in the log stays there.
 */
export function encode(event: LedgerEvent, command: Omit<EventMetadata, 'version'>) {
  const { type } = event;
  const metadata = eventMetadata.parse({ ...command, version: VERSION } satisfies EventMetadata);
  return { type, data: eventData[type].parse(event.data), metadata };
}

/**
 * Takes the parts that an event store keeps and gives the event. Throws UnreadableEvent, saying why without quoting
 * the data, since what a user writes belongs into no log.
 */
export function decode(stored: { type: string; data: unknown; metadata: unknown }): {
  event: LedgerEvent;
  metadata: EventMetadata;
} {
  const { type } = stored;
  if (!isEventType(type)) throw new UnreadableEvent(`unknown event type ${JSON.stringify(type)}`);
  const metadata = eventMetadata.safeParse(stored.metadata);
  if (!metadata.success) throw new UnreadableEvent(`${type}: metadata ${fields(metadata.error)}`);
  const { version } = metadata.data;
  if (version !== VERSION) throw new UnreadableEvent(`${type}: version ${version} is not known`);
  const data = eventData[type].safeParse(stored.data);
  if (!data.success) throw new UnreadableEvent(`${type}: data ${fields(data.error)}`);
  return { event: { type, data: data.data } as LedgerEvent, metadata: metadata.data };
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventData, type);
}

function fields(error: { issues: { path: PropertyKey[]; code?: string }[] }): string {
  return error.issues.map(({ path, code }) => `${path.join('.') || 'as a whole'} (${code})`).join(', ');
}
