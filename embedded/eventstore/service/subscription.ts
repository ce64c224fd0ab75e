import type { Call } from '../grpc/call.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventStore } from '../storage/event-store.ts';
import { pagesOf, type Reading } from '../storage/pages.ts';
import { consumerTooSlow } from './failures.ts';

/**
 * What may wait for a slow reader before it is sent away, in events, once more bytes wait than fit on the way to it: as
 * much as in EventStoreDB. What one commit adds is let through.
 */
const WAITING_EVENTS_MAX = 64;
const ON_THE_WAY_BYTES = 64 * 1024;
/** What may have been committed while something slower goes on, in events. */
const MEANWHILE_EVENTS_MAX = 10_000;

/** What a subscription sends. Its calls come one after the other, in the order of the events. */
export type Course = {
  /** The streams listened to, undefined for all. */
  readonly streams: readonly string[] | undefined;
  /** Where the history is read from; undefined if there is none to be read. */
  readonly history: Reading | undefined;
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
  readonly #course: Course;
  #stopListening: (() => void) | undefined;
  /** What was committed while the end of the history is read or something is looked up; undefined otherwise. */
  #meanwhile: RecordedEvent[] | undefined;

  constructor(store: EventStore, call: Call, course: Course) {
    this.#store = store;
    this.#call = call;
    this.#course = course;
    call.onClose(() => this.#stop());
  }

  /** Resolves when the subscription is live, or over. */
  async run(): Promise<void> {
    const { history } = this.#course;
    if (history) {
      let from = await this.#readOn(history, history.from);
      do {
        if (this.#call.isOver) return;
        this.#listen();
        this.#meanwhile = [];
        from = await this.#readOn(history, from);
      } while (!this.#stopListening);
    } else {
      this.#listen();
    }
    await this.#course.caughtUp();
    if (!this.#stopListening) this.#call.fail(consumerTooSlow('transitioning to live'));
    const heard = this.#meanwhile ?? [];
    this.#meanwhile = undefined;
    if (heard.length > 0) this.take(heard);
  }

  /** Sends the history up to its end for now; gives where it goes on. */
  async #readOn(history: Reading, from: bigint): Promise<bigint> {
    let next = from;
    for await (const events of pagesOf({ ...history, from })) {
      await this.#call.ready();
      if (this.#call.isOver) break;
      const last = events.at(-1);
      if (last) next = history.after(last);
      await this.#course.past(events);
    }
    return next;
  }

  #listen(): void {
    this.#stopListening ??= this.#store.feed.listen(this, this.#course.streams);
  }

  #stop(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  /** Takes what has just been committed. */
  take(events: readonly RecordedEvent[]): void {
    if (this.#call.isOver) {
      this.#stop();
    } else if (this.#meanwhile) {
      this.#meanwhile.push(...events);
      if (this.#meanwhile.length > MEANWHILE_EVENTS_MAX) this.#stop();
    } else if (this.#call.waiting > WAITING_EVENTS_MAX && this.#call.backlog > ON_THE_WAY_BYTES) {
      this.#stop();
      this.#call.fail(consumerTooSlow('live'));
    } else {
      const sending = this.#course.live(events);
      if (sending) void this.#after(sending);
    }
  }

  /** What is committed while something is looked up has to wait for it. */
  async #after(sending: Promise<void>): Promise<void> {
    this.#meanwhile = [];
    try {
      await sending;
    } catch (error) {
      this.#call.fail(error);
    }
    const heard = this.#meanwhile;
    this.#meanwhile = undefined;
    if (!this.#stopListening) this.#call.fail(consumerTooSlow('live'));
    else if (heard.length > 0) this.take(heard);
  }
}
