import { expect } from 'vitest';
import type { ModelEvent, ModelStore } from './model-store.ts';
import type { From } from './steps.ts';

const DELETED = 'failed: 9 stream-deleted';

/** What a subscription to a stream has to say, by the rules; when it has caught up is told apart from the other lines. */
export class ModelSubscription {
  readonly lines: string[] = [];
  /** How many lines come before `caught up`, at least and at most; undefined if that isn't said. */
  caughtUpAfter: { readonly least: number; readonly most: number } | undefined;
  readonly #stream: string;
  readonly #tell: (event: ModelEvent) => string;
  /** Events up to here are not sent. */
  readonly #after: bigint;
  #isWaiting = false;
  #isOver = false;

  constructor(store: ModelStore, stream: string, from: From, tell: (event: ModelEvent) => string) {
    this.#stream = stream;
    this.#tell = tell;
    this.#after = typeof from === 'bigint' ? from : -1n;
    if (from === 'end') {
      this.lines.push('confirmed');
      this.caughtUpAfter = { least: 1, most: 1 };
      return;
    }
    const visible = store.visible(stream);
    if (visible === 'deleted') {
      this.lines.push(DELETED);
      this.#isOver = true;
      return;
    }
    this.lines.push('confirmed');
    if (visible === 'missing') this.#isWaiting = true;
    else {
      this.#send(visible);
      this.caughtUpAfter = { least: this.lines.length, most: this.lines.length };
    }
  }

  #send(events: readonly ModelEvent[]): void {
    for (const event of events) if (event.revision > this.#after) this.lines.push(this.#tell(event));
  }

  /** Takes what one operation has written. */
  take(written: readonly ModelEvent[]): void {
    const events = written.filter(({ stream }) => stream === this.#stream);
    if (this.#isOver || events.length === 0) return;
    const isGone = events.some(({ revision }) => revision === 2n ** 63n - 1n);
    this.#isOver = isGone;
    if (isGone && this.#isWaiting) {
      this.lines.push(DELETED);
      return;
    }
    const before = this.lines.length;
    this.#send(events);
    if (this.#isWaiting) this.caughtUpAfter = { least: before, most: Number.POSITIVE_INFINITY };
    this.#isWaiting = false;
    if (isGone) this.lines.push(DELETED);
  }

  /** @throws if this isn't what was heard */
  compare(log: readonly string[], about: string): void {
    const lines = log.filter((line) => line !== 'caught up');
    expect(lines, about).toEqual(this.lines);
    const places = log.flatMap((line, index) => (line === 'caught up' ? [index] : []));
    expect(places.length, about).toBe(this.caughtUpAfter ? 1 : 0);
    if (!this.caughtUpAfter) return;
    expect(places[0], about).toBeGreaterThanOrEqual(this.caughtUpAfter.least);
    expect(places[0], about).toBeLessThanOrEqual(this.caughtUpAfter.most);
  }

  /** How many lines there have to be, `caught up` included. */
  get count(): number {
    return this.lines.length + (this.caughtUpAfter ? 1 : 0);
  }
}
