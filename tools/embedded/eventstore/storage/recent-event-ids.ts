import type { Placed } from '../rules/decide-write.ts';
import { TwoGenerationCache } from './two-generation-cache.ts';

const IDS_MAX = 40_000;

/**
 * The stream and revision at which recently used ids were first written, to recognise repeats of appends without an
 * exact revision. Empty after a restart, as in EventStoreDB.
 */
export class RecentEventIds {
  readonly #places = new TwoGenerationCache<string, { stream: string; revision: bigint }>(IDS_MAX);

  /** Adds the id of an event, unless it is known. */
  add({ stream, revision, event: { id } }: Placed): void {
    if (!this.#places.get(id)) this.#places.set(id, { stream, revision });
  }

  /** The revision at which an id was first written, if that was in this stream. */
  revisionIn(stream: string, id: string): bigint | undefined {
    const place = this.#places.get(id);
    return place?.stream === stream ? place.revision : undefined;
  }

  clear(): void {
    this.#places.clear();
  }
}
