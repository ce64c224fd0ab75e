import { LedgerErased } from '#event-log/errors.ts';
import type { RawEvent } from '#event-log/raw-event.ts';
import { StreamDifference } from './difference.ts';
import { isDeletion, withNewId } from './metadata.ts';
import { appendPlaceholders } from './placeholders.ts';
import type { RawStore } from './raw-store/raw-store.ts';
import { isTombstoneStream, metadataTarget } from './streams.ts';

/** Limits of one append; an event store accepts 1 MiB. */
const BATCH_MAX = { events: 200, bytes: 512 * 1024 };

/** The numbers of events and placeholders that were written. */
export type WrittenEvents = { events: number; placeholders: number };

/** Appends a source's events to the destination in their order; consecutive events of one stream share an append. */
export class DestinationWriter {
  readonly written: WrittenEvents = { events: 0, placeholders: 0 };
  readonly #destination: RawStore;
  #batch: RawEvent[] = [];
  #bytes = 0;

  constructor(destination: RawStore) {
    this.#destination = destination;
  }

  /** Adds the next event to the batch, and writes the batch when it is full. Throws a Difference, as `flush` does. */
  async add(event: RawEvent): Promise<void> {
    const size = event.data.length + event.metadata.length;
    if (!this.#fits(event, size)) await this.flush();
    if (isTombstoneStream(event)) await this.#writeTombstone(event);
    else if (metadataTarget(event.stream) !== null) await this.#writeMetadata(event);
    else {
      this.#batch.push(event);
      this.#bytes += size;
    }
  }

  /** Writes the batch. Throws a Difference when the destination holds another event at a revision. */
  async flush(): Promise<void> {
    const [first] = this.#batch;
    if (!first) return;
    const batch = this.#batch;
    this.#batch = [];
    this.#bytes = 0;
    await ignoreTombstoned(() => this.#append(first.stream, first.revision - 1n, batch));
    this.written.events += batch.length;
  }

  #fits(event: RawEvent, size: number): boolean {
    const last = this.#batch.at(-1);
    if (!last) return true;
    const isNext = event.stream === last.stream && event.revision === last.revision + 1n;
    return isNext && this.#batch.length < BATCH_MAX.events && this.#bytes + size <= BATCH_MAX.bytes;
  }

  async #append(stream: string, after: bigint, events: readonly RawEvent[]): Promise<void> {
    const expected = after + BigInt(events.length);
    const outcome = await this.#destination.append(stream, after, events);
    if (outcome.kind === 'appended' && outcome.last === expected) return;
    // A soft-deleted stream accepts an append to an empty stream, at its next revision.
    if (outcome.kind === 'appended') throw foreign(stream, outcome.last);
    if (outcome.actual < after) {
      this.written.placeholders += await appendPlaceholders(this.#destination, stream, outcome.actual, after);
      return await this.#append(stream, after, events);
    }
    await this.#appendSingly(stream, outcome.actual, events);
  }

  /** The destination has some of the events: an interrupted run may have cut its batches elsewhere. */
  async #appendSingly(stream: string, actual: bigint, events: readonly RawEvent[]): Promise<void> {
    for (const event of events.filter(({ revision }) => revision <= actual)) {
      const outcome = await this.#destination.append(stream, event.revision - 1n, [event]);
      if (outcome.kind === 'wrong-revision' || outcome.last !== event.revision) throw foreign(stream, event.revision);
    }
    const rest = events.filter(({ revision }) => revision > actual);
    if (rest.length > 0) await this.#append(stream, actual, rest);
  }

  /** Appends metadata after the newest ones, at any revision: reviving a deleted stream makes the store add its own. */
  async #writeMetadata(event: RawEvent): Promise<void> {
    await ignoreTombstoned(async () => {
      for (;;) {
        const newest = await this.#destination.newest(event.stream);
        if (newest?.id === event.id) return;
        const outcome = await this.#destination.append(event.stream, newest?.revision ?? -1n, [event]);
        if (outcome.kind === 'wrong-revision') continue;
        if (isDeletion(event) && isDeletion(newest)) await this.#repeatDeletion(event);
        break;
      }
      this.written.events++;
    });
  }

  /** Any metadata revive a deleted stream, even these, which delete it: write them again. */
  async #repeatDeletion(event: RawEvent): Promise<void> {
    const revived = await this.#destination.newest(event.stream);
    if (revived) await this.#destination.append(event.stream, revived.revision, [withNewId(event)]);
  }

  async #writeTombstone({ stream }: RawEvent): Promise<void> {
    await ignoreTombstoned(async () => {
      await this.#destination.tombstone(stream);
      this.written.events++;
    });
  }
}

const foreign = (stream: string, revision: bigint) =>
  new StreamDifference(stream, revision, 'the destination has another event there');

/** An interrupted run may have tombstoned the stream already; then there is nothing left to write. */
async function ignoreTombstoned(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof LedgerErased)) throw error;
  }
}
