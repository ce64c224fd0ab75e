import type { Delivery } from '#event-log/subscribe.ts';
import { type Batch, LedgerQueues, type QueueSettings } from './ledger-queues.ts';

/** How long a batch waits for further events after its first, where none are read ahead. */
const FILL_MS = 1;

/**
 * How batches are made, and how many events are read ahead at most. While events keep coming, a batch waits `gatherMs`
 * for more of them.
 */
export type BatchSettings = QueueSettings & { aheadEventsMax: number; gatherMs?: number };

/** Reads a subscription ahead, up to a limit, and gives what has arrived in batches in which the ledgers take turns. */
export class Batches {
  readonly #batchEventsMax: number;
  readonly #aheadEventsMax: number;
  readonly #gatherMs: number;
  readonly #queues: LedgerQueues;
  /** Whether the consumer waits for the next batch. */
  #isAwaited = false;
  /** Whether events came while the last batch was applied. */
  #isBusy = false;
  #isHurried = false;
  #ended: { error?: unknown } | null = null;
  #wake: (() => void) | null = null;

  /**
   * The source is not read while `aheadEventsMax` events wait and the consumer is busy. With 0, source and consumer
   * never run at the same time.
   */
  constructor(source: AsyncIterable<Delivery>, settings: BatchSettings) {
    this.#batchEventsMax = settings.batchEventsMax;
    this.#aheadEventsMax = settings.aheadEventsMax;
    this.#gatherMs = settings.gatherMs ?? 0;
    this.#queues = new LedgerQueues(settings);
    void this.#pump(source);
  }

  /** How many events wait for a batch. */
  get waiting(): number {
    return this.#queues.waiting;
  }

  /** Waits for the next batch; null when the source has ended. Throws what the source threw. */
  async next(): Promise<Batch | null> {
    this.#isAwaited = true;
    this.#signal();
    while (this.#queues.isEmpty) {
      if (this.#ended) {
        if ('error' in this.#ended) throw this.#ended.error;
        return null;
      }
      await this.#change();
    }
    if (this.#aheadEventsMax === 0) await this.#within(FILL_MS, () => this.#queues.waiting >= this.#batchEventsMax);
    if (this.#gatherMs > 0 && this.#isBusy) {
      await this.#within(this.#gatherMs, () => this.#isHurried || this.#queues.waiting >= this.#batchEventsMax);
    }
    this.#isAwaited = false;
    const batch = this.#queues.take();
    this.#isBusy = batch.events.length > 1;
    this.#isHurried = false;
    this.#signal();
    return batch;
  }

  /** The next batch gathers no more events than it has: somebody waits for them. */
  hurry(): void {
    this.#isHurried = true;
    this.#signal();
  }

  /** Resolves with true once there is a batch or the source has ended, with false after `ms` milliseconds. */
  async arrived(ms: number): Promise<boolean> {
    this.#isAwaited = true;
    this.#signal();
    const isThere = await this.#within(ms, () => !this.#queues.isEmpty);
    this.#isAwaited = false;
    return isThere;
  }

  /** Waits until a condition holds or the source has ended, at most `ms` milliseconds; gives whether it does. */
  async #within(ms: number, isSo: () => boolean): Promise<boolean> {
    const isDone = () => isSo() || this.#ended !== null;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#signal();
    }, ms);
    while (!isDone() && !isLate) await this.#change();
    clearTimeout(timer);
    return isDone();
  }

  /** Reads nothing more from the source. */
  close(): void {
    this.#ended ??= {};
    this.#signal();
  }

  async #pump(source: AsyncIterable<Delivery>): Promise<void> {
    try {
      for await (const delivery of source) {
        this.#queues.add(delivery);
        this.#signal();
        while (!this.#hasSpace() && !this.#ended) await this.#change();
        if (this.#ended) return;
      }
      this.#ended ??= {};
    } catch (error) {
      this.#ended ??= { error };
    }
    this.#signal();
  }

  #hasSpace(): boolean {
    const least = this.#isAwaited ? this.#batchEventsMax : 0;
    return this.#queues.hasSpace(Math.max(least, this.#aheadEventsMax));
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      const before = this.#wake;
      this.#wake = () => {
        before?.();
        resolve();
      };
    });
  }

  #signal(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}
