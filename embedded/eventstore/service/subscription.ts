import type { Call } from '../grpc/call.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventStore } from '../storage/event-store.ts';
import { type PagedRead, pagesOf } from '../storage/pages.ts';
import { consumerTooSlow } from './failures.ts';

/**
 * What may wait for a slow reader before it is sent away, in events, once more bytes wait than fit on the way to it: as
 * much as in EventStoreDB. What one commit adds is let through.
 */
const QUEUED_EVENTS_MAX = 64;
const QUEUED_BYTES_MAX = 64 * 1024;
/** What may have been committed while something slower goes on, in events. */
const BUFFERED_EVENTS_MAX = 10_000;

/** What a subscription sends. Its calls come one after the other, in the order of the events. */
export type SubscriptionSource = {
  /** The streams listened to, undefined for all. */
  readonly streams: readonly string[] | undefined;
  /** Where the history is read from; undefined if there is none to be read. */
  readonly history: PagedRead | undefined;
  /** Sends what has to be sent of a page of the history. */
  readonly past: (events: readonly RecordedEvent[]) => Promise<void> | undefined;
  /** The history has been sent. */
  readonly caughtUp: () => Promise<void> | void;
  /** Sends what has to be sent of events just committed, some of which the history may have held already. */
  readonly live: (events: readonly RecordedEvent[]) => Promise<void> | undefined;
};

/**
 * Brings a subscription through the history to what is live, without a gap and without sending anything twice: it
 * begins to listen at the end of the history, reads on once more for what was committed before it did, and goes on with
 * what it has heard meanwhile.
 */
export class Subscription {
  readonly #store: EventStore;
  readonly #call: Call;
  readonly #source: SubscriptionSource;
  #stopListening: (() => void) | undefined;
  /** What was committed while the end of the history is read or something is looked up; undefined otherwise. */
  #buffered: RecordedEvent[] | undefined;

  constructor(store: EventStore, call: Call, course: SubscriptionSource) {
    this.#store = store;
    this.#call = call;
    this.#source = course;
    call.onClose(() => this.#stop());
  }

  /** Resolves when the subscription is live, or over. */
  async run(): Promise<void> {
    const { history } = this.#source;
    if (history) {
      let from = await this.#readOn(history, history.from);
      do {
        if (this.#call.isOver) return;
        this.#listen();
        this.#buffered = [];
        from = await this.#readOn(history, from);
      } while (!this.#stopListening);
    } else {
      this.#listen();
    }
    await this.#source.caughtUp();
    if (!this.#stopListening) this.#call.fail(consumerTooSlow('transitioning to live'));
    const heard = this.#buffered ?? [];
    this.#buffered = undefined;
    if (heard.length > 0) this.take(heard);
  }

  /** Sends the history up to its end for now; gives where it goes on. */
  async #readOn(history: PagedRead, from: bigint): Promise<bigint> {
    let next = from;
    for await (const events of pagesOf({ ...history, from })) {
      await this.#call.ready();
      if (this.#call.isOver) break;
      const last = events.at(-1);
      if (last) next = history.after(last);
      await this.#source.past(events);
    }
    return next;
  }

  #listen(): void {
    this.#stopListening ??= this.#store.feed.listen(this, this.#source.streams);
  }

  #stop(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  /** Takes what has just been committed. */
  take(events: readonly RecordedEvent[]): void {
    if (this.#call.isOver) {
      this.#stop();
    } else if (this.#buffered) {
      this.#buffered.push(...events);
      if (this.#buffered.length > BUFFERED_EVENTS_MAX) this.#stop();
    } else if (this.#call.waiting > QUEUED_EVENTS_MAX && this.#call.backlog > QUEUED_BYTES_MAX) {
      this.#stop();
      this.#call.fail(consumerTooSlow('live'));
    } else {
      const sending = this.#source.live(events);
      if (sending) void this.#after(sending);
    }
  }

  /** What is committed while something is looked up has to wait for it. */
  async #after(sending: Promise<void>): Promise<void> {
    this.#buffered = [];
    try {
      await sending;
    } catch (error) {
      this.#call.fail(error);
    }
    const heard = this.#buffered;
    this.#buffered = undefined;
    if (!this.#stopListening) this.#call.fail(consumerTooSlow('live'));
    else if (heard.length > 0) this.take(heard);
  }
}
