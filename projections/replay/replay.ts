import type pg from 'pg';
import type { LogUnavailable } from '#event-log/errors.ts';
import type { EventLog } from '#event-log/event-log.ts';
import { CHANNELS } from '#platform/locks.ts';
import { transactionOn } from '#platform/postgres.ts';
import { applyBatch } from '../batches/apply-batch.ts';
import { Batches } from '../batches/batches.ts';
import type { Batch } from '../batches/ledger-queues.ts';
import { beginReadModels, type Checkpoint, readCheckpoint } from '../tables/checkpoint.ts';
import { completeReadModels, NEXT } from '../tables/read-models.ts';
import { READ_MODEL_VERSION } from '../tables/version.ts';
import { type Comparison, compareReadModels } from './compare.ts';
import { releaseReplayLock, takeReplayLock } from './lock.ts';
import { dropReplaced, swap } from './swap.ts';

/** Nobody waits for a ledger, so each gives all of its events that are read ahead, which is faster than turns. */
const FAST = { batchEventsMax: 500, turnEventsMax: 500, aheadEventsMax: 1_000 };
/** Where it yields to queries, reading and applying alternate in short steps, which leaves a processor to them. */
const GENTLE = { batchEventsMax: 10, turnEventsMax: 10, aheadEventsMax: 0 };

/** Another process is replaying. */
export class ReplayUnderWay extends Error {
  override readonly name = 'ReplayUnderWay';
}

/** The rebuilt read models stall ledgers that are not stalled in the live ones, which therefore stay live. */
export class StallsAnew extends Error {
  override readonly name = 'StallsAnew';
  readonly ledgerIds: readonly string[];

  constructor(ledgerIds: readonly string[]) {
    super(`The rebuilt read models would be stalled for ${ledgerIds.length} ledgers: ${ledgerIds.join(', ')}.`);
    this.ledgerIds = ledgerIds;
  }
}

/** Callbacks for the progress of a replay. */
export type ReplayListener = {
  /** An interrupted replay continues at its position, or a new one begins (null). */
  began(position: string | null): void;
  /** The number of events that have been applied since the last call, up to a position. */
  applied(events: number, position: string): void;
  /** It has caught up with the log, and gives the read models indexes and sums next. */
  caughtUp(): void;
  /** The read models are complete, and are compared next. */
  completed(): void;
  /** It was compared with the live read models, or null if these can't be compared. */
  compared(comparison: Comparison | null): void;
  /** The subscription broke; it is opened again. */
  broke(error: LogUnavailable): void;
};

/**
 * The dependencies of a replay. `client` is a connection of its own. `epoch` is the worker's where the worker replays,
 * and null for a replay beside it. `gently` yields to queries of the live read models, at a fifth of the speed.
 */
export type ReplayParts = {
  client: pg.Client;
  log: EventLog;
  epoch: number | null;
  listener: ReplayListener;
  gently: boolean;
};

/**
 * Rebuilds the read models from the whole log in a schema of their own, compares them with the live ones, and swaps the
 * schemas. Interrupted by the signal or an error, it leaves the live ones as they are; the next replay continues it.
 * Gives whether it swapped, false after the signal. Throws ReplayUnderWay, StallsAnew, LeaseLost and what a lost
 * connection throws.
 */
export async function replay(parts: ReplayParts, signal: AbortSignal): Promise<boolean> {
  const { client } = parts;
  if (!(await takeReplayLock(client))) throw new ReplayUnderWay('Another replay is under way.');
  try {
    await dropReplaced(client, signal);
    const swapped = await buildAndSwap(parts, signal);
    if (swapped) {
      await client.query('SELECT pg_notify($1, $2)', [CHANNELS.commits, '']);
      await dropReplaced(client, signal);
    }
    return swapped;
  } finally {
    await releaseReplayLock(client).catch(() => {}); // A lost connection has let go of it.
  }
}

async function buildAndSwap(parts: ReplayParts, signal: AbortSignal): Promise<boolean> {
  const { client, log, epoch, listener, gently } = parts;
  // Events that a crash of Postgres takes back are applied again (decision 26). The swap waits for the disk.
  await client.query('SET synchronous_commit TO off');
  const { position, reached } = await begin(client, log);
  listener.began(position);
  const ending = new AbortController();
  const deliveries = log.subscribe(position, AbortSignal.any([signal, ending.signal]), listener.broke);
  const batches = new Batches(deliveries, { ...(gently ? GENTLE : FAST), reached });
  const writer = { client, epoch, schema: NEXT };
  let hasCaughtUp = false;
  try {
    for (let batch = await batches.next(); batch && !signal.aborted; batch = await batches.next()) {
      await applyBatch(writer, batch);
      reportApplied(listener, batch);
      if (!hasCaughtUp && batch.hasCaughtUp) {
        hasCaughtUp = true;
        listener.caughtUp();
        await completeReadModels(client, NEXT);
        listener.completed();
        listener.compared(await compareReadModels(client));
      }
      if (hasCaughtUp && (await swapWhenPossible(client, epoch, batches, signal))) return true;
    }
    return false;
  } finally {
    ending.abort();
    batches.close();
  }
}

/** Tries to swap until it succeeds, or until events arrive that have to be applied first. */
async function swapWhenPossible(
  client: pg.Client,
  epoch: number | null,
  batches: Batches,
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

/**
 * The checkpoint of an interrupted replay of this code and this log; else the checkpoint of empty read models, which it
 * creates.
 */
async function begin(client: pg.Client, log: EventLog): Promise<Checkpoint> {
  const logId = await log.identity();
  const checkpoint = await readCheckpoint(client, NEXT);
  if (checkpoint?.version === READ_MODEL_VERSION && checkpoint.logId === logId) return checkpoint;
  return await transactionOn(client, () => beginReadModels(client, NEXT, logId));
}

function reportApplied(listener: ReplayListener, { events, reached }: Batch): void {
  if (reached !== null) listener.applied(events.length, reached);
}
