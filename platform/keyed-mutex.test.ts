import { expect, test } from 'vitest';
import { KeyedMutex, WorkEnded } from './keyed-mutex.ts';

test('work that makes an end of others refuses all that waits until it is over', async () => {
  const mutex = new KeyedMutex(() => null);
  const [began, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = mutex.runAndEndOthers('a', async () => await began.promise.then(() => 'first'), over.promise);
  const whileItRuns = mutex.run('a', async () => 'late');
  const second = mutex.runAndEndOthers('a', async () => 'second', Promise.resolve());
  const other = mutex.run('b', async () => 'other');
  began.resolve();
  expect(await first).toBe('first');
  const whileItIsKept = mutex.run('a', async () => 'later');
  expect(await other).toBe('other');
  over.resolve();
  await expect(whileItRuns).rejects.toThrow(WorkEnded);
  await expect(whileItIsKept).rejects.toThrow(WorkEnded);
  expect(await second).toBe('second');
  expect(await mutex.run('a', async () => 'after')).toBe('after');
  expect([mutex.running, mutex.waiting]).toEqual([0, 0]);
});

test('work that fails refuses none', async () => {
  const mutex = new KeyedMutex(() => null);
  const failing = mutex.runAndEndOthers('a', async () => await Promise.reject(new Error('no')), Promise.resolve());
  const after = mutex.run('a', async () => 'after');
  await expect(failing).rejects.toThrow('no');
  expect(await after).toBe('after');
});
