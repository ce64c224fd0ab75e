import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { LIVE } from './tables/read-models.ts';

/** Interval of queries while no notification arrives (product 7.5). */
const POLL_MS = 250;

/** Ledgers whose reached revision is remembered, since a commit may be notified before its command waits for it. */
const REACHED_MAX = 10_000;

type Waiter = { ledgerId: string; revision: bigint; resolve(reached: boolean): void };

/**
 * Waits until the read models have applied a revision. A notification names the revisions that ledgers have reached;
 * where it can't, and every 250 ms, one query asks for all waiting calls.
 */
export class RevisionWaiters {
  readonly #database: Database;
  readonly #waiters = new Set<Waiter>();
  /** The ledgers of the latest notifications, the latest last. */
  readonly #reached = new Map<string, bigint>();
  #asking: Promise<void> | null = null;
  #askAgain = false;
  #interval: ReturnType<typeof setInterval> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Resolves with true once the ledger has reached the revision, with false after `ms` milliseconds. */
  async wait(ledgerId: string, revision: bigint, ms: number): Promise<boolean> {
    if ((this.#reached.get(ledgerId) ?? -1n) >= revision) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter: Waiter = { ledgerId, revision, resolve };
    const timer = setTimeout(() => resolve(false), ms);
    this.#waiters.add(waiter);
    this.#interval ??= setInterval(() => this.hint(), POLL_MS);
    try {
      return await promise;
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
    this.#interval = null;
  }

  async #ask(): Promise<void> {
    const waiting = [...this.#waiters];
    try {
      const { rows } = await queryPrepared<{ ledger_id: string; revision: number }>(
        this.#database,
        `SELECT ledger_id, revision FROM ${LIVE}.ledgers WHERE ledger_id = ANY($1)`,
        [waiting.map(({ ledgerId }) => ledgerId)],
      );
      this.#settle(waiting, new Map(rows.map(({ ledger_id, revision }) => [ledger_id, BigInt(revision)])));
    } catch {
      // The next interval queries again, and each wait has its timeout.
    }
  }
  #note(reached: ReadonlyMap<string, bigint>): void {
    for (const [ledgerId, revision] of reached) {
      this.#reached.delete(ledgerId);
      this.#reached.set(ledgerId, revision);
    }
    for (const ledgerId of this.#reached.keys()) {
      if (this.#reached.size <= REACHED_MAX) break;
      this.#reached.delete(ledgerId);
    }
    this.#settle(this.#waiters, reached);
  }

  #settle(waiting: Iterable<Waiter>, reached: ReadonlyMap<string, bigint>): void {
    for (const { ledgerId, revision, resolve } of waiting) {
      if ((reached.get(ledgerId) ?? -1n) >= revision) resolve(true);
    }
  }
}
