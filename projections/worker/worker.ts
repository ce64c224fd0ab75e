import type pg from 'pg';
import { SubscriptionOverrun } from '../../event-log/errors.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import type { Delivery } from '../../event-log/subscribe.ts';
import { pause } from '../../event-log/timers.ts';
import type { Log } from '../../platform/log.ts';
import { openClient } from '../../platform/postgres.ts';
import { applyBatch, type NewStall, type Writer } from '../batches/apply-batch.ts';
import { Batches } from '../batches/batches.ts';
import { startHeartbeat } from '../lease/heartbeat.ts';
import { dismissSilentLeader, LeaseLost, takeLease } from '../lease/lease.ts';
import { LogReachability } from '../lease/log-reachability.ts';
import { ForeignLog } from '../tables/checkpoint.ts';
import { LIVE } from '../tables/read-models.ts';
import { Gate } from './gate.ts';
import { forgetOldCommands } from './old-commands.ts';
import { openLive } from './open-live.ts';
import { recoverStalled } from './recover-stalled.ts';

/** At most so many events go into one transaction. */
const BATCH = 500;
/** How often a standby asks for the lease, and how long a worker waits after it lost its connection, in milliseconds. */
const RETRY = 250;
/** How often old command ids are forgotten, in milliseconds. */
const TIDY_EVERY = 60 * 60 * 1000;

/** What a worker needs: the log it reads, and where and how it says what it does. */
export type WorkerSettings = { databaseUrl: string; log: EventLog; logger: Log };

/** What a worker does. */
export type Role = 'leading' | 'standby' | 'replaying';

/** A worker on its way. */
export type Worker = {
  /**
   * Resolves once it leads and has caught up with the log, or stands by for another that leads, or leads and builds the
   * read models anew, since those that serve meanwhile are of another version. Rejects on ForeignLog.
   */
  ready: Promise<Role>;
  /** Resolves after `stop`. Rejects with ForeignLog, also later on: the read models are another log's now. */
  ended: Promise<void>;
  /** Holds back the next batches until `resume`: for tests of what happens meanwhile. */
  pause(): void;
  resume(): void;
  /** Finishes the batch under way, gives the lease back and ends. */
  stop(): Promise<void>;
};

/** Starts a worker: it waits for the lease, then leads, and waits again whenever it lost what it needs for that. */
export function startWorker({ databaseUrl, log, logger }: WorkerSettings): Worker {
  const stopping = new AbortController();
  const gate = new Gate();
  const sight = new LogReachability(log, (error) => logger.warn({ err: error }, 'the event store does not answer'));
  const ready = Promise.withResolvers<Role>();
  ready.promise.catch(() => {});

  const running = (async () => {
    while (!stopping.signal.aborted) {
      const client = await connected(databaseUrl, logger);
      // A connection that ends takes the lease with it, also while there is nothing to write.
      const cut = new AbortController();
      client?.on('end', () => cut.abort());
      const signal = AbortSignal.any([stopping.signal, cut.signal]);
      let stopHeartbeat = async () => {};
      try {
        const epoch = client && (await waitForLease(client, sight, signal, () => ready.resolve('standby')));
        if (!client || epoch === null) {
          await pause(RETRY, stopping.signal);
          continue;
        }
        logger.info({ epoch }, 'leading');
        stopHeartbeat = await startHeartbeat(databaseUrl, epoch, sight, () => cut.abort());
        await lead({ client, epoch, schema: LIVE }, log, logger, gate, signal, ready.resolve);
      } catch (error) {
        if (error instanceof ForeignLog) {
          ready.reject(error);
          throw error;
        }
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'lost the lead; trying again');
        // Where the lead has only passed on, to a replay that is done with it, there is nothing to wait for.
        if (!(error instanceof LeaseLost)) await pause(RETRY, stopping.signal);
      } finally {
        await stopHeartbeat();
        await client?.end().catch(() => {});
      }
    }
  })();
  running.catch(() => {}); // Whoever wants to know asks `ready` or `ended`.

  return {
    ready: ready.promise,
    ended: running,
    pause: () => gate.close(),
    resume: () => gate.open(),
    stop: async () => {
      stopping.abort();
      gate.open();
      await running.catch(() => {});
      await sight.close();
    },
  };
}

async function connected(databaseUrl: string, logger: Log): Promise<pg.Client | null> {
  try {
    const client = await openClient(databaseUrl);
    client.on('error', (error) => logger.warn({ err: error }, 'the database connection broke'));
    return client;
  } catch (error) {
    logger.warn({ err: error }, 'the database is not reachable');
    return null;
  }
}

/** Workers that can't reach the event store don't take the lease. */
async function waitForLease(
  client: pg.Client,
  sight: LogReachability,
  signal: AbortSignal,
  onStandby: () => void,
): Promise<number | null> {
  await sight.first;
  while (!signal.aborted) {
    if (sight.isClear) {
      const epoch = await takeLease(client);
      if (epoch !== null) return epoch;
      onStandby();
      await dismissSilentLeader(client);
    }
    await pause(RETRY, signal);
  }
  return null;
}

/** Applies what happens until the signal fires, or throws when it can't go on. */
async function lead(
  writer: Writer & { client: pg.Client; epoch: number },
  log: EventLog,
  logger: Log,
  gate: Gate,
  signal: AbortSignal,
  onReady: (role: Role) => void,
): Promise<void> {
  const report = (stalls: readonly NewStall[]) => {
    for (const { ledgerId, revision, reason } of stalls) {
      logger.error({ ledgerId, revision: String(revision), reason }, 'projection stalled');
    }
  };
  const position = await openLive(writer, log, logger, signal, () => onReady('replaying'));
  report(await recoverStalled(writer, log));
  const leading = new AbortController();
  const deliveries = log.subscribe(position, AbortSignal.any([signal, leading.signal]), (error) => {
    if (error instanceof SubscriptionOverrun)
      logger.info('more happened at once than a subscription holds; subscribing again');
    else logger.warn({ err: error }, 'the subscription broke; subscribing again');
  });
  const batches = new Batches<Delivery>(deliveries, BATCH);
  let tidyAt = performance.now();
  try {
    for (let batch = await batches.next(); batch && !signal.aborted; batch = await batches.next()) {
      await gate.passed();
      report(await applyBatch(writer, batch));
      if (performance.now() >= tidyAt) {
        await forgetOldCommands(writer);
        tidyAt = performance.now() + TIDY_EVERY;
      }
      if (batch.some(({ kind }) => kind === 'caught-up')) onReady('leading');
    }
  } finally {
    leading.abort();
    batches.close();
  }
}
