import type { Connection } from './connection.ts';
import { LogUnavailable } from './errors.ts';
import { positionOf, readPosition } from './logged-event.ts';
import { isAfter } from './positions.ts';
import { rawEvent } from './raw-event.ts';
import { readMessages } from './read-raw.ts';
import { LEDGER_PREFIX } from './streams.ts';
import { pause } from './timers.ts';

/** Interval of the check of a silent subscription. */
const CHECK_MS = 300;
/** How long a subscription may lag behind the log before it is ended. */
const LAG_MAX_MS = 1_000;
/** Events read by one check. */
const EVENTS_PER_CHECK = 1_000;

/** How far a subscription has come. */
export type DeliveryProgress = {
  /** The position of the last delivery; null before the first. */
  position: string | null;
  /** When the consumer began to wait for the next delivery (performance.now()); null while it handles one. */
  waitingSince: number | null;
};

/**
 * Checks that a silent subscription is alive, by reading the log after its position. A subscription is silent when
 * nothing happens, but also when its connection is dead or its node is partitioned; the client can't tell these apart.
 */
export class LivenessCheck {
  readonly #connection: Connection;
  readonly #progress: DeliveryProgress;
  /** Doubles with each subscription that was ended, until one delivers: a slow store may need more time. */
  #lagMaxMs = LAG_MAX_MS;
  /** Up to here the log was read and holds no event for the subscription. */
  #nothingUpTo: string | null = null;

  constructor(connection: Connection, progress: DeliveryProgress) {
    this.#connection = connection;
    this.#progress = progress;
  }

  /** Starts checking; calls `onDead` once, when the subscription lags. Gives a function that stops the check. */
  start(onDead: (error: LogUnavailable) => void): () => void {
    const stopping = new AbortController();
    void this.#run(onDead, stopping.signal);
    return () => stopping.abort();
  }

  async #run(onDead: (error: LogUnavailable) => void, signal: AbortSignal): Promise<void> {
    const before = this.#progress.position;
    let behindSince: number | null = null;
    for (await pause(CHECK_MS, signal); !signal.aborted; await pause(CHECK_MS, signal)) {
      const { position, waitingSince } = this.#progress;
      if (position !== before) this.#lagMaxMs = LAG_MAX_MS;
      const now = performance.now();
      if (waitingSince === null || now - waitingSince < CHECK_MS) continue;
      // A failed read proves nothing about the subscription.
      const isBehind = await this.#hasMoreAfter(position).catch(() => false);
      if (!isBehind || this.#progress.waitingSince !== waitingSince) behindSince = null;
      else behindSince ??= now;
      if (behindSince === null || performance.now() - behindSince < this.#lagMaxMs || signal.aborted) continue;
      this.#lagMaxMs *= 2;
      return onDead(new LogUnavailable('The event store has new events, but the subscription delivers none.'));
    }
  }

  async #hasMoreAfter(position: string | null): Promise<boolean> {
    const empty = this.#nothingUpTo;
    const from = empty !== null && (position === null || isAfter(empty, position)) ? empty : position;
    const start = from === null ? {} : { from: positionOf(from) };
    const read = { stream: null, backwards: false, limit: EVENTS_PER_CHECK, ...start } as const;
    for await (const message of readMessages(this.#connection, read)) {
      const event = rawEvent(message);
      if (!event) continue;
      const position = readPosition(message);
      if (from !== null && !isAfter(position, from)) continue;
      if (event.stream.startsWith(LEDGER_PREFIX)) return true;
      this.#nothingUpTo = position;
    }
    return false;
  }
}
