import { type Database, openClient } from '#platform/postgres.ts';
import { beat } from './lease.ts';
import type { LogReachability } from './log-reachability.ts';

/** Interval of heartbeats. A leader that misses four of them is ended by a standby. */
const HEARTBEAT_MS = 300;

/**
 * Starts the heartbeats of a leader, on a connection of their own, so that a long batch does not delay them. Each
 * stores how long ago the event store last answered. Calls `lost` when a heartbeat fails or the epoch has changed.
 * Gives a function that stops them; throws where it can't connect.
 */
export async function startHeartbeat(
  databaseUrl: string,
  epoch: number,
  reachability: LogReachability,
  lost: () => void,
): Promise<() => Promise<void>> {
  const client = await openClient(databaseUrl);
  client.on('error', lost);
  let beating: Promise<void> | null = null;
  const timer = setInterval(() => {
    beating ??= sendHeartbeat(client, epoch, reachability)
      .catch(() => false)
      .then((isOurs) => {
        beating = null;
        if (!isOurs) lost();
      });
  }, HEARTBEAT_MS);
  return async () => {
    clearInterval(timer);
    await beating;
    await client.end().catch(() => {});
  };
}

const sendHeartbeat = async (database: Database, epoch: number, reachability: LogReachability): Promise<boolean> =>
  (await beat(database, reachability.age)) === epoch;
