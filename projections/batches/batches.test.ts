import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Delivery } from '#event-log/subscribe.ts';
import { Batches } from './batches.ts';
import type { Batch } from './ledger-queues.ts';

const event = (revision: number): Delivery => ({
  ...{ kind: 'event', id: `event ${revision}`, ledgerId: 'ada', revision: BigInt(revision), type: 'Noted' },
  ...{ data: {}, metadata: {}, position: `${revision}/${revision}` },
});
const ahead = (aheadEventsMax: number) => ({ batchEventsMax: 5, turnEventsMax: 2, aheadEventsMax, reached: null });
const revisionsOf = (batch: Batch | null) => batch?.events.map(({ revision }) => Number(revision)) ?? null;

/** A source of events from revision 1 on that tells how many were taken from it. */
function counting() {
  const source: { taken: number; events: AsyncIterable<Delivery> } = { taken: 0, events: events() };
  async function* events(): AsyncGenerator<Delivery> {
    for (;;) {
      source.taken += 1;
      yield event(source.taken);
    }
  }
  return source;
}

test('batches hold what has arrived, in its order, and the source is held back where enough waits', async () => {
  const source = counting();
  const batches = new Batches(source.events, ahead(10));
  await pause(20);
  expect(source.taken).toBeLessThanOrEqual(11);
  expect(revisionsOf(await batches.next())).toEqual([1, 2, 3, 4, 5]);
  expect(revisionsOf(await batches.next())).toEqual([6, 7, 8, 9, 10]);
  batches.close();
});

test('where nothing is to be taken ahead, the source rests until the next batch is asked for', async () => {
  const source = counting();
  const batches = new Batches(source.events, ahead(0));
  for (let first = 1; first < 20; first += 5) {
    await pause(20);
    expect(source.taken).toBeLessThanOrEqual(first);
    expect(revisionsOf(await batches.next())).toEqual([first, first + 1, first + 2, first + 3, first + 4]);
  }
  batches.close();
});

test('while events keep coming a batch gathers more of them, unless somebody waits', async () => {
  const arrivals = [1, 2, 3, 4, 5, 6].map(() => Promise.withResolvers<void>());
  async function* slow() {
    for (const [index, arrival] of arrivals.entries()) {
      await arrival.promise;
      yield event(index + 1);
    }
  }
  const arrive = (...revisions: number[]) => {
    for (const revision of revisions) arrivals[revision - 1]?.resolve();
  };
  const batches = new Batches(slow(), { ...ahead(10), gatherMs: 500 });
  arrive(1);
  expect(revisionsOf(await batches.next())).toEqual([1]);
  arrive(2, 3);
  await pause(10);
  expect(revisionsOf(await batches.next())).toEqual([2, 3]);
  const gathered = batches.next();
  arrive(4);
  await pause(20);
  arrive(5);
  await pause(20);
  batches.hurry();
  expect(revisionsOf(await gathered)).toEqual([4, 5]);
  const later = batches.next();
  arrive(6);
  expect(revisionsOf(await later)).toEqual([6]);
});

test('a batch is given soon after its first event, full or not, and the last before the end', async () => {
  for (const most of [0, 10]) {
    const more = Promise.withResolvers<void>();
    async function* slow() {
      yield event(1);
      await more.promise; // Which is not before the first batch has been given.
      yield event(2);
    }
    const batches = new Batches(slow(), ahead(most));
    expect(revisionsOf(await batches.next())).toEqual([1]);
    expect(await batches.arrived(10)).toBe(false);
    more.resolve();
    expect(await batches.arrived(5_000)).toBe(true);
    expect(revisionsOf(await batches.next())).toEqual([2]);
    expect(await batches.next()).toBeNull();
  }
});

test('what the source throws comes after what it gave', async () => {
  async function* broken() {
    yield event(1);
    throw new Error('broken');
  }
  for (const most of [0, 10]) {
    const batches = new Batches(broken(), ahead(most));
    expect(revisionsOf(await batches.next())).toEqual([1]);
    await expect(batches.next()).rejects.toThrow('broken');
  }
});
