import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LedgerErased, LogUnavailable, WrongRevision } from '#event-log/errors.ts';
import { type EventLog, openEventLog } from '#event-log/event-log.ts';
import type { LoggedEvent } from '#event-log/logged-event.ts';
import { isAfter, isPosition } from '#event-log/positions.ts';
import type { Delivery } from '#event-log/subscribe.ts';
import { eventStoresAtHand, type StoreAtHand } from '#tools/embedded/eventstore/testing/event-stores.ts';

const event = (note: string, id: string = randomUUID()) => ({
  id,
  type: 'Noted',
  data: { note },
  metadata: { by: note },
});
const noBreak = (error: LogUnavailable) => {
  throw error;
};

async function all(log: EventLog, ledgerId: string, after = -1n): Promise<LoggedEvent[]> {
  return await Array.fromAsync(log.readAfter(ledgerId, after));
}
const notes = (events: { data: unknown }[]) => events.map(({ data }) => (data as { note: string }).note);

describe.each(await eventStoresAtHand())('the event log, against $name', (store: StoreAtHand) => {
  let stopStore: () => Promise<void>;
  let log: EventLog;
  beforeAll(async () => {
    const { url, stop } = await store.start();
    stopStore = stop;
    log = openEventLog(url);
  });
  afterAll(async () => {
    await log?.close();
    await stopStore?.();
  });

  test('appends after exactly a revision, and reads the events back', async () => {
    const user = randomUUID();
    expect(await log.append(user, -1n, [event('a')])).toBe(0n);
    expect(await log.append(user, 0n, [event('b'), event('c')])).toBe(2n);
    const events = await all(log, user);
    expect(events).toMatchObject([
      { kind: 'event', ledgerId: user, revision: 0n, type: 'Noted', data: { note: 'a' }, metadata: { by: 'a' } },
      { revision: 1n, data: { note: 'b' } },
      { revision: 2n, data: { note: 'c' } },
    ]);
    expect(notes(await all(log, user, 1n))).toEqual(['c']);
    expect(await all(log, user, 2n)).toEqual([]);
  });

  test('reads no events of a missing ledger', async () => {
    expect(await all(log, randomUUID())).toEqual([]);
  });

  test('reads the bytes of events as they are stored', async () => {
    const user = randomUUID();
    const [a, b, c] = [event('a'), event('Käse 🧀'), event('c')];
    await log.append(user, -1n, [a, b, c]);
    const raw = (after: bigint) => Array.fromAsync(log.readRawAfter(user, after));
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
    const events = await raw(-1n);
    expect(events.map(({ revision, id, type }) => [revision, id, type])).toEqual([
      [0n, a.id, 'Noted'],
      [1n, b.id, 'Noted'],
      [2n, c.id, 'Noted'],
    ]);
    expect(events.map(({ data, metadata }) => [text(data), text(metadata)])).toEqual(
      [a, b, c].map(({ data, metadata }) => [JSON.stringify(data), JSON.stringify(metadata)]),
    );
    expect((await raw(1n)).map(({ revision }) => revision)).toEqual([2n]);
    expect(await raw(2n)).toEqual([]);
    expect(await Array.fromAsync(log.readRawAfter(randomUUID(), -1n))).toEqual([]);
    await log.truncate(user, 2n);
    expect((await raw(-1n)).map(({ revision }) => revision)).toEqual([2n]);
    await log.erase(user);
    await expect(raw(-1n)).rejects.toThrow(LedgerErased);
  });

  test('reads the last events before a revision, newest first', async () => {
    const user = randomUUID();
    await log.append(
      user,
      -1n,
      ['a', 'b', 'c', 'd', 'e'].map((note) => event(note)),
    );
    expect(notes(await log.readBefore(user, null, 2))).toEqual(['e', 'd']);
    expect(await log.readBefore(user, 3n, 2)).toMatchObject([
      { kind: 'event', ledgerId: user, revision: 2n, data: { note: 'c' } },
      { revision: 1n, data: { note: 'b' } },
    ]);
    expect(notes(await log.readBefore(user, 2n, 10))).toEqual(['b', 'a']);
    expect(notes(await log.readBefore(user, 100n, 1))).toEqual(['e']);
    expect(await log.readBefore(user, 0n, 10)).toEqual([]);
    expect(await log.readBefore(randomUUID(), null, 10)).toEqual([]);
    await log.truncate(user, 2n);
    expect(notes(await log.readBefore(user, 4n, 10))).toEqual(['d', 'c']);
    expect(await log.readBefore(user, 2n, 10)).toEqual([]);
    await log.erase(user);
    await expect(log.readBefore(user, null, 2)).rejects.toThrow(LedgerErased);
  });

  test.each([-1n, 0n, 2n, 7n])('refuses to append after revision %s of a stream that ends at 1', async (after) => {
    const user = randomUUID();
    await log.append(user, -1n, [event('a'), event('b')]);
    await expect(log.append(user, after, [event('c')])).rejects.toThrow(WrongRevision);
    expect(notes(await all(log, user))).toEqual(['a', 'b']);
  });

  test('of many concurrent appends after one revision exactly one succeeds', async () => {
    const user = randomUUID();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => log.append(user, -1n, [event(String(at))])),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await all(log, user)).toHaveLength(1);
  });

  test('a repeated append gives the revision of the first, also after later appends', async () => {
    const user = randomUUID();
    const first = [event('a'), event('b')];
    await log.append(user, -1n, first);
    await log.append(user, 1n, [event('c')]);
    expect(await log.append(user, -1n, first)).toBe(1n);
    expect(notes(await all(log, user))).toEqual(['a', 'b', 'c']);
  });

  test('an append with other ids is not a repeat', async () => {
    const user = randomUUID();
    const [a, b] = [event('a'), event('b')];
    await log.append(user, -1n, [a, b]);
    await expect(log.append(user, -1n, [a, event('c')])).rejects.toThrow(WrongRevision);
  });

  test('stores text of any script, and markup, unchanged', async () => {
    const user = randomUUID();
    const odd = 'Käse 🧀 ₹ "quoted" \\ \u2028 <b> \u0000 end';
    await log.append(user, -1n, [event(odd)]);
    expect(notes(await all(log, user))).toEqual([odd]);
  });

  test('truncation hides events and keeps the revisions of the rest', async () => {
    const user = randomUUID();
    await log.append(user, -1n, [event('a'), event('b'), event('c')]);
    await log.truncate(user, 2n);
    expect(await all(log, user)).toMatchObject([{ revision: 2n, data: { note: 'c' } }]);
    expect(await log.append(user, 2n, [event('d')])).toBe(3n);
  });

  test('erases a ledger for good', async () => {
    const user = randomUUID();
    await log.append(user, -1n, [event('a')]);
    await log.erase(user);
    await expect(all(log, user)).rejects.toThrow(LedgerErased);
    await expect(log.append(user, 0n, [event('b')])).rejects.toThrow(LedgerErased);
  });

  test('end() is the position of the last event', async () => {
    const user = randomUUID();
    await log.append(user, -1n, [event('a'), event('b')]);
    const [a, b] = await all(log, user);
    const end = await log.end();
    expect([a, b].every((one) => isPosition(one?.position ?? null))).toBe(true);
    expect(isAfter(b?.position ?? '', a?.position ?? '')).toBe(true);
    expect(isAfter(b?.position ?? '', end ?? '')).toBe(false);
    await log.append(user, 1n, [event('c')]);
    expect(isAfter((await log.end()) ?? '', end ?? '')).toBe(true);
  });

  test('waitingAfter() is how many events of ledgers follow, and since when', async () => {
    const begin = Date.now();
    const user = randomUUID();
    const before = await log.end();
    await log.append(user, -1n, [event('a')]);
    const [a] = await all(log, user);
    const recordedAt = (await log.waitingAfter(before))?.since.getTime() ?? 0;
    // The clock of a store in a container may differ.
    expect(Math.abs(recordedAt - begin)).toBeLessThan(60_000);
    expect(await log.waitingAfter(a?.position ?? null)).toBe(null);
    expect(await log.waitingAfter(await log.end())).toBe(null);
    expect((await log.waitingAfter(null))?.since.getTime()).toBeLessThanOrEqual(recordedAt);
    await log.append(user, 0n, [event('b'), event('c')]);
    expect((await log.waitingAfter(a?.position ?? null))?.events).toBe(2);
  });

  test('concurrent first calls of identity() give one id', async () => {
    const { url } = await store.start();
    const others = [openEventLog(url), openEventLog(url)];
    const identities = await Promise.all([log, ...others].map((one) => one.identity()));
    expect(new Set(identities).size).toBe(1);
    expect(await log.knownIdentity()).toBe(identities[0]);
    await Promise.all(others.map((one) => one.close()));
  });

  describe('a subscription', () => {
    /** Collects deliveries up to the user's event with this note. */
    async function until(deliveries: AsyncIterable<Delivery>, user: string, note: string): Promise<Delivery[]> {
      const taken: Delivery[] = [];
      for await (const delivery of deliveries) {
        taken.push(delivery);
        if (delivery.kind === 'event' && delivery.ledgerId === user && notes([delivery])[0] === note) break;
      }
      return taken;
    }
    const ofUser = (deliveries: Delivery[], user: string) =>
      notes(deliveries.filter((one) => one.kind === 'event').filter(({ ledgerId }) => ledgerId === user));

    test('delivers the history, then caught-up, then live events', async () => {
      const user = randomUUID();
      await log.append(user, -1n, [event('a'), event('b')]);
      const stopped = new AbortController();
      const taken: Delivery[] = [];
      for await (const delivery of log.subscribe(null, stopped.signal, noBreak)) {
        taken.push(delivery);
        if (delivery.kind === 'caught-up') await log.append(user, 1n, [event('c')]);
        if (delivery.kind === 'event' && delivery.ledgerId === user && delivery.revision === 2n) break;
      }
      stopped.abort();
      expect(ofUser(taken, user)).toEqual(['a', 'b', 'c']);
      expect(taken.filter(({ kind }) => kind === 'caught-up')).toHaveLength(1);
    });

    test('resumes after any delivered position, without gap or duplicate', async () => {
      const user = randomUUID();
      await log.append(
        user,
        -1n,
        Array.from({ length: 200 }, (_, at) => event(String(at))),
      );
      const everything = await until(log.subscribe(null, new AbortController().signal, noBreak), user, '199');
      const places = everything.filter((one) => one.kind !== 'caught-up');
      for (const at of [0, Math.floor(places.length / 2), places.length - 2]) {
        const rest = await until(
          log.subscribe(places[at]?.position ?? null, new AbortController().signal, noBreak),
          user,
          '199',
        );
        expect(ofUser(rest, user)).toEqual(ofUser(places.slice(at + 1), user));
      }
    });

    test('delivers only events of ledgers', async () => {
      await log.identity();
      const user = randomUUID();
      await log.append(user, -1n, [event('end')]);
      const taken = await until(log.subscribe(null, new AbortController().signal, noBreak), user, 'end');
      const types = new Set(taken.map((one) => (one.kind === 'event' ? one.type : one.kind)));
      expect(types).not.toContain('LogOpened');
    });

    test('ends when its signal aborts', async () => {
      const stopped = new AbortController();
      for await (const delivery of log.subscribe(null, stopped.signal, noBreak)) {
        if (delivery.kind === 'caught-up') stopped.abort();
      }
      expect(stopped.signal.aborted).toBe(true);
    });
  });
});

test('an unreachable store gives LogUnavailable within the timeout of an append', async () => {
  const log = openEventLog('esdb://127.0.0.1:9?tls=false', { attemptMs: 200, appendMs: 500, resubscribeMs: [10, 50] });
  await expect(log.append(randomUUID(), -1n, [event('a')])).rejects.toThrow(LogUnavailable);
  await expect(all(log, randomUUID())).rejects.toThrow(LogUnavailable);
  await expect(Array.fromAsync(log.readRawAfter(randomUUID(), -1n))).rejects.toThrow(LogUnavailable);
  await expect(log.identity()).rejects.toThrow(LogUnavailable);
  await log.close();
});
