import type { Placed } from '../rules/decide-write.ts';
import { TwoGenerationCache } from './two-generation-cache.ts';

const IDS = 40_000;

/**
 * Where an id was written first, of the ids used last. Appends that name no exact revision are compared with it; it is
 * empty after a restart, as EventStoreDB's is.
 */
export class RecentEventIds {
  readonly #places = new TwoGenerationCache<string, { stream: string; revision: bigint }>(IDS);

  note({ stream, revision, event: { id } }: Placed): void {
    if (!this.#places.get(id)) this.#places.set(id, { stream, revision });
  }

  revisionIn(stream: string, id: string): bigint | undefined {
    const place = this.#places.get(id);
    return place?.stream === stream ? place.revision : undefined;
  }

  clear(): void {
    this.#places.clear();
  }
}
