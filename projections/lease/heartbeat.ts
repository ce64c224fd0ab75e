import { type Database, openClient } from '../../platform/postgres.ts';
import { beat } from './lease.ts';
import type { LogReachability } from './log-reachability.ts';

/** How often a leader gives a sign of life, in milliseconds; after four that fail to come it is taken for gone. */
const EVERY = 300;

/**
 * Gives signs of life for a leader, on a connection of its own, so that a long batch doesn't hold them back, and tells
 * with each how long ago the event store was seen. Calls `lost` where none can be given, or another epoch counts already.
 * Gives the way to stop; throws where there is no connection.
 */
export async function startHeartbeat(
  databaseUrl: string,
  epoch: number,
  sight: LogReachability,
  lost: () => void,
): Promise<() => Promise<void>> {
  const client = await openClient(databaseUrl);
  client.on('error', lost);
  let beating: Promise<void> | null = null;
  const timer = setInterval(() => {
    beating ??= giveSign(client, epoch, sight)
      .catch(() => false)
      .then((isOurs) => {
        beating = null;
        if (!isOurs) lost();
      });
  }, EVERY);
  return async () => {
    clearInterval(timer);
    await beating;
    await client.end().catch(() => {});
  };
}

const giveSign = async (database: Database, epoch: number, sight: LogReachability): Promise<boolean> =>
  (await beat(database, sight.age)) === epoch;
