import { isHiddenFromAll } from '../rules/names.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';

/** Somebody who wants to be told what has been committed, in order. */
export type Listener = {
  take(events: readonly RecordedEvent[]): void;
};

/** Tells listeners what has been committed: all of it, or what belongs to some streams. */
export class LiveFeed {
  readonly #all = new Set<Listener>();
  readonly #byStream = new Map<string, Set<Listener>>();

  /** Tells the listener from now on, of some streams or of all; gives the way to stop. */
  listen(listener: Listener, streams?: readonly string[]): () => void {
    if (!streams) {
      this.#all.add(listener);
      return () => this.#all.delete(listener);
    }
    const stops = streams.map((stream) => this.#listenTo(stream, listener));
    return () => {
      for (const stop of stops) stop();
    };
  }

  #listenTo(stream: string, listener: Listener): () => void {
    const listeners = this.#byStream.get(stream) ?? new Set();
    listeners.add(listener);
    this.#byStream.set(stream, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#byStream.get(stream) === listeners) this.#byStream.delete(stream);
    };
  }

  publish(events: readonly RecordedEvent[]): void {
    const inAll = events.some(({ stream }) => isHiddenFromAll(stream))
      ? events.filter(({ stream }) => !isHiddenFromAll(stream))
      : events;
    if (inAll.length > 0) for (const listener of this.#all) listener.take(inAll);
    if (this.#byStream.size === 0) return;
    const byStream = Map.groupBy(
      events.filter(({ stream }) => this.#byStream.has(stream)),
      ({ stream }) => stream,
    );
    for (const [stream, those] of byStream) {
      for (const listener of this.#byStream.get(stream) ?? []) listener.take(those);
    }
  }
}
