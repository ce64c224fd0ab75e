import type { Call } from '../grpc/call.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventStore } from '../storage/event-store.ts';
import { type PagedRead, pagesOf } from '../storage/pages.ts';
import { consumerTooSlow } from './failures.ts';

/**
 * A live subscriber is dropped when more than this many events and bytes are queued for it, as in EventStoreDB. The
 * events of one commit are sent together, however many.
 */
const QUEUED_EVENTS_MAX = 64;
const QUEUED_BYTES_MAX = 64 * 1024;
/**
 * The most live events that are buffered while history is read or links are resolved; above it the subscriber is
 * dropped.
 */
const BUFFERED_EVENTS_MAX = 10_000;

/**
 * The source of a subscription's events, and their senders. The functions are called one after the other, in the order
 * of the events.
 */
export type SubscriptionSource = {
  /** The streams whose live events are sent; undefined for all. */
  readonly streams: readonly string[] | undefined;
  /** The read of history; undefined for a subscription from the end. */
  readonly history: PagedRead | undefined;
  /** Sends the matching events of a page of history. */
  readonly sendPast: (events: readonly RecordedEvent[]) => Promise<void> | undefined;
  /** Called when all of history is sent. */
  readonly sendCaughtUp: () => Promise<void> | void;
  /** Sends the matching events of a commit; some of them may have been sent as history. */
  readonly sendLive: (events: readonly RecordedEvent[]) => Promise<void> | undefined;
};

/**
 * Takes a subscription from history to live events without a gap or a duplicate: at the end of history it starts to
 * listen, reads once more for events committed before that, and continues with the events buffered meanwhile.
 */
export class Subscription {
  readonly #store: EventStore;
  readonly #call: Call;
  readonly #source: SubscriptionSource;
  #stopListening: (() => void) | undefined;
  /** Live events committed while the end of history is read or links are resolved; undefined at other times. */
  #buffered: RecordedEvent[] | undefined;

  constructor(store: EventStore, call: Call, source: SubscriptionSource) {
    this.#store = store;
    this.#call = call;
    this.#source = source;
    call.onClose(() => this.#stop());
  }

  /** Resolves when the subscription is live or has ended. */
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
    await this.#source.sendCaughtUp();
    if (!this.#stopListening) this.#call.fail(consumerTooSlow('transitioning to live'));
    const buffered = this.#buffered ?? [];
    this.#buffered = undefined;
    if (buffered.length > 0) this.take(buffered);
  }

  /** Sends history up to its present end; gives where the next read starts. */
  async #readOn(history: PagedRead, from: bigint): Promise<bigint> {
    let next = from;
    for await (const events of pagesOf({ ...history, from })) {
      await this.#call.ready();
      if (this.#call.isOver) break;
      const last = events.at(-1);
      if (last) next = history.after(last);
      await this.#source.sendPast(events);
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

  /** Receives the events of a commit. */
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
      const sending = this.#source.sendLive(events);
      if (sending) void this.#after(sending);
    }
  }

  /** Buffers the commits that happen until `sending` is done. */
  async #after(sending: Promise<void>): Promise<void> {
    this.#buffered = [];
    try {
      await sending;
    } catch (error) {
      this.#call.fail(error);
    }
    const buffered = this.#buffered;
    this.#buffered = undefined;
    if (!this.#stopListening) this.#call.fail(consumerTooSlow('live'));
    else if (buffered.length > 0) this.take(buffered);
  }
}
