import { expect, test } from 'vitest';
import { KeyedQueue, type Prerequisite } from './keyed-queue.ts';

/** Tasks are done once what they miss has come; `log` holds them in the order they were done. */
function workshop(missing: Map<string, Prerequisite>) {
  const log: string[] = [];
  const inOrder = new KeyedQueue<string>({
    attempt: (task) => {
      const first = missing.get(task);
      missing.delete(task);
      if (!first) log.push(task);
      return first;
    },
    failed: (task, { message }) => log.push(`${task}: ${message}`),
  });
  return { log, inOrder };
}

test('a task that waits holds up those of its key alone', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { log, inOrder } = workshop(new Map([['a1', () => promise]]));
  inOrder.take('a', 'a1');
  inOrder.take('a', 'a2');
  inOrder.take('b', 'b1');
  expect(log).toEqual(['b1']);
  resolve();
  await expect.poll(() => log).toEqual(['b1', 'a1', 'a2']);
  inOrder.take('a', 'a3');
  expect(log.at(-1)).toBe('a3');
});

test('a task that never gets what it misses is given up, and the next has its turn', async () => {
  const { log, inOrder } = workshop(new Map([['a1', () => Promise.reject(new Error('gone'))]]));
  inOrder.take('a', 'a1');
  inOrder.take('a', 'a2');
  await expect.poll(() => log).toEqual(['a1: gone', 'a2']);
});
