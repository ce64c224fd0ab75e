import { isHiddenFromAll } from '../rules/names.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';

/** Receives committed events, in order. */
export type Listener = {
  take(events: readonly RecordedEvent[]): void;
};

/** Passes committed events to listeners: the listeners of `$all`, or of given streams. */
export class LiveFeed {
  readonly #all = new Set<Listener>();
  readonly #byStream = new Map<string, Set<Listener>>();

  /** Adds a listener for some streams or for `$all`; gives the function that removes it. */
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

  /** Passes the events of a commit to the listeners. */
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
    for (const [stream, ofStream] of byStream) {
      for (const listener of this.#byStream.get(stream) ?? []) listener.take(ofStream);
    }
  }
}
