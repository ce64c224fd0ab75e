import { expect, test } from 'vitest';
import type { DecodedEvent } from '#ledger/events.ts';
import { RecentEvents } from './recent-events.ts';

const eventsAt = (...revisions: number[]) =>
  revisions.map((revision) => ({ revision: BigInt(revision) }) as DecodedEvent);
const revisionsAfter = (recent: RecentEvents, revision: number) =>
  recent.after(BigInt(revision)).map((event) => Number(event.revision));

test('gives the events after a revision, or none when there is a gap', () => {
  const recent = new RecentEvents();
  expect(revisionsAfter(recent, -1)).toEqual([]);
  recent.note(eventsAt(5));
  recent.note(eventsAt(6, 7));
  expect(revisionsAfter(recent, 4)).toEqual([5, 6, 7]);
  expect(revisionsAfter(recent, 6)).toEqual([7]);
  expect(revisionsAfter(recent, 7)).toEqual([]);
  expect(revisionsAfter(recent, 3)).toEqual([]);
});

test('drops events before a gap, and those beyond its capacity', () => {
  const recent = new RecentEvents();
  recent.note(eventsAt(5));
  recent.note(eventsAt(9));
  expect(revisionsAfter(recent, 4)).toEqual([]);
  expect(revisionsAfter(recent, 8)).toEqual([9]);
  for (let revision = 10; revision < 600; revision += 1) recent.note(eventsAt(revision));
  expect(revisionsAfter(recent, 8)).toEqual([]);
  expect(revisionsAfter(recent, 99)).toHaveLength(500);
});
