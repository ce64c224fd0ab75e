import type pg from 'pg';
import type { LoggedEvent } from '#event-log/logged-event.ts';
import { typesAbout } from '#ledger/events.ts';
import { CHANNELS } from '#platform/locks.ts';
import { together } from '#platform/pipeline.ts';
import { type Database, isDataError, transactionOn } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { fromFreshStart, progress, type Stall, stalledAt } from '../fold/progress.ts';
import type { ProjectionChanges } from '../fold/projection-changes.ts';
import { checkLease } from '../lease/lease.ts';
import { stall, stalledAmong, unstall } from '../storage/stalled.ts';
import { loadStoredRows, storeChanges } from '../storage/storage.ts';
import { LIVE } from '../tables/read-models.ts';
import type { Batch } from './ledger-queues.ts';
import { reachedText } from './reached.ts';

/**
 * A connection and the schema of the read models that it writes to. `epoch` is the lease's that the connection holds;
 * null for a replay beside the worker, whose schema has no other writer.
 */
export type BatchWriter = { client: pg.ClientBase; epoch: number | null; schema: string };

/** A ledger that this batch has stalled. */
export type NewStall = Stall & { ledgerId: string };

/**
 * Applies a batch in one transaction with the checkpoint, so that each event has its effect exactly once: one that is
 * delivered again is skipped by the revision of its ledger. Gives the ledgers that are stalled by the batch. Throws
 * LeaseLost and what a lost connection throws; nothing of the batch is stored then.
 */
export async function applyBatch(writer: BatchWriter, batch: Batch): Promise<NewStall[]> {
  const byLedger = eventsByLedger(batch.events);
  if (batch.events.length === 0 && batch.position === null) return [];
  try {
    return await applyAtOnce(writer, byLedger, batch);
  } catch (error) {
    if (!isDataError(error)) throw error;
  }
  return await inTransaction(writer, async () => {
    const stalls = await applyOneByOne(writer, byLedger);
    await moveCheckpoint(writer, batch);
    return stalls;
  });
}

/**
 * Applies events that were read from the stream of a stalled ledger; the checkpoint stays. Gives the new stall, if any.
 */
export async function applyAside(
  writer: BatchWriter,
  ledgerId: string,
  events: readonly LoggedEvent[],
): Promise<NewStall[]> {
  return await inTransaction(writer, async () => {
    await unstall(writer.client, writer.schema, ledgerId);
    const stalls = await applyOneByOne(writer, new Map([[ledgerId, [...events]]]));
    await writer.client.query('SELECT pg_notify($1, $2)', [CHANNELS.commits, '']);
    return stalls;
  });
}

/** The fast path, in two round trips: loads the rows that the events change, and stores all of them. */
async function applyAtOnce(
  writer: BatchWriter,
  byLedger: Map<string, LoggedEvent[]>,
  batch: Batch,
): Promise<NewStall[]> {
  const { client } = writer;
  try {
    const [, , before] = await together(client, () => [client.query('BEGIN'), checked(writer), load(writer, byLedger)]);
    const after = outcomeOf(before, byLedger);
    await together(client, () => [
      ...store(writer, after),
      moveCheckpoint(writer, batch, after.changed),
      client.query('COMMIT'),
    ]);
    return after.stalls;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // On a lost connection the server rolls back by itself.
    throw error;
  }
}

async function applyTogether(writer: BatchWriter, byLedger: Map<string, LoggedEvent[]>): Promise<NewStall[]> {
  const after = outcomeOf(await load(writer, byLedger), byLedger);
  await together(writer.client, () => store(writer, after));
  return after.stalls;
}

/** The rows that events change, and the ids of stalled ledgers among theirs. */
type Before = { rows: Map<string, ProjectionChanges>; stalled: Set<string> };

async function load({ client, schema }: BatchWriter, byLedger: Map<string, LoggedEvent[]>): Promise<Before> {
  const ledgerIds = [...byLedger.keys()];
  if (ledgerIds.length === 0) return { rows: new Map(), stalled: new Set() };
  const [rows, stalled] = await Promise.all([
    loadStoredRows(
      client,
      schema,
      ledgerIds,
      ledgerIds.filter((ledgerId) => byLedger.get(ledgerId)?.some(isAboutRules)),
    ),
    stalledAmong(client, schema, ledgerIds),
  ]);
  return { rows, stalled };
}

const ABOUT_RULES: readonly string[] = typesAbout(['rule', 'ruleOrder']);
const isAboutRules = ({ type }: LoggedEvent) => ABOUT_RULES.includes(type);

/** The rows that events have changed, the ledgers that are stalled no more, and those that are stalled now. */
type After = { changed: ProjectionChanges[]; resumed: string[]; stalls: NewStall[] };

function outcomeOf({ rows: loaded, stalled }: Before, byLedger: Map<string, LoggedEvent[]>): After {
  const after: After = { changed: [], resumed: [], stalls: [] };
  for (const [ledgerId, before] of loaded) {
    const arrived = byLedger.get(ledgerId) ?? [];
    const events = stalled.has(ledgerId) ? fromFreshStart(arrived) : arrived;
    const { rows, stall } = progress(before, events);
    if (rows !== before) after.changed.push(rows);
    if (rows !== before && stalled.has(ledgerId)) after.resumed.push(ledgerId);
    if (stall) after.stalls.push({ ...stall, ledgerId });
  }
  return after;
}

function store({ client, schema }: BatchWriter, { changed, resumed, stalls }: After): Promise<void>[] {
  return [
    ...storeChanges(client, schema, changed),
    ...resumed.map((ledgerId) => unstall(client, schema, ledgerId)),
    ...stalls.map((newStall) => stall(client, schema, newStall.ledgerId, newStall)),
  ];
}

/** Applies events ledger by ledger; the events of a ledger that fails one by one, so that it can't stop the others. */
async function applyOneByOne(writer: BatchWriter, byLedger: Map<string, LoggedEvent[]>): Promise<NewStall[]> {
  const stalls: NewStall[] = [];
  for (const [ledgerId, events] of byLedger) {
    const outcome = await unlessRefused(writer.client, () => applyTogether(writer, new Map([[ledgerId, events]])));
    if (Array.isArray(outcome)) stalls.push(...outcome);
    else stalls.push(...(await applyEventByEvent(writer, ledgerId, events)));
  }
  return stalls;
}

async function applyEventByEvent(writer: BatchWriter, ledgerId: string, events: LoggedEvent[]): Promise<NewStall[]> {
  for (const [index, event] of events.entries()) {
    const outcome = await unlessRefused(writer.client, () => applyTogether(writer, new Map([[ledgerId, [event]]])));
    if (Array.isArray(outcome) && outcome.length === 0) continue;
    const stalls = Array.isArray(outcome) ? outcome : [{ ...stalledAt(event, outcome.message), ledgerId }];
    for (const newStall of stalls) await stall(writer.client, writer.schema, ledgerId, newStall);
    const later = fromFreshStart(events.slice(index + 1));
    return later.length === 0 ? stalls : await applyEventByEvent(writer, ledgerId, [...later]);
  }
  return [];
}

/** Runs an action in a savepoint. Rolls it back and gives the error where the database refuses the data. */
async function unlessRefused<Value>(database: Database, action: () => Promise<Value>): Promise<Value | Error> {
  await database.query('SAVEPOINT attempt');
  try {
    const value = await action();
    await database.query('RELEASE SAVEPOINT attempt');
    return value;
  } catch (error) {
    if (!isDataError(error)) throw error;
    await database.query('ROLLBACK TO SAVEPOINT attempt');
    return error as Error;
  }
}

async function checked({ client, epoch }: BatchWriter): Promise<void> {
  if (epoch !== null) await checkLease(client, epoch);
}

function inTransaction<Value>(writer: BatchWriter, action: () => Promise<Value>): Promise<Value> {
  return transactionOn(writer.client, async () => {
    await checked(writer);
    return await action();
  });
}

/** Moves the checkpoint, and tells those who listen which ledgers have changed; where it doesn't say, they ask. */
async function moveCheckpoint(
  { client, schema }: BatchWriter,
  { position, reached }: Batch,
  changed: readonly ProjectionChanges[] = [],
): Promise<void> {
  const isLive = schema === LIVE;
  const tell = isLive ? `, pg_notify('${CHANNELS.commits}', $3)` : '';
  await queryPrepared(
    client,
    `UPDATE ${schema}.checkpoint SET position = coalesce($1, position), reached = $2 RETURNING position${tell}`,
    [position, reached, ...(isLive ? [reachedText(changed)] : [])],
  );
}

function eventsByLedger(events: readonly LoggedEvent[]): Map<string, LoggedEvent[]> {
  const byLedger = new Map<string, LoggedEvent[]>();
  for (const event of events) {
    const same = byLedger.get(event.ledgerId);
    if (same) same.push(event);
    else byLedger.set(event.ledgerId, [event]);
  }
  return byLedger;
}
