import { CHANNELS } from '#platform/locks.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { LIVE } from './tables/read-models.ts';

/** Interval of queries while no notification arrives (product 7.5). */
const POLL_MS = 250;
/** A wait of this time asks the worker not to gather more events: most waits are over before. */
const HURRY_MS = 2;
/** A ledger that has not moved for this time while somebody waited is not waited for as long as others. */
const STUCK_MS = 10_000;
/** The wait for a ledger that does not move: a query finds out whether it moves again. */
const STUCK_WAIT_MS = POLL_MS + 50;

/** Ledgers whose reached revision is remembered, since a commit may be notified before its command waits for it. */
const REACHED_MAX = 10_000;

type Waiter = { ledgerId: string; revision: bigint; resolve(reached: boolean): void };

/**
 * Waits until the read models have applied a revision. A notification names the revisions that ledgers have reached;
 * where it can't, and every 250 ms, one query asks for all waiting calls. Knows the revisions that this process has
 * appended or read from the log, and the read models may lack.
 */
export class RevisionWaiters {
  readonly #database: Database;
  readonly #waiters = new Set<Waiter>();
  /** The ledgers of the latest notifications, the latest last. */
  readonly #reached = new Map<string, bigint>();
  /** The newest revisions that were seen in the log, of the ledgers that have not reached them. */
  readonly #seen = new Map<string, bigint>();
  /** The ledgers for which somebody has waited in vain, and since when. They have not moved since. */
  readonly #stuckSinceMs = new Map<string, number>();
  #asking: Promise<void> | null = null;
  #askAgain = false;
  #interval: ReturnType<typeof setInterval> | null = null;
  #hurrying: ReturnType<typeof setTimeout> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The newest revisions that this process has seen in the log, of the ledgers that have not reached them. */
  get lacking(): ReadonlyMap<string, bigint> {
    return this.#seen;
  }

  /** Notes that this process has appended the events of a ledger up to a revision, or has read them from the log. */
  noteSeen(ledgerId: string, revision: bigint): void {
    if (this.reached(ledgerId) >= revision || this.seen(ledgerId) >= revision) return;
    put(this.#seen, ledgerId, revision);
  }

  /** Notes that a query found a ledger at a revision. */
  noteReached(ledgerId: string, revision: bigint): void {
    if (this.reached(ledgerId) < revision) this.#note(new Map([[ledgerId, revision]]));
  }

  /** The newest revision of a ledger that this process has seen in the log and the read models may lack, or -1. */
  seen(ledgerId: string): bigint {
    return this.#seen.get(ledgerId) ?? -1n;
  }

  /** The revision that a ledger has reached as far as this process has heard, or -1. */
  reached(ledgerId: string): bigint {
    return this.#reached.get(ledgerId) ?? -1n;
  }

  /**
   * Resolves with true once the ledger has reached the revision, with false after `ms` milliseconds; sooner for a
   * ledger that has not moved for ten seconds.
   */
  async wait(ledgerId: string, revision: bigint, ms: number): Promise<boolean> {
    if (revision < 0n || this.reached(ledgerId) >= revision) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter: Waiter = { ledgerId, revision, resolve };
    const isStuck = performance.now() - (this.#stuckSinceMs.get(ledgerId) ?? Number.POSITIVE_INFINITY) > STUCK_MS;
    const timer = setTimeout(() => resolve(false), isStuck ? Math.min(ms, STUCK_WAIT_MS) : ms);
    this.#waiters.add(waiter);
    this.#interval ??= setInterval(() => this.hint(), POLL_MS);
    this.#hurrying ??= setTimeout(() => this.#hurry(), HURRY_MS);
    try {
      const isReached = await promise;
      if (!isReached && !this.#stuckSinceMs.has(ledgerId)) put(this.#stuckSinceMs, ledgerId, performance.now());
      return isReached;
    } finally {
      clearTimeout(timer);
      this.#waiters.delete(waiter);
      if (this.#waiters.size === 0) this.close();
    }
  }

  /** The worker has committed, and ledgers have reached these revisions; null: query them now. */
  hint(reached: ReadonlyMap<string, bigint> | null = null): void {
    if (reached) return this.#note(reached);
    if (this.#waiters.size === 0) return;
    if (this.#asking) {
      this.#askAgain = true;
      return;
    }
    this.#asking = this.#ask().finally(() => {
      this.#asking = null;
      if (!this.#askAgain) return;
      this.#askAgain = false;
      this.hint();
    });
  }

  close(): void {
    if (this.#interval) clearInterval(this.#interval);
    if (this.#hurrying) clearTimeout(this.#hurrying);
    this.#interval = null;
    this.#hurrying = null;
  }

  /** Asks the worker to apply what it has. A wait that begins meanwhile asks again. */
  #hurry(): void {
    this.#hurrying = null;
    // The worker goes on without it after some milliseconds.
    queryPrepared(this.#database, `SELECT pg_notify('${CHANNELS.hurry}', '')`, []).catch(() => {});
  }

  async #ask(): Promise<void> {
    const waiting = [...this.#waiters];
    try {
      const { rows } = await queryPrepared<{ ledger_id: string; revision: number }>(
        this.#database,
        `SELECT ledger_id, revision FROM ${LIVE}.ledgers WHERE ledger_id = ANY($1)`,
        [waiting.map(({ ledgerId }) => ledgerId)],
      );
      this.#note(new Map(rows.map(({ ledger_id, revision }) => [ledger_id, BigInt(revision)])));
    } catch {
      // The next interval queries again, and each wait has its timeout.
    }
  }

  #note(reached: ReadonlyMap<string, bigint>): void {
    for (const [ledgerId, revision] of reached) {
      if (this.reached(ledgerId) < revision) this.#stuckSinceMs.delete(ledgerId);
      put(this.#reached, ledgerId, revision);
      if (this.seen(ledgerId) <= revision) this.#seen.delete(ledgerId);
    }
    for (const { ledgerId, revision, resolve } of this.#waiters) {
      if ((reached.get(ledgerId) ?? -1n) >= revision) resolve(true);
    }
  }
}

/** Puts a value last, and forgets the first of too many. */
function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  for (const first of map.keys()) {
    if (map.size <= REACHED_MAX) break;
    map.delete(first);
  }
}
