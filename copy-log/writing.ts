import { LedgerErased } from '../event-log/errors.ts';
import { Difference } from './difference.ts';
import { isDeletion, onceMore } from './metadata.ts';
import { fillUp } from './placeholders.ts';
import type { RawEvent } from './raw-store/raw-event.ts';
import type { RawStore } from './raw-store/raw-store.ts';
import { describedBy, isTombstone } from './streams.ts';

/** What goes over in one append: an event store takes 1 MiB of data at a time. */
const BATCH = { events: 200, bytes: 512 * 1024 };

/** What was written. */
export type Written = { events: number; placeholders: number };

/** Writes a source's events, in their order, to the destination: neighbours of one stream in one append. */
export class Writing {
  readonly written: Written = { events: 0, placeholders: 0 };
  readonly #destination: RawStore;
  #batch: RawEvent[] = [];
  #bytes = 0;

  constructor(destination: RawStore) {
    this.#destination = destination;
  }

  /** Takes the next event. Throws a Difference where the destination has another in its place. */
  async take(event: RawEvent): Promise<void> {
    const size = event.data.length + event.metadata.length;
    if (!this.#fits(event, size)) await this.flush();
    if (isTombstone(event)) await this.#end(event);
    else if (describedBy(event.stream) !== null) await this.#describe(event);
    else {
      this.#batch.push(event);
      this.#bytes += size;
    }
  }

  /** Writes what was taken and is not written yet. */
  async flush(): Promise<void> {
    const [first] = this.#batch;
    if (!first) return;
    const batch = this.#batch;
    this.#batch = [];
    this.#bytes = 0;
    await unlessErased(() => this.#append(first.stream, first.revision - 1n, batch));
    this.written.events += batch.length;
  }

  #fits(event: RawEvent, size: number): boolean {
    const last = this.#batch.at(-1);
    if (!last) return true;
    const isNext = event.stream === last.stream && event.revision === last.revision + 1n;
    return isNext && this.#batch.length < BATCH.events && this.#bytes + size <= BATCH.bytes;
  }

  async #append(stream: string, after: bigint, events: readonly RawEvent[]): Promise<void> {
    const expected = after + BigInt(events.length);
    const outcome = await this.#destination.append(stream, after, events);
    if (outcome.kind === 'appended' && outcome.last === expected) return;
    // Softly deleted, a stream takes a first event as its next one.
    if (outcome.kind === 'appended') throw foreign(stream, outcome.last);
    if (outcome.actual < after) {
      this.written.placeholders += await fillUp(this.#destination, stream, outcome.actual, after);
      return await this.#append(stream, after, events);
    }
    await this.#appendSingly(stream, outcome.actual, events);
  }

  /** Some of them are there: the last append of an interrupted run may have been cut in another way. */
  async #appendSingly(stream: string, actual: bigint, events: readonly RawEvent[]): Promise<void> {
    for (const event of events.filter(({ revision }) => revision <= actual)) {
      const outcome = await this.#destination.append(stream, event.revision - 1n, [event]);
      if (outcome.kind === 'elsewhere' || outcome.last !== event.revision) throw foreign(stream, event.revision);
    }
    const rest = events.filter(({ revision }) => revision > actual);
    if (rest.length > 0) await this.#append(stream, actual, rest);
  }

  /** Metadata follow whatever metadata are there: an event store adds its own when a deleted stream is revived. */
  async #describe(event: RawEvent): Promise<void> {
    await unlessErased(async () => {
      for (;;) {
        const newest = await this.#destination.newest(event.stream);
        if (newest?.id === event.id) return;
        const outcome = await this.#destination.append(event.stream, newest?.revision ?? -1n, [event]);
        if (outcome.kind === 'elsewhere') continue;
        if (isDeletion(event) && isDeletion(newest)) await this.#deleteAgain(event);
        break;
      }
      this.written.events++;
    });
  }

  /** Metadata of a deleted stream revive it, whatever they say, and here they say that it is deleted. */
  async #deleteAgain(event: RawEvent): Promise<void> {
    const revived = await this.#destination.newest(event.stream);
    if (revived) await this.#destination.append(event.stream, revived.revision, [onceMore(event)]);
  }

  async #end({ stream }: RawEvent): Promise<void> {
    await unlessErased(async () => {
      await this.#destination.tombstone(stream);
      this.written.events++;
    });
  }
}

const foreign = (stream: string, revision: bigint) =>
  new Difference(stream, revision, 'the destination has another event there');

/** What an interrupted run has erased takes nothing more, and needs nothing. */
async function unlessErased(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof LedgerErased)) throw error;
  }
}
