import type { EventLog } from '#event-log/event-log.ts';
import { pause } from '#event-log/timers.ts';

/** Interval of requests to the event store. */
const PROBE_MS = 300;
/** The event store is unreachable after so long without an answer. */
const UNREACHABLE_AFTER_MS = 2 * PROBE_MS;

/**
 * Whether a worker reaches the event store. A subscription does not show it: without new events it is as silent as over
 * a dead connection.
 */
export class LogReachability {
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** Whether the last request failed. */
  #hasFailed = false;
  readonly #onLost: (error: unknown) => void;
  readonly #closing = new AbortController();
  /** Resolves after the first request, answered or not. */
  readonly first: Promise<void>;
  readonly #probing: Promise<void>;

  /**
   * Sends requests until it is closed. Calls `onLost` with the error of the first request that fails after an answer.
   */
  constructor(log: Pick<EventLog, 'end'>, onLost: (error: unknown) => void) {
    this.#onLost = onLost;
    this.first = this.#probe(log);
    this.#probing = this.#probeUntilClosed(log);
  }

  async #probeUntilClosed(log: Pick<EventLog, 'end'>): Promise<void> {
    await this.first;
    const { signal } = this.#closing;
    for (await pause(PROBE_MS, signal); !signal.aborted; await pause(PROBE_MS, signal)) await this.#probe(log);
  }

  async #probe(log: Pick<EventLog, 'end'>): Promise<void> {
    const since = performance.now();
    try {
      await log.end();
      this.#answeredAt = since;
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#onLost(error);
      this.#hasFailed = true;
    }
  }

  /** Milliseconds since the last request that was answered was sent; infinite before the first. */
  get age(): number {
    return performance.now() - this.#answeredAt;
  }

  get isReachable(): boolean {
    return this.age < UNREACHABLE_AFTER_MS;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#probing;
  }
}
