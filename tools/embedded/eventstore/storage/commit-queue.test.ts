import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Placed } from '../rules/decide-write.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { CommitQueue } from './commit-queue.ts';
import { CachedStream, MISSING } from './stream-state.ts';

/** A queue whose inserts the test completes or fails. */
function queueOf() {
  const inserts: { revisions: bigint[]; end: PromiseWithResolvers<void> }[] = [];
  const log: string[] = [];
  const cached = new CachedStream(MISSING);
  const queue = new CommitQueue({
    insert: (events: readonly RecordedEvent[]) => {
      const end = Promise.withResolvers<void>();
      inserts.push({ revisions: events.map(({ revision }) => revision), end });
      return end.promise;
    },
    committed: (events) => log.push(`told of ${events.length}`),
    failed: async () => {
      log.push('failed');
      queue.startAfter(0n);
    },
  });
  const add = (name: string, count = 1) => {
    const events = Array.from({ length: count }, (_, n) => placed(cached.decided.last + 1n + BigInt(n)));
    queue.add(events, () => cached, 0n);
    queue.afterCommit((failure) => log.push(failure ? `${name}: ${failure.message}` : name));
  };
  return { queue, inserts, log, cached, add };
}

const placed = (revision: bigint): Placed => ({
  stream: 's',
  revision,
  event: { id: randomUUID(), type: 'noted', json: true, data: Buffer.from('{}'), metadata: Buffer.alloc(0) },
});

test('events added during a commit are written together in the next, and answered after it', async () => {
  const { inserts, log, cached, add } = queueOf();
  add('a');
  await expect.poll(() => inserts.length).toBe(1);
  add('b', 2);
  add('c');
  expect(inserts).toHaveLength(1);
  expect([cached.committed.last, cached.decided.last, cached.uncommitted]).toEqual([-1n, 3n, 2]);
  inserts[0]?.end.resolve();
  await expect.poll(() => inserts.length).toBe(2);
  expect(inserts[1]?.revisions).toEqual([1n, 2n, 3n]);
  expect(log).toEqual(['a', 'told of 1']);
  inserts[1]?.end.resolve();
  await expect.poll(() => log).toEqual(['a', 'told of 1', 'b', 'c', 'told of 3']);
  expect([cached.committed.last, cached.uncommitted]).toEqual([3n, 0]);
});

test('a commit has about 64 events, but one append is never split, however long', async () => {
  const { inserts, add } = queueOf();
  add('a', 60);
  add('b', 4000);
  add('c');
  await expect.poll(() => inserts.length).toBe(1);
  expect(inserts[0]?.revisions).toHaveLength(4060);
  inserts[0]?.end.resolve();
  await expect.poll(() => inserts.length).toBe(2);
  expect(inserts[1]?.revisions).toHaveLength(1);
});

test('events queued behind a failed commit fail with it, later ones are written', async () => {
  const { queue, inserts, log, add } = queueOf();
  add('a');
  await expect.poll(() => inserts.length).toBe(1);
  add('b');
  inserts[0]?.end.reject(new Error('disk full'));
  await expect.poll(() => log).toEqual(['failed', 'a: disk full', 'b: disk full']);
  await queue.recovering;
  expect(queue.head).toBe(0n);
  add('c');
  await expect.poll(() => inserts.length).toBe(2);
  inserts[1]?.end.resolve();
  await expect.poll(() => log.at(-2)).toBe('c');
});
