import type { RecordedEvent } from '../../ledger/events.ts';

/** So many are remembered at most; the read model is seldom further behind. */
const EVENTS_MAX = 500;

/**
 * What the commands of one user that wait for each other have recorded, so that the next can decide on it before the read
 * model has it. Only a start: whether it is all there is, is decided by the revision at which the log takes the append.
 */
export class RecentEvents {
  #events: RecordedEvent[] = [];

  /** Remembers events that were recorded just now; those that don't follow what is remembered begin anew. */
  note(events: readonly RecordedEvent[]): void {
    const last = this.#events.at(-1);
    const follows = last === undefined || events[0]?.revision === last.revision + 1n;
    this.#events = follows ? [...this.#events, ...events].slice(-EVENTS_MAX) : [...events];
  }

  /** Those after a revision, if nothing is missing in between; else none. */
  after(revision: bigint): readonly RecordedEvent[] {
    const later = this.#events.filter((event) => event.revision > revision);
    return later[0]?.revision === revision + 1n ? later : [];
  }
}
