import { randomUUID } from 'node:crypto';
import type { Database } from '#platform/postgres.ts';

/** How long the lease is held without being renewed, and how often it is. */
const LEASE_S = 20;
const RENEWAL_MS = 5_000;

/**
 * Runs `work` in one process at a time: the holder of a lease, which it renews while it works. A process that is frozen
 * or cut off from Postgres loses it, and another one works instead. `isHeld` tells whether it is still held; what is
 * done by two at once has to be harmless. Does nothing where another process holds it. Throws what `work` throws.
 */
export async function withLease(database: Database, work: (isHeld: () => boolean) => Promise<void>): Promise<void> {
  const holder = randomUUID();
  const taken = await database.query(
    `INSERT INTO schedules.lease (holder, held_until) VALUES ($1, now() + interval '${LEASE_S} seconds')
     ON CONFLICT (only_one) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
       WHERE lease.held_until < now()`,
    [holder],
  );
  if (taken.rowCount === 0) return;
  let isHeld = true;
  const renew = async () => {
    const renewed = await database.query(
      `UPDATE schedules.lease SET held_until = now() + interval '${LEASE_S} seconds' WHERE holder = $1`,
      [holder],
    );
    isHeld &&= renewed.rowCount === 1;
  };
  const renewal = setInterval(() => {
    renew().catch(() => {
      isHeld = false;
    });
  }, RENEWAL_MS);
  try {
    await work(() => isHeld);
  } finally {
    clearInterval(renewal);
    await database.query('DELETE FROM schedules.lease WHERE holder = $1', [holder]).catch(() => undefined);
  }
}
