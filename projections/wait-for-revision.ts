import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { LIVE } from './tables/read-models.ts';

/** Interval of queries while no notification arrives (product 7.5). */
const POLL_MS = 250;

type Waiter = { ledgerId: string; revision: bigint; resolve(reached: boolean): void };

/**
 * Waits until the read models have applied a revision. One query for all waiting calls runs after each notification
 * (`hint`) and every 250 ms.
 */
export class RevisionWaiters {
  readonly #database: Database;
  readonly #waiters = new Set<Waiter>();
  #asking: Promise<void> | null = null;
  #askAgain = false;
  #interval: ReturnType<typeof setInterval> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Resolves with true once the ledger has reached the revision, with false after `ms` milliseconds. */
  async wait(ledgerId: string, revision: bigint, ms: number): Promise<boolean> {
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

  /** The worker has committed: query the revisions now. */
  hint(): void {
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
      const reached = new Map(rows.map(({ ledger_id, revision }) => [ledger_id, BigInt(revision)]));
      for (const { ledgerId, revision, resolve } of waiting) {
        if ((reached.get(ledgerId) ?? -1n) >= revision) resolve(true);
      }
    } catch {
      // The next interval queries again, and each wait has its timeout.
    }
  }
}
