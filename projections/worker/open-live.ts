import type pg from 'pg';
import { LogUnavailable, SubscriptionOverrun } from '../../event-log/errors.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { pause } from '../../event-log/timers.ts';
import type { Log } from '../../platform/log.ts';
import { transactionOn } from '../../platform/postgres.ts';
import { checkLease } from '../lease/lease.ts';
import { type Listener, ReplayUnderWay, replay, StallsAnew } from '../replay/replay.ts';
import { type Checkpoint, openReadModels } from '../tables/checkpoint.ts';
import { READ_MODEL_VERSION } from '../tables/version.ts';

/** Before it asks again for an event store that is away, or for the end of another's replay, in milliseconds. */
const RETRY = 250;
/** Before it tries again to swap where that would stall ledgers, in milliseconds. */
const AFTER_STALLS = 60_000;

/**
 * The position to go on from, once the live read models are of this code's version: others serve until a replay has put
 * new ones in their place. Waits for an event store that isn't there yet, and for another's replay.
 */
export async function openLive(
  { client, epoch }: { client: pg.Client; epoch: number },
  log: EventLog,
  logger: Log,
  signal: AbortSignal,
  onReplay: () => void,
): Promise<string | null> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const { version, position } = await checkpointOf(client, epoch, await log.identity());
      if (version === READ_MODEL_VERSION) return position;
      onReplay();
      logger.info({ from: version, to: READ_MODEL_VERSION }, 'building the read models anew');
      await replay({ client, log, epoch, listener: logged(logger), gently: false }, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof StallsAnew) {
        logger.error(
          { ledgers: error.ledgerIds },
          'the read models built anew would stall ledgers; the old ones go on serving',
        );
        await pause(AFTER_STALLS, signal);
      } else if (error instanceof LogUnavailable || error instanceof ReplayUnderWay) await pause(RETRY, signal);
      else throw error;
    }
  }
}

function checkpointOf(client: pg.Client, epoch: number, logId: string): Promise<Checkpoint> {
  return transactionOn(client, async () => {
    await checkLease(client, epoch);
    return await openReadModels(client, logId);
  });
}

/** A replay's progress, as lines of the log. */
const logged = (logger: Log): Listener => ({
  began: (position) => logger.info({ position }, position === null ? 'a replay begins' : 'a replay goes on'),
  applied: () => {},
  compared: () => logger.info('the replay has caught up'),
  broke: (error) => {
    if (!(error instanceof SubscriptionOverrun)) {
      logger.warn({ err: error }, 'the replay lost the event store; trying again');
    }
  },
});
