import type { Database } from '../platform/postgres.ts';
import { LIVE } from './tables/read-models.ts';

/** How often the truth is asked for when no hint comes, in milliseconds (product 7.5). */
const INTERVAL = 250;

type Waiter = { ledgerId: string; revision: bigint; resolve(reached: boolean): void };

/**
 * Waits for the read models to reach what was appended. A hint wakes it (`hint`), one query for all who wait is the
 * truth, and that is asked at every hint and every 250 ms.
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

  /** Resolves with true once the ledger's account has reached the revision, with false after `ms` milliseconds. */
  async wait(ledgerId: string, revision: bigint, ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter: Waiter = { ledgerId, revision, resolve };
    const timer = setTimeout(() => resolve(false), ms);
    this.#waiters.add(waiter);
    this.#interval ??= setInterval(() => this.hint(), INTERVAL);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiters.delete(waiter);
      if (this.#waiters.size === 0) this.close();
    }
  }

  /** Something was committed: look who can go on. */
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
      const { rows } = await this.#database.query<{ ledger_id: string; revision: number }>({
        name: 'revisions-reached',
        text: `SELECT ledger_id, revision FROM ${LIVE}.accounts WHERE ledger_id = ANY($1)`,
        values: [waiting.map(({ ledgerId }) => ledgerId)],
      });
      const reached = new Map(rows.map(({ ledger_id, revision }) => [ledger_id, BigInt(revision)]));
      for (const { ledgerId, revision, resolve } of waiting) {
        if ((reached.get(ledgerId) ?? -1n) >= revision) resolve(true);
      }
    } catch {
      // A query that fails is a hint missed; the next interval asks again, and the waiters' own time runs out.
    }
  }
}
