import type pg from 'pg';
import type { LogUnavailable } from '../../event-log/errors.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import type { Delivery } from '../../event-log/subscribe.ts';
import { CHANNELS } from '../../platform/locks.ts';
import { transactionOn } from '../../platform/postgres.ts';
import { applyBatch } from '../batches/apply-batch.ts';
import { Batches } from '../batches/batches.ts';
import { beginReadModels, readCheckpoint } from '../tables/checkpoint.ts';
import { NEXT, OLD } from '../tables/read-models.ts';
import { READ_MODEL_VERSION } from '../tables/version.ts';
import { type Comparison, compareReadModels } from './compare.ts';
import { releaseReplayLock, takeReplayLock } from './lock.ts';
import { swap } from './swap.ts';

/** At most so many events go into one transaction. */
const BATCH = 500;
/** At most so many of a replay that lets others go first. */
const SMALL_BATCH = 10;

/** Somebody else is replaying already. */
export class ReplayUnderWay extends Error {
  override readonly name = 'ReplayUnderWay';
}

/** The read models built anew stall ledgers whom the live ones don't: the live ones stay. */
export class StallsAnew extends Error {
  override readonly name = 'StallsAnew';
  readonly ledgerIds: readonly string[];

  constructor(ledgerIds: readonly string[]) {
    super(`Built anew, the read models would be stalled for ${ledgerIds.length} ledgers: ${ledgerIds.join(', ')}.`);
    this.ledgerIds = ledgerIds;
  }
}

/** Who is told how it goes. */
export type Listener = {
  /** An earlier replay is taken up where it was interrupted (its position), or a new one begins (null). */
  began(position: string | null): void;
  /** So many events more have been applied, up to this position. */
  applied(events: number, position: string): void;
  /** It has come as far as the log, and was compared with the live ones; null where that can't be. */
  compared(comparison: Comparison | null): void;
  /** The event log could not be reached for a moment. */
  broke(error: LogUnavailable): void;
};

/**
 * What a replay needs. `client` is a connection of its own; `epoch` is the worker's where it is the worker that
 * replays, and null for a replay beside it. `gently` lets others go first, who read what is live: a fifth as fast.
 */
export type ReplayParts = {
  client: pg.Client;
  log: EventLog;
  epoch: number | null;
  listener: Listener;
  gently: boolean;
};

/**
 * Builds the read models anew from the whole log, beside the live ones, catches up, compares, and puts them in the live
 * ones' place. Interrupted by the signal or by an error, it leaves the live ones as they are, and
 * goes on from where it was the next time. Gives whether they were swapped, false after the signal. Throws
 * ReplayUnderWay, StallsAnew, LeaseLost and what a lost connection throws.
 */
export async function replay(parts: ReplayParts, signal: AbortSignal): Promise<boolean> {
  const { client } = parts;
  if (!(await takeReplayLock(client))) throw new ReplayUnderWay('Another replay is under way.');
  try {
    await client.query(`DROP SCHEMA IF EXISTS ${OLD} CASCADE`);
    const swapped = await buildAndSwap(parts, signal);
    if (swapped) {
      await client.query('SELECT pg_notify($1, $2)', [CHANNELS.commits, '']);
      await client.query(`DROP SCHEMA IF EXISTS ${OLD} CASCADE`);
    }
    return swapped;
  } finally {
    await releaseReplayLock(client).catch(() => {}); // A lost connection has let go of it.
  }
}

async function buildAndSwap(parts: ReplayParts, signal: AbortSignal): Promise<boolean> {
  const { client, log, epoch, listener, gently } = parts;
  const position = await begin(client, log);
  listener.began(position);
  const ending = new AbortController();
  const deliveries = log.subscribe(position, AbortSignal.any([signal, ending.signal]), listener.broke);
  // Somebody who reads finds a processor free if only one thing at a time is done, and for a short time each.
  const batches = gently ? new Batches<Delivery>(deliveries, SMALL_BATCH, 0) : new Batches<Delivery>(deliveries, BATCH);
  const writer = { client, epoch, schema: NEXT };
  let isLevel = false;
  try {
    for (let batch = await batches.next(); batch && !signal.aborted; batch = await batches.next()) {
      await applyBatch(writer, batch);
      tell(listener, batch);
      if (!isLevel && batch.some(({ kind }) => kind === 'caught-up')) {
        isLevel = true;
        listener.compared(await compareReadModels(client));
      }
      if (isLevel && (await swapWhenPossible(client, epoch, batches, signal))) return true;
    }
    return false;
  } finally {
    ending.abort();
    batches.close();
  }
}

/** Tries to swap until it succeeds, or until there are events that have to be applied first. */
async function swapWhenPossible(
  client: pg.Client,
  epoch: number | null,
  batches: Batches<Delivery>,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    const result = await swap(client, epoch);
    if (result.outcome === 'swapped') return true;
    if (result.outcome === 'stalls') throw new StallsAnew(result.ledgerIds);
    if (await batches.arrived(50)) return false;
  }
  return false;
}

/** Goes on with what was built before if this code built it from this log, and begins anew otherwise. */
async function begin(client: pg.Client, log: EventLog): Promise<string | null> {
  const logId = await log.identity();
  const found = await readCheckpoint(client, NEXT);
  if (found?.version === READ_MODEL_VERSION && found.logId === logId) return found.position;
  await transactionOn(client, () => beginReadModels(client, NEXT, logId));
  return null;
}

function tell(listener: Listener, batch: readonly Delivery[]): void {
  const last = batch.findLast((delivery) => delivery.kind !== 'caught-up');
  if (last) listener.applied(batch.filter(({ kind }) => kind === 'event').length, last.position);
}
