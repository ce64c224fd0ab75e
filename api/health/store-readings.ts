import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import type { EventLog, Waiting } from '#event-log/event-log.ts';
import { clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { openPool } from '#platform/postgres.ts';
import { areMetricsOn, type MetricReading, readAtScrape } from '#platform/telemetry/metrics.ts';
import { type ProjectionState, projectionState } from '#projections/queries/projection-state.ts';
import { sizes } from '../files/sizes.ts';

/** A statement or a call of a scrape is given up after this; at most two follow each other. */
const READ_MS_MAX = 1_500;

/**
 * Reads at each scrape what the two stores and the disk with `dataFolder` tell of Daybook, if metrics are on. It has a
 * connection of its own, so that no request waits for it. A store that doesn't answer is a value of its own, and what
 * it would have told is left out. Gives a function that ends it.
 */
export function readStores(
  stores: { databaseUrl: string; log: EventLog; dataFolder: string | undefined },
  logger: Log,
): () => Promise<void> {
  if (!areMetricsOn()) return async () => {};
  const { databaseUrl, log, dataFolder } = stores;
  const database = openPool(databaseUrl, logger, 1, { timeoutMs: READ_MS_MAX, awayMs: READ_MS_MAX });
  let reading: Promise<readonly MetricReading[]> | null = null;
  // Two scrapers at a time share one reading.
  const stop = readAtScrape(async () => {
    reading ??= readingsOf(database, log).finally(() => {
      reading = null;
    });
    return await reading;
  });
  const stopDisk = dataFolder ? readAtScrape(() => diskReadings(dataFolder)) : () => {};
  return async () => {
    stop();
    stopDisk();
    await database.end();
  };
}

async function readingsOf(database: pg.Pool, log: EventLog): Promise<readonly MetricReading[]> {
  const [sizes, state, end] = await Promise.all([
    inTime(sizesOf(database)),
    inTime(projectionState(database)),
    inTime(log.end()),
  ]);
  const waiting = state && end ? await inTime(log.waitingAfter(state.value.position)) : null;
  return [
    ['daybook_store_up', sizes ? 1 : 0, { store: 'postgres' }],
    ['daybook_store_up', end ? 1 : 0, { store: 'event_store' }],
    ...(sizes?.value ?? []),
    ...(state ? ofProjection(state.value) : []),
    ...(waiting ? [lagOf(waiting.value)] : []),
  ];
}

async function sizesOf(database: pg.Pool): Promise<MetricReading[]> {
  const { databaseBytes, imagesBytes } = await sizes(database);
  return [
    ['daybook_database_bytes', databaseBytes, {}],
    ['daybook_images_bytes', imagesBytes, {}],
  ];
}

function ofProjection(state: ProjectionState): MetricReading[] {
  return [
    ['daybook_stalled_ledgers', state.stalled, {}],
    ['daybook_lease_held', state.isHeld ? 1 : 0, {}],
    ['daybook_lease_epoch', state.epoch, {}],
    ['daybook_leader_heartbeat_age_seconds', state.heartbeatSeconds, {}],
    ['daybook_leader_event_store_age_seconds', state.eventStoreSeconds, {}],
  ];
}

/** The lag by the events that are not applied; null: there is none. */
function lagOf(waiting: Waiting | null): MetricReading {
  // The event store's clock may be ahead of this one.
  const seconds = waiting ? Math.max((clock().getTime() - waiting.since.getTime()) / 1000, 0) : 0;
  return ['daybook_projection_lag_seconds', seconds, {}];
}

async function diskReadings(folder: string): Promise<MetricReading[]> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return [
    ['daybook_disk_free_bytes', bavail * bsize, {}],
    ['daybook_disk_size_bytes', blocks * bsize, {}],
  ];
}

/** The value of a promise, or null if it is rejected, or takes too long. */
async function inTime<Value>(promise: Promise<Value>): Promise<{ value: Value } | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), READ_MS_MAX);
  });
  const found = promise.then((value) => ({ value })).catch(() => null);
  return await Promise.race([found, late]).finally(() => clearTimeout(timer));
}
