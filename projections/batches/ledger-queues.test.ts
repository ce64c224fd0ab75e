import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LoggedEvent } from '#event-log/logged-event.ts';
import { LedgerQueues } from './ledger-queues.ts';

const positionAt = (place: number) => `${place}/${place}`;
const placeOf = (position: string) => Number(position.split('/')[0]);

/** The event of a ledger at a place in the log. */
const event = (ledgerId: string, revision: number, place: number, text = ''): LoggedEvent => ({
  ...{ kind: 'event', id: `event ${place}`, ledgerId, revision: BigInt(revision), type: 'Noted', data: { text } },
  ...{ metadata: {}, position: positionAt(place) },
});

const newQueues = (batchEventsMax: number, reached: string | null = null) =>
  new LedgerQueues({ batchEventsMax, turnEventsMax: 20, reached });

/** Queues that hold a number of events of each ledger, one ledger after the other. */
function holding(eventsOf: Record<string, number>, batchEventsMax = 500): LedgerQueues {
  const queues = newQueues(batchEventsMax);
  let place = 0;
  for (const [ledgerId, count] of Object.entries(eventsOf)) {
    for (let revision = 0; revision < count; revision += 1) queues.add(event(ledgerId, revision, ++place));
  }
  return queues;
}

/** How many events of each ledger a batch has. */
function countsOf(events: readonly LoggedEvent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { ledgerId } of events) counts[ledgerId] = (counts[ledgerId] ?? 0) + 1;
  return counts;
}

test('a ledger with few events waits for no more than one batch of one with many', () => {
  const queues = holding({ large: 5_000, small: 3 });
  expect(countsOf(queues.take().events)).toEqual({ large: 20, small: 3 });
  queues.add(event('small', 3, 5_004));
  expect(countsOf(queues.take().events)).toEqual({ large: 499, small: 1 });
  queues.add(event('small', 4, 5_005));
  expect(countsOf(queues.take().events)).toEqual({ large: 20, small: 1 });
  expect(countsOf(queues.take().events)).toEqual({ large: 500 });
  expect(countsOf(queues.take().events)).toEqual({ large: 500 });
});

test('ledgers with many events share a batch, and each has its turn where they are more than fit', () => {
  expect(countsOf(holding({ a: 5_000, b: 5_000, c: 100 }).take().events)).toEqual({ a: 200, b: 200, c: 100 });
  const all = Object.fromEntries(Array.from({ length: 60 }, (_, number) => [`ledger ${number}`, 50]));
  const queues = holding(all);
  const seen = new Set<string>();
  for (let batch = 0; batch < 3; batch += 1) for (const { ledgerId } of queues.take().events) seen.add(ledgerId);
  expect(seen.size).toBe(60);
});

test('the position stays before the first event that waits, and `reached` is that of the last that is applied', () => {
  const queues = holding({ large: 30, small: 1 }, 25);
  expect(queues.take()).toMatchObject({ position: positionAt(20), reached: positionAt(31) });
  queues.add({ kind: 'caught-up' });
  queues.add({ kind: 'checkpoint', position: positionAt(40) });
  expect(queues.take()).toMatchObject({ position: positionAt(40), reached: positionAt(40), hasCaughtUp: true });
  expect(queues.isEmpty).toBe(true);
  queues.add({ kind: 'checkpoint', position: positionAt(50) });
  expect(queues.take()).toEqual({ events: [], position: positionAt(50), reached: positionAt(50), hasCaughtUp: false });
  const again = newQueues(500, positionAt(50));
  again.add(event('large', 0, 45));
  expect(again.take()).toMatchObject({ position: positionAt(45), reached: positionAt(50) });
});

test('so many events may wait, and so many bytes', () => {
  const queues = holding({ large: 10 });
  expect([queues.hasSpace(11), queues.hasSpace(10)]).toEqual([true, false]);
  for (let place = 11; place <= 44; place += 1) queues.add(event('large', place, place, 'x'.repeat(1_000_000)));
  expect(queues.hasSpace(1_000)).toBe(false);
  while (!queues.isEmpty) queues.take();
  expect([queues.waiting, queues.hasSpace(1)]).toEqual([0, true]);
});

test('each event is given once, in the order of its ledger, after which all up to the position were given', () => {
  const anyDelivery = fc.constantFrom('a', 'a', 'a', 'a', 'b', 'c', 'checkpoint', 'caught-up');
  fc.assert(
    fc.property(
      fc.array(anyDelivery, { maxLength: 300 }),
      fc.array(fc.nat({ max: 60 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 60 }),
      (deliveries, reads, batchEventsMax) => {
        const queues = newQueues(batchEventsMax);
        const next = new Map<string, number>();
        const given = new Set<number>();
        const revisions = new Map<string, bigint>();
        let read = 0;
        let caughtUp = 0;
        for (let turn = 0; read < deliveries.length || !queues.isEmpty; turn += 1) {
          const until = read + (reads[turn % reads.length] ?? 0) + 1;
          for (; read < Math.min(until, deliveries.length); read += 1) {
            const kind = deliveries[read] as string;
            if (kind === 'caught-up') queues.add({ kind });
            else if (kind === 'checkpoint') queues.add({ kind, position: positionAt(read) });
            else {
              queues.add(event(kind, next.get(kind) ?? 0, read));
              next.set(kind, (next.get(kind) ?? 0) + 1);
            }
          }
          const { events, position, reached, hasCaughtUp } = queues.take();
          expect(events.length).toBeLessThanOrEqual(batchEventsMax);
          for (const { ledgerId, revision, position } of events) {
            if (revision !== (revisions.get(ledgerId) ?? -1n) + 1n) expect.fail(`${ledgerId} ${revision}`);
            revisions.set(ledgerId, revision);
            given.add(placeOf(position));
          }
          const isGiven = (place: number) => given.has(place) || (deliveries[place] as string).includes('-');
          if (hasCaughtUp) caughtUp = deliveries.indexOf('caught-up', caughtUp) + 1;
          const before = Math.max(position ? placeOf(position) + 1 : 0, caughtUp);
          for (let place = 0; place < before; place += 1) {
            if (deliveries[place] !== 'checkpoint' && !isGiven(place)) expect.fail(`${place} is not given`);
          }
          for (const place of given) if (!reached || place > placeOf(reached)) expect.fail(`${place} is after reached`);
        }
        const all = deliveries.flatMap((kind, place) => (kind.length === 1 ? [place] : []));
        expect([...given].sort((left, right) => left - right)).toEqual(all);
      },
    ),
    { numRuns: 100 },
  );
});
