import type pg from 'pg';
import { LogUnavailable, SubscriptionOverrun } from '#event-log/errors.ts';
import type { EventLog } from '#event-log/event-log.ts';
import { pause } from '#event-log/timers.ts';
import type { Log } from '#platform/log.ts';
import { transactionOn } from '#platform/postgres.ts';
import { checkLease } from '../lease/lease.ts';
import { type ReplayListener, ReplayUnderWay, replay, StallsAnew } from '../replay/replay.ts';
import { type Checkpoint, openReadModels } from '../tables/checkpoint.ts';
import { READ_MODEL_VERSION } from '../tables/version.ts';

/** Pause before the next attempt while the event store is unavailable or another replay runs. */
const RETRY_MS = 250;
/** Pause before the next attempt where the new read models would stall ledgers. */
const RETRY_AFTER_STALLS_MS = 60_000;

/**
 * Gives the checkpoint to continue from, once the live read models are of this code's version. Read models of another
 * version serve queries until a replay has replaced them. Waits for the event store, and for a replay of another
 * process.
 */
export async function openLive(
  { client, epoch }: { client: pg.Client; epoch: number },
  log: EventLog,
  logger: Log,
  signal: AbortSignal,
  onReplay: () => void,
): Promise<Checkpoint> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const checkpoint = await checkpointOf(client, epoch, await log.identity());
      const { version } = checkpoint;
      if (version === READ_MODEL_VERSION) return checkpoint;
      onReplay();
      logger.info({ from: version, to: READ_MODEL_VERSION }, 'rebuilding the read models');
      await replay({ client, log, epoch, listener: logged(logger), gently: false }, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof StallsAnew) {
        logger.error(
          { ledgers: error.ledgerIds },
          'the rebuilt read models would stall ledgers; the old ones stay live',
        );
        await pause(RETRY_AFTER_STALLS_MS, signal);
      } else if (error instanceof LogUnavailable || error instanceof ReplayUnderWay) await pause(RETRY_MS, signal);
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

/** Logs the progress of a replay. */
const logged = (logger: Log): ReplayListener => ({
  began: (position) =>
    logger.info({ position }, position === null ? 'a replay begins' : 'an interrupted replay continues'),
  applied: () => {},
  caughtUp: () => logger.info('the replay has caught up; it builds indexes and sums'),
  completed: () => {},
  compared: () => {},
  broke: (error) => {
    if (!(error instanceof SubscriptionOverrun)) {
      logger.warn({ err: error }, 'the replay lost the event store; trying again');
    }
  },
});
