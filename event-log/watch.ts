import { FORWARDS, START } from '@eventstore/db-client';
import type { Connection } from './connection.ts';
import { LogUnavailable } from './errors.ts';
import { positionOf, positionText } from './logged-event.ts';
import { isAfter } from './positions.ts';
import { readEvents } from './read.ts';
import { LEDGER_PREFIX } from './streams.ts';
import { pause } from './timers.ts';

/** How often a silent subscription is held against the log, in milliseconds. */
const LOOK_MS = 300;
/** A subscription that has given nothing of what the log has for so long is ended, in milliseconds. */
const BEHIND_MS = 1_000;
/** At most so many events are looked through at once. */
const STEP = 1_000;

/** How far a subscription is. */
export type Progress = {
  /** What was given last; null for nothing yet. */
  position: string | null;
  /** Since when its reader waits for the next, as performance.now() counts; null while the reader is busy. */
  waitingSince: number | null;
};

/**
 * Holds a silent subscription against the log. A subscription can't tell by itself: it is silent where nothing happens,
 * and as silent where its connection is dead or its node is cut off.
 */
export class Watch {
  readonly #connection: Connection;
  readonly #progress: Progress;
  /** How long a subscription may be behind: longer with each that gave nothing at all, so that a slow one comes to it. */
  #allowedMs = BEHIND_MS;
  /** What was looked through without finding anything for the subscription. */
  #empty: string | null = null;

  constructor(connection: Connection, progress: Progress) {
    this.#connection = connection;
    this.#progress = progress;
  }

  /** Begins to watch; `end` is called with the reason where the subscription is behind. Gives the way to stop. */
  begin(end: (error: LogUnavailable) => void): () => void {
    const stopping = new AbortController();
    void this.#watch(end, stopping.signal);
    return () => stopping.abort();
  }

  async #watch(end: (error: LogUnavailable) => void, signal: AbortSignal): Promise<void> {
    const before = this.#progress.position;
    let behindSince: number | null = null;
    for (await pause(LOOK_MS, signal); !signal.aborted; await pause(LOOK_MS, signal)) {
      const { position, waitingSince } = this.#progress;
      if (position !== before) this.#allowedMs = BEHIND_MS;
      const now = performance.now();
      if (waitingSince === null || now - waitingSince < LOOK_MS) continue;
      // A store that doesn't answer says nothing about the subscription.
      const isBehind = await this.#hasMoreAfter(position).catch(() => false);
      if (!isBehind || this.#progress.waitingSince !== waitingSince) behindSince = null;
      else behindSince ??= now;
      if (behindSince === null || performance.now() - behindSince < this.#allowedMs || signal.aborted) continue;
      this.#allowedMs *= 2;
      return end(new LogUnavailable('The event store goes on, and the subscription gives nothing of it.'));
    }
  }

  async #hasMoreAfter(position: string | null): Promise<boolean> {
    const from = this.#empty !== null && (position === null || isAfter(this.#empty, position)) ? this.#empty : position;
    const options = {
      ...this.#connection.reading,
      direction: FORWARDS,
      fromPosition: from === null ? START : positionOf(from),
      maxCount: STEP,
    } as const;
    for await (const { event } of readEvents(this.#connection, (client) => client.readAll(options))) {
      if (!event) continue;
      const at = positionText(event.position);
      if (from !== null && !isAfter(at, from)) continue;
      if (event.streamId.startsWith(LEDGER_PREFIX)) return true;
      this.#empty = at;
    }
    return false;
  }
}
