import type { LoggedEvent } from '#event-log/logged-event.ts';
import { isAfter } from '#event-log/positions.ts';
import type { Delivery } from '#event-log/subscribe.ts';

/** The size of the waiting events, as JSON; one event may exceed it. */
const WAITING_BYTES_MAX = 32 * 1024 * 1024;

/** Events to apply in one transaction, and how far the log is applied after them. */
export type Batch = {
  /** The events of a ledger are in their order; the ledgers take turns, so the whole is not in the order of the log. */
  events: LoggedEvent[];
  /** All events up to this position are applied; null: no more than before. */
  position: string | null;
  /** No event after this position is applied, or null if none is. It is never before `position`. */
  reached: string | null;
  /** All events that existed when the subscription began are applied. */
  hasCaughtUp: boolean;
};

/**
 * A batch has at most `batchEventsMax` events. A ledger gives `turnEventsMax` of them, then it is the next one's turn.
 * `reached` is the position of the last batch that was applied.
 */
export type QueueSettings = { batchEventsMax: number; turnEventsMax: number; reached: string | null };

/** A delivery in the order of the log. An event that is taken is replaced by a checkpoint. */
type Read = { number: number; delivery: Delivery; bytes: number };
type Queue = { ledgerId: string; waiting: Read[] };

/**
 * Holds deliveries of the log, and gives their events in batches in which the ledgers take turns, so that a ledger with
 * many events doesn't delay the others. The events of a ledger stay in their order.
 */
export class LedgerQueues {
  readonly #batchEventsMax: number;
  readonly #turnEventsMax: number;
  /** The deliveries from the first event that waits, in the order of the log. */
  #read: Read[] = [];
  readonly #queues = new Map<string, Queue>();
  /** The queues in the order of their turns. */
  #order: Queue[] = [];
  #count = 0;
  #waiting = 0;
  #waitingBytes = 0;
  /** Whether the last batch had space for events that waited. */
  #wasShort = false;
  #reached: string | null;

  constructor({ batchEventsMax, turnEventsMax, reached }: QueueSettings) {
    this.#batchEventsMax = batchEventsMax;
    this.#turnEventsMax = turnEventsMax;
    this.#reached = reached;
  }

  /** How many events wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether there is nothing to take. */
  get isEmpty(): boolean {
    return this.#read.length === 0;
  }

  /** Whether more is to be read, if this number of events may wait. */
  hasSpace(waitingMax: number): boolean {
    return this.#waiting < waitingMax && this.#waitingBytes < WAITING_BYTES_MAX;
  }

  /** Adds the next delivery. */
  add(delivery: Delivery): void {
    this.#count += 1;
    const read: Read = { number: this.#count, delivery, bytes: 0 };
    this.#read.push(read);
    if (delivery.kind !== 'event') return;
    read.bytes = JSON.stringify(delivery.data)?.length ?? 0;
    this.#waiting += 1;
    this.#waitingBytes += read.bytes;
    const queue = this.#queues.get(delivery.ledgerId);
    if (queue) queue.waiting.push(read);
    else {
      const opened = { ledgerId: delivery.ledgerId, waiting: [read] };
      this.#queues.set(delivery.ledgerId, opened);
      this.#order.push(opened);
    }
  }

  /**
   * Takes a batch. Each ledger has a turn, and those with more events fill the batch. Where a ledger has given all of
   * its events, every second batch is not filled, so that these are applied sooner.
   */
  take(): Batch {
    const taken: Read[] = [];
    const isShort = this.#takeTurns(taken, this.#turnEventsMax) && !this.#wasShort;
    while (!isShort && this.#order.length > 0 && taken.length < this.#batchEventsMax) {
      const share = Math.floor((this.#batchEventsMax - taken.length) / this.#order.length);
      this.#takeTurns(taken, Math.max(share, this.#turnEventsMax));
    }
    this.#wasShort = this.#order.length > 0 && taken.length < this.#batchEventsMax;
    const events: LoggedEvent[] = [];
    let last: { number: number; position: string } | null = null;
    for (const read of taken) {
      const { number, delivery, bytes } = read;
      if (delivery.kind !== 'event') continue;
      events.push(delivery);
      const { position } = delivery;
      if (number > (last?.number ?? 0)) last = { number, position };
      read.delivery = { kind: 'checkpoint', position };
      this.#waiting -= 1;
      this.#waitingBytes -= bytes;
    }
    const { position, hasCaughtUp } = this.#settle();
    for (const applied of [last?.position, position]) {
      if (applied && (this.#reached === null || isAfter(applied, this.#reached))) this.#reached = applied;
    }
    return { events, position, reached: this.#reached, hasCaughtUp };
  }

  /** Takes at most `most` events of each ledger, in turn. Gives whether a ledger has none left. */
  #takeTurns(taken: Read[], most: number): boolean {
    const later: Queue[] = [];
    let turns = 0;
    for (const queue of this.#order) {
      if (taken.length === this.#batchEventsMax) break;
      taken.push(...queue.waiting.splice(0, Math.min(most, this.#batchEventsMax - taken.length)));
      if (queue.waiting.length > 0) later.push(queue);
      else this.#queues.delete(queue.ledgerId);
      turns += 1;
    }
    this.#order = [...this.#order.slice(turns), ...later];
    return later.length < turns;
  }

  /** Removes the deliveries before the first event that waits, and gives the last position among them. */
  #settle(): { position: string | null; hasCaughtUp: boolean } {
    const waitingAt = this.#read.findIndex(({ delivery }) => delivery.kind === 'event');
    const settled = this.#read.splice(0, waitingAt === -1 ? this.#read.length : waitingAt);
    let position: string | null = null;
    for (const { delivery } of settled) if (delivery.kind !== 'caught-up') position = delivery.position;
    return { position, hasCaughtUp: settled.some(({ delivery }) => delivery.kind === 'caught-up') };
  }
}
