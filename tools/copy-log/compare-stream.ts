import { LedgerErased } from '#event-log/errors.ts';
import type { RawEvent } from '#event-log/raw-event.ts';
import { StreamDifference } from './difference.ts';
import { StreamDigest } from './digest.ts';
import { haveSameMetadata } from './metadata.ts';
import type { RawStore } from './raw-store/raw-store.ts';
import { metastreamName } from './streams.ts';

/** The visible events of a stream in one store; of a tombstoned stream `digest` is 'erased'. */
type Summary = { count: number; digest: string };

/** A stream at the source and at the destination, and the first difference. */
export type Compared = { source: Summary; destination: Summary; difference: StreamDifference | null };

/** Compares a stream of two stores, event by event. Throws LogUnavailable. */
export async function compareStream(source: RawStore, destination: RawStore, stream: string): Promise<Compared> {
  const [ours, theirs] = [new StreamReader(source, stream), new StreamReader(destination, stream)];
  let difference: StreamDifference | null = null;
  for (;;) {
    const [ourEvent, theirEvent] = await Promise.all([ours.next(), theirs.next()]);
    difference ??= differenceOf(stream, ourEvent, theirEvent);
    if (ourEvent === null && theirEvent === null) break;
  }
  if (ours.isErased !== theirs.isErased) {
    difference = new StreamDifference(
      stream,
      null,
      `only the ${ours.isErased ? 'source' : 'destination'} has erased it`,
    );
  } else if (!ours.isErased && !(await hasSameMetadata(source, destination, stream))) {
    difference ??= new StreamDifference(metastreamName(stream), null, 'the metadata differ');
  }
  return { source: ours.summary(), destination: theirs.summary(), difference };
}

function differenceOf(stream: string, ourEvent: RawEvent | null, theirEvent: RawEvent | null): StreamDifference | null {
  if (!ourEvent && !theirEvent) return null;
  if (!ourEvent || !theirEvent || ourEvent.revision !== theirEvent.revision) {
    const isOurs = ourEvent !== null && (theirEvent === null || ourEvent.revision < theirEvent.revision);
    const lacking = isOurs ? 'destination' : 'source';
    return new StreamDifference(
      stream,
      (isOurs ? ourEvent : theirEvent)?.revision ?? null,
      `the ${lacking} does not show this event`,
    );
  }
  const field = (['id', 'type', 'isJson'] as const).find((name) => ourEvent[name] !== theirEvent[name]);
  const bytes = (['data', 'metadata'] as const).find((name) => Buffer.compare(ourEvent[name], theirEvent[name]) !== 0);
  if (!field && !bytes) return null;
  const sentence = field ? `the ${field === 'isJson' ? 'kind of data' : field} differs` : `the ${bytes} differ`;
  return new StreamDifference(stream, ourEvent.revision, sentence);
}

async function hasSameMetadata(source: RawStore, destination: RawStore, stream: string): Promise<boolean> {
  const metastream = metastreamName(stream);
  const [sourceMetadata, copyMetadata] = await Promise.all([source.newest(metastream), destination.newest(metastream)]);
  return haveSameMetadata(sourceMetadata, copyMetadata);
}

/** Reads a stream and digests its events. */
class StreamReader {
  isErased = false;
  readonly #events: AsyncGenerator<RawEvent>;
  readonly #digest = new StreamDigest();

  constructor(store: RawStore, stream: string) {
    this.#events = store.readStream(stream);
  }

  async next(): Promise<RawEvent | null> {
    try {
      const { value } = await this.#events.next();
      if (!value) return null;
      this.#digest.add(value);
      return value;
    } catch (error) {
      if (!(error instanceof LedgerErased)) throw error;
      this.isErased = true;
      return null;
    }
  }

  summary(): Summary {
    return { count: this.#digest.count, digest: this.isErased ? 'erased' : this.#digest.hex() };
  }
}
