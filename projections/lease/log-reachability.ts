import type { EventLog } from '../../event-log/event-log.ts';
import { pause } from '../../event-log/timers.ts';

/** How often a worker looks whether the event store answers, in milliseconds. */
const EVERY = 300;
/** A worker that has had no answer for so long doesn't see the event store, in milliseconds. */
const CLEAR = 2 * EVERY;

/**
 * Whether a worker sees the event store just now. A subscription can't tell: it is silent where nothing happens, and as
 * silent where its connection is dead.
 */
export class LogReachability {
  #seenAt = Number.NEGATIVE_INFINITY;
  /** Whether the last look saw nothing. */
  #isDark = false;
  readonly #onLost: (error: unknown) => void;
  readonly #closing = new AbortController();
  /** Resolves once it has looked for the first time. */
  readonly first: Promise<void>;
  readonly #looking: Promise<void>;

  /** Looks again and again until it is closed; `onLost` hears why it sees nothing, once each time it begins. */
  constructor(log: Pick<EventLog, 'end'>, onLost: (error: unknown) => void) {
    this.#onLost = onLost;
    this.first = this.#look(log);
    this.#looking = this.#goOn(log);
  }

  async #goOn(log: Pick<EventLog, 'end'>): Promise<void> {
    await this.first;
    const { signal } = this.#closing;
    for (await pause(EVERY, signal); !signal.aborted; await pause(EVERY, signal)) await this.#look(log);
  }

  async #look(log: Pick<EventLog, 'end'>): Promise<void> {
    const since = performance.now();
    try {
      await log.end();
      this.#seenAt = since;
      this.#isDark = false;
    } catch (error) {
      if (!this.#isDark) this.#onLost(error);
      this.#isDark = true;
    }
  }

  /** How long ago the event store was seen, in milliseconds; infinite before the first time. */
  get age(): number {
    return performance.now() - this.#seenAt;
  }

  get isClear(): boolean {
    return this.age < CLEAR;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#looking;
  }
}
