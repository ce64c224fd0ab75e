import type { DecodedEvent } from '#ledger/events.ts';

/** The read model rarely lags further. */
const EVENTS_MAX = 500;

/**
 * Caches the events that queued commands of one ledger appended, so that the next command needn't wait for the read
 * model. It may be stale: the append's expected revision detects events of other processes.
 */
export class RecentEvents {
  #events: DecodedEvent[] = [];

  /** Adds appended events. Drops the cached ones when there is a gap between. */
  note(events: readonly DecodedEvent[]): void {
    const last = this.#events.at(-1);
    const follows = last === undefined || events[0]?.revision === last.revision + 1n;
    this.#events = follows ? [...this.#events, ...events].slice(-EVENTS_MAX) : [...events];
  }

  /** The events after a revision; none when the cache doesn't reach back to it. */
  after(revision: bigint): readonly DecodedEvent[] {
    const later = this.#events.filter((event) => event.revision > revision);
    return later[0]?.revision === revision + 1n ? later : [];
  }
}
