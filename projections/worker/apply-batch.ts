import type pg from 'pg';
import type { LoggedEvent } from '../../event-log/logged-event.ts';
import type { Delivery } from '../../event-log/subscribe.ts';
import { CHANNELS } from '../../platform/locks.ts';
import { together } from '../../platform/pipeline.ts';
import { type Database, isDataError, transactionOn } from '../../platform/postgres.ts';
import { fromFreshStart, progress, type Stall, stalledAt } from '../fold/progress.ts';
import type { ProjectionChanges } from '../fold/projection-changes.ts';
import { LIVE } from '../tables/read-models.ts';
import { stall, stalledAmong, unstall } from '../tables/stalled.ts';
import { loadBooks, storeBooks } from '../tables/store.ts';
import { checkLease } from './lease.ts';

/**
 * Who writes where: the connection, the schema of the read models, and the epoch in which the worker writes, whose lease
 * the connection holds. A replay beside the worker has none: nobody else writes where it does.
 */
export type Writer = { client: pg.ClientBase; epoch: number | null; schema: string };

/** A user who stands still since this batch. */
export type NewStall = Stall & { userId: string };

/**
 * Applies what a subscription has delivered, in one transaction with the checkpoint: its effects are there exactly
 * once, because they and the position they lead to are committed together. Gives the users who
 * could not go on. Throws LeaseLost, and whatever a lost connection throws; then nothing of the batch is stored.
 */
export async function applyBatch(writer: Writer, deliveries: readonly Delivery[]): Promise<NewStall[]> {
  const byUser = eventsByUser(deliveries);
  const position = lastPosition(deliveries);
  if (position === null) return [];
  try {
    return await applyAtOnce(writer, byUser, position);
  } catch (error) {
    if (!isDataError(error)) throw error;
  }
  return await inTransaction(writer, async () => {
    const stalls = await applyOneByOne(writer, byUser);
    await moveCheckpoint(writer, position);
    return stalls;
  });
}

/** Applies events that come from a stalled user's own stream, without moving the checkpoint. Gives the new stall, if any. */
export async function applyAside(writer: Writer, userId: string, events: readonly LoggedEvent[]): Promise<NewStall[]> {
  return await inTransaction(writer, async () => {
    await unstall(writer.client, writer.schema, userId);
    const stalls = await applyOneByOne(writer, new Map([[userId, [...events]]]));
    await writer.client.query('SELECT pg_notify($1, $2)', [CHANNELS.commits, '']);
    return stalls;
  });
}

/** The usual way, in two round trips: what the events change is loaded, and all that came of them is stored. */
async function applyAtOnce(writer: Writer, byUser: Map<string, LoggedEvent[]>, position: string): Promise<NewStall[]> {
  const { client } = writer;
  try {
    const [, , before] = await together(client, () => [client.query('BEGIN'), checked(writer), load(writer, byUser)]);
    const after = outcomeOf(before, byUser);
    await together(client, () => [...store(writer, after), moveCheckpoint(writer, position), client.query('COMMIT')]);
    return after.stalls;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // On a lost connection the server rolls back by itself.
    throw error;
  }
}

async function applyTogether(writer: Writer, byUser: Map<string, LoggedEvent[]>): Promise<NewStall[]> {
  const after = outcomeOf(await load(writer, byUser), byUser);
  await together(writer.client, () => store(writer, after));
  return after.stalls;
}

/** The rows that events concern, and who of their users stands still. */
type Before = { books: Map<string, ProjectionChanges>; stalled: Set<string> };

async function load({ client, schema }: Writer, byUser: Map<string, LoggedEvent[]>): Promise<Before> {
  const userIds = [...byUser.keys()];
  if (userIds.length === 0) return { books: new Map(), stalled: new Set() };
  const [books, stalled] = await Promise.all([
    loadBooks(client, schema, userIds),
    stalledAmong(client, schema, userIds),
  ]);
  return { books, stalled };
}

/** What came of events: the rows that have changed, who can go on again, who stands still since. */
type After = { changed: ProjectionChanges[]; resumed: string[]; stalls: NewStall[] };

function outcomeOf({ books: loaded, stalled }: Before, byUser: Map<string, LoggedEvent[]>): After {
  const after: After = { changed: [], resumed: [], stalls: [] };
  for (const [userId, before] of loaded) {
    const arrived = byUser.get(userId) ?? [];
    const events = stalled.has(userId) ? fromFreshStart(arrived) : arrived;
    const { books, stall: found } = progress(before, events);
    if (books !== before) after.changed.push(books);
    if (books !== before && stalled.has(userId)) after.resumed.push(userId);
    if (found) after.stalls.push({ ...found, userId });
  }
  return after;
}

function store({ client, schema }: Writer, { changed, resumed, stalls }: After): Promise<void>[] {
  return [
    ...storeBooks(client, schema, changed),
    ...resumed.map((userId) => unstall(client, schema, userId)),
    ...stalls.map((found) => stall(client, schema, found.userId, found)),
  ];
}

/** User by user, and a user that fails event by event, so that one user's data can't hold up the others. */
async function applyOneByOne(writer: Writer, byUser: Map<string, LoggedEvent[]>): Promise<NewStall[]> {
  const stalls: NewStall[] = [];
  for (const [userId, events] of byUser) {
    const found = await unlessRefused(writer.client, () => applyTogether(writer, new Map([[userId, events]])));
    if (Array.isArray(found)) stalls.push(...found);
    else stalls.push(...(await applyEventByEvent(writer, userId, events)));
  }
  return stalls;
}

async function applyEventByEvent(writer: Writer, userId: string, events: LoggedEvent[]): Promise<NewStall[]> {
  for (const [at, event] of events.entries()) {
    const found = await unlessRefused(writer.client, () => applyTogether(writer, new Map([[userId, [event]]])));
    if (Array.isArray(found) && found.length === 0) continue;
    const stalls = Array.isArray(found) ? found : [{ ...stalledAt(event, found.message), userId }];
    for (const one of stalls) await stall(writer.client, writer.schema, userId, one);
    const later = fromFreshStart(events.slice(at + 1));
    return later.length === 0 ? stalls : await applyEventByEvent(writer, userId, [...later]);
  }
  return [];
}

/** Does something within the transaction and takes it back where the database refuses the data: then gives the error. */
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

async function checked({ client, epoch }: Writer): Promise<void> {
  if (epoch !== null) await checkLease(client, epoch);
}

function inTransaction<Value>(writer: Writer, action: () => Promise<Value>): Promise<Value> {
  return transactionOn(writer.client, async () => {
    await checked(writer);
    return await action();
  });
}

async function moveCheckpoint({ client, schema }: Writer, position: string): Promise<void> {
  const tell = schema === LIVE ? `, pg_notify('${CHANNELS.commits}', '')` : '';
  await client.query({
    name: `move-checkpoint ${schema}`,
    text: `UPDATE ${schema}.checkpoint SET position = $1 RETURNING position${tell}`,
    values: [position],
  });
}

function eventsByUser(deliveries: readonly Delivery[]): Map<string, LoggedEvent[]> {
  const byUser = new Map<string, LoggedEvent[]>();
  for (const delivery of deliveries) {
    if (delivery.kind !== 'event') continue;
    const events = byUser.get(delivery.userId);
    if (events) events.push(delivery);
    else byUser.set(delivery.userId, [delivery]);
  }
  return byUser;
}

function lastPosition(deliveries: readonly Delivery[]): string | null {
  const last = deliveries.findLast((delivery) => delivery.kind !== 'caught-up');
  return last?.position ?? null;
}
