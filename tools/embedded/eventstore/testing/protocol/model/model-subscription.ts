import { expect } from 'vitest';
import type { ModelEvent, ModelStore } from './model-store.ts';
import type { From } from './steps.ts';

const DELETED = 'failed: 9 stream-deleted';

/** The lines that a subscription to a stream must give, by the rules; `caught up` is counted separately. */
export class ModelSubscription {
  readonly lines: string[] = [];
  /** How many lines precede `caught up`; undefined if that isn't sent. */
  caughtUpAfter: number | undefined;
  readonly #store: ModelStore;
  readonly #stream: string;
  readonly #format: (event: ModelEvent) => string;
  /** Events up to this revision are not sent. */
  readonly #after: bigint;
  /** Whether the stream is still missing. */
  isWaiting = false;
  #hasEnded = false;

  constructor(store: ModelStore, stream: string, from: From, format: (event: ModelEvent) => string) {
    this.#store = store;
    this.#stream = stream;
    this.#format = format;
    this.#after = typeof from === 'bigint' ? from : -1n;
    if (from === 'end') {
      this.lines.push('confirmed');
      this.caughtUpAfter = 1;
      return;
    }
    const visible = store.visible(stream);
    if (visible === 'deleted') {
      this.lines.push(DELETED);
      this.#hasEnded = true;
      return;
    }
    this.lines.push('confirmed');
    if (visible === 'missing') this.isWaiting = true;
    else {
      this.#send(visible);
      this.caughtUpAfter = this.lines.length;
    }
  }

  #send(events: readonly ModelEvent[]): void {
    for (const event of events) if (event.revision > this.#after) this.lines.push(this.#format(event));
  }

  /** Adds the events that one operation has written. */
  add(written: readonly ModelEvent[]): void {
    if (this.#hasEnded) return;
    if (this.isWaiting) {
      this.#poll();
      return;
    }
    const events = written.filter(({ stream }) => stream === this.#stream);
    this.#send(events);
    this.#hasEnded = events.some(({ revision }) => revision === 2n ** 63n - 1n);
    if (this.#hasEnded) this.lines.push(DELETED);
  }

  /** The missing stream may exist now: then its readable events are sent, and the subscription has caught up. */
  #poll(): void {
    const visible = this.#store.visible(this.#stream);
    if (visible === 'missing') return;
    this.isWaiting = false;
    this.#hasEnded = visible === 'deleted';
    if (visible === 'deleted') {
      this.lines.push(DELETED);
      return;
    }
    this.#send(visible);
    this.caughtUpAfter = this.lines.length;
  }

  /** Throws where the recorded lines differ. */
  compare(log: readonly string[], about: string): void {
    const lines = log.filter((line) => line !== 'caught up');
    expect(lines, about).toEqual(this.lines);
    const places = log.flatMap((line, index) => (line === 'caught up' ? [index] : []));
    expect(places, about).toEqual(this.caughtUpAfter === undefined ? [] : [this.caughtUpAfter]);
  }

  /** How many lines are expected, `caught up` included. */
  get count(): number {
    return this.lines.length + (this.caughtUpAfter === undefined ? 0 : 1);
  }
}
