import { expect, test } from 'vitest';
import { KeyedQueue, type Prerequisite } from './keyed-queue.ts';

/** Runs tasks once their prerequisite has resolved; `log` has them in the order in which they ran. */
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

test('only tasks with the same key wait for a waiting one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { log, inOrder } = workshop(new Map([['a1', () => promise]]));
  inOrder.add('a', 'a1');
  inOrder.add('a', 'a2');
  inOrder.add('b', 'b1');
  expect(log).toEqual(['b1']);
  resolve();
  await expect.poll(() => log).toEqual(['b1', 'a1', 'a2']);
  inOrder.add('a', 'a3');
  expect(log.at(-1)).toBe('a3');
});

test('a task whose prerequisite fails is dropped, and the next one runs', async () => {
  const { log, inOrder } = workshop(new Map([['a1', () => Promise.reject(new Error('gone'))]]));
  inOrder.add('a', 'a1');
  inOrder.add('a', 'a2');
  await expect.poll(() => log).toEqual(['a1: gone', 'a2']);
});
