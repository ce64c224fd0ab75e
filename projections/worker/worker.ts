import type pg from 'pg';
import { SubscriptionOverrun } from '#event-log/errors.ts';
import type { EventLog } from '#event-log/event-log.ts';
import { pause } from '#event-log/timers.ts';
import { TRACE_CONTEXT } from '#ledger/log/trace-context.ts';
import { CHANNELS } from '#platform/locks.ts';
import type { Log } from '#platform/log.ts';
import { openClient } from '#platform/postgres.ts';
import { countMetric, observe, readAtScrape, secondsSince } from '#platform/telemetry/metrics.ts';
import { addSpans, areTracesOn } from '#platform/telemetry/traces.ts';
import { applyBatch, type BatchWriter, type NewStall } from '../batches/apply-batch.ts';
import { Batches } from '../batches/batches.ts';
import type { Batch } from '../batches/ledger-queues.ts';
import { startHeartbeat } from '../lease/heartbeat.ts';
import { dismissSilentLeader, LeaseLost, takeLease } from '../lease/lease.ts';
import { LogReachability } from '../lease/log-reachability.ts';
import { ForeignLog, NewerReadModels } from '../tables/checkpoint.ts';
import { LIVE } from '../tables/read-models.ts';
import { Gate } from './gate.ts';
import { openLive } from './live-worker.ts';
import { recoverStalled } from './recover-stalled.ts';

/** The largest number of events in one transaction. */
const BATCH_EVENTS_MAX = 500;
/** The number of events of a ledger behind which events of others are still seen. */
const AHEAD_EVENTS_MAX = 20_000;
/** The time in which a batch takes further events while they keep coming: a batch of fifty costs a fifth. */
const GATHER_MS = 10;
/** Most commands record fewer events. */
const TURN_EVENTS_MAX = 20;
/** Interval in which a standby tries to take the lease, and pause after a lost connection. */
const RETRY_MS = 250;

export type WorkerSettings = { databaseUrl: string; log: EventLog; logger: Log };

/** The role of a worker at the moment. */
export type WorkerRole = 'leading' | 'standby' | 'replaying';

/** A running worker. */
export type Worker = {
  /**
   * Resolves with 'leading' once it leads and has caught up with the log, with 'standby' once another worker leads, and
   * with 'replaying' once it leads and rebuilds read models of an older version. Rejects with ForeignLog or
   * NewerReadModels.
   */
  ready: Promise<WorkerRole>;
  /**
   * Resolves after `stop`. Rejects with ForeignLog or NewerReadModels, also when the read models are of another log or
   * of a newer version later.
   */
  ended: Promise<void>;
  /** Applies no batch until `resume`. For tests. */
  pause(): void;
  resume(): void;
  /** Finishes the current batch, releases the lease and ends. */
  stop(): Promise<void>;
};

/** Starts a worker. It waits for the lease, leads, and waits again when it has lost the lease or a connection. */
export function startWorker({ databaseUrl, log, logger }: WorkerSettings): Worker {
  const stopping = new AbortController();
  const gate = new Gate();
  const reachability = new LogReachability(log, (error) =>
    logger.warn({ err: error }, 'the event store does not answer'),
  );
  let isLeading = false;
  const stopReading = readAtScrape(() => [['daybook_worker_leading', isLeading ? 1 : 0, {}]]);
  const ready = Promise.withResolvers<WorkerRole>();
  ready.promise.catch(() => {});

  const running = (async () => {
    while (!stopping.signal.aborted) {
      const client = await connected(databaseUrl, logger);
      // The lease ends with the connection, so the worker stops leading even while there is nothing to write.
      const cut = new AbortController();
      client?.on('end', () => cut.abort());
      const signal = AbortSignal.any([stopping.signal, cut.signal]);
      let stopHeartbeat = async () => {};
      try {
        const epoch = client && (await waitForLease(client, reachability, signal, () => ready.resolve('standby')));
        if (!client || epoch === null) {
          await pause(RETRY_MS, stopping.signal);
          continue;
        }
        isLeading = true;
        logger.info({ epoch }, 'leading');
        stopHeartbeat = await startHeartbeat(databaseUrl, epoch, reachability, () => cut.abort());
        await lead({ client, epoch, schema: LIVE }, log, logger, gate, signal, ready.resolve);
      } catch (error) {
        if (error instanceof ForeignLog || error instanceof NewerReadModels) {
          ready.reject(error);
          throw error;
        }
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'stopped leading; trying again');
        // After a swap by a replay the lease is free at once.
        if (!(error instanceof LeaseLost)) await pause(RETRY_MS, stopping.signal);
      } finally {
        isLeading = false;
        await stopHeartbeat();
        await client?.end().catch(() => {});
      }
    }
  })();
  running.catch(() => {}); // Reported by `ready` and `ended`.

  return {
    ready: ready.promise,
    ended: running,
    pause: () => gate.close(),
    resume: () => gate.open(),
    stop: async () => {
      stopping.abort();
      stopReading();
      gate.open();
      await running.catch(() => {});
      await reachability.close();
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
  reachability: LogReachability,
  signal: AbortSignal,
  onStandby: () => void,
): Promise<number | null> {
  await reachability.first;
  while (!signal.aborted) {
    if (reachability.isReachable) {
      const epoch = await takeLease(client);
      if (epoch !== null) return epoch;
      onStandby();
      await dismissSilentLeader(client);
    }
    await pause(RETRY_MS, signal);
  }
  return null;
}

/** Applies batches until the signal fires. Throws what makes it unable to continue. */
async function lead(
  writer: BatchWriter & { client: pg.Client; epoch: number },
  log: EventLog,
  logger: Log,
  gate: Gate,
  signal: AbortSignal,
  onReady: (role: WorkerRole) => void,
): Promise<void> {
  const report = (stalls: readonly NewStall[]) => {
    for (const { ledgerId, revision, reason } of stalls) {
      countMetric('daybook_projection_stalls_total', {});
      logger.error({ ledgerId, revision: String(revision), reason }, 'projection stalled');
    }
  };
  const { position, reached } = await openLive(writer, log, logger, signal, () => onReady('replaying'));
  report(await recoverStalled(writer, log));
  // Rows and checkpoint come from the log: what a crash of Postgres takes back of them is applied again (decision 26).
  await writer.client.query('SET synchronous_commit TO off');
  const leading = new AbortController();
  const deliveries = log.subscribe(position, AbortSignal.any([signal, leading.signal]), (error) => {
    if (error instanceof SubscriptionOverrun) logger.info('the subscription overran its buffer; subscribing again');
    else logger.warn({ err: error }, 'the subscription broke; subscribing again');
  });
  const batches = new Batches(deliveries, {
    batchEventsMax: BATCH_EVENTS_MAX,
    turnEventsMax: TURN_EVENTS_MAX,
    aheadEventsMax: AHEAD_EVENTS_MAX,
    gatherMs: GATHER_MS,
    reached,
  });
  const hurry = ({ channel }: pg.Notification) => channel === CHANNELS.hurry && batches.hurry();
  writer.client.on('notification', hurry);
  await writer.client.query(`LISTEN ${CHANNELS.hurry}`);
  let applying = 0;
  const stopReading = readAtScrape(() => [['daybook_projection_lag_events', batches.waiting + applying, {}]]);
  try {
    for (let batch = await batches.next(); batch && !signal.aborted; batch = await batches.next()) {
      applying = batch.events.length;
      await gate.passed();
      const beginMs = performance.now();
      report(await applyBatch(writer, batch));
      applying = 0;
      observe('daybook_projection_batch_duration_seconds', secondsSince(beginMs), {});
      observe('daybook_projection_batch_events', batch.events.length, {});
      if (areTracesOn()) traceBatch(batch, beginMs);
      if (batch.hasCaughtUp) onReady('leading');
    }
  } finally {
    stopReading();
    writer.client.off('notification', hurry);
    leading.abort();
    batches.close();
  }
}

/** Adds the projection of a batch to the trace of each command that has recorded events of it. */
function traceBatch({ events }: Batch, beginMs: number): void {
  const parents = events.map(({ metadata }) => (metadata as Record<string, unknown> | null)?.[TRACE_CONTEXT]);
  const attributes = { 'daybook.batch.events': events.length };
  addSpans(parents, { name: 'project', beginMs, attributes }, 'daybook.events');
}
