import { expect } from 'vitest';
import type { ModelEvent, ModelStore } from './model-store.ts';
import type { From } from './steps.ts';

const DELETED = 'failed: 9 stream-deleted';

/** What a subscription to a stream has to say, by the rules; when it has caught up is told apart from the other lines. */
export class ModelSubscription {
  readonly lines: string[] = [];
  /** How many lines come before `caught up`; undefined if that isn't said. */
  caughtUpAfter: number | undefined;
  readonly #store: ModelStore;
  readonly #stream: string;
  readonly #tell: (event: ModelEvent) => string;
  /** Events up to here are not sent. */
  readonly #after: bigint;
  /** Whether the stream is still to appear. */
  isWaiting = false;
  #isOver = false;

  constructor(store: ModelStore, stream: string, from: From, tell: (event: ModelEvent) => string) {
    this.#store = store;
    this.#stream = stream;
    this.#tell = tell;
    this.#after = typeof from === 'bigint' ? from : -1n;
    if (from === 'end') {
      this.lines.push('confirmed');
      this.caughtUpAfter = 1;
      return;
    }
    const visible = store.visible(stream);
    if (visible === 'deleted') {
      this.lines.push(DELETED);
      this.#isOver = true;
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
    for (const event of events) if (event.revision > this.#after) this.lines.push(this.#tell(event));
  }

  /** Takes what one operation has written. */
  take(written: readonly ModelEvent[]): void {
    if (this.#isOver) return;
    if (this.isWaiting) {
      this.#lookAgain();
      return;
    }
    const events = written.filter(({ stream }) => stream === this.#stream);
    this.#send(events);
    this.#isOver = events.some(({ revision }) => revision === 2n ** 63n - 1n);
    if (this.#isOver) this.lines.push(DELETED);
  }

  /** What is waited for may be there now: then what can be seen of it comes, and the subscription has caught up. */
  #lookAgain(): void {
    const visible = this.#store.visible(this.#stream);
    if (visible === 'missing') return;
    this.isWaiting = false;
    this.#isOver = visible === 'deleted';
    if (visible === 'deleted') {
      this.lines.push(DELETED);
      return;
    }
    this.#send(visible);
    this.caughtUpAfter = this.lines.length;
  }

  /** @throws if this isn't what was heard */
  compare(log: readonly string[], about: string): void {
    const lines = log.filter((line) => line !== 'caught up');
    expect(lines, about).toEqual(this.lines);
    const places = log.flatMap((line, index) => (line === 'caught up' ? [index] : []));
    expect(places, about).toEqual(this.caughtUpAfter === undefined ? [] : [this.caughtUpAfter]);
  }

  /** How many lines there have to be, `caught up` included. */
  get count(): number {
    return this.lines.length + (this.caughtUpAfter === undefined ? 0 : 1);
  }
}
