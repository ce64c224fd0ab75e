import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Batches } from './batches.ts';

/** A source of numbers from 1 on that tells how many were taken from it. */
function counting() {
  const source: { taken: number; numbers: AsyncIterable<number> } = { taken: 0, numbers: numbers() };
  async function* numbers(): AsyncGenerator<number> {
    for (;;) {
      source.taken += 1;
      yield source.taken;
    }
  }
  return source;
}

test('batches hold what has arrived, in its order, and the source is held back at twice a batch', async () => {
  const source = counting();
  const batches = new Batches(source.numbers, 5);
  await pause(20);
  expect(source.taken).toBeLessThanOrEqual(11);
  expect(await batches.next()).toEqual([1, 2, 3, 4, 5]);
  expect(await batches.next()).toEqual([6, 7, 8, 9, 10]);
  batches.close();
});

test('where nothing is to be taken ahead, the source rests until the next batch is asked for', async () => {
  const source = counting();
  const batches = new Batches(source.numbers, 5, 0);
  for (let first = 1; first < 20; first += 5) {
    await pause(20);
    expect(source.taken).toBeLessThanOrEqual(first);
    expect(await batches.next()).toEqual([first, first + 1, first + 2, first + 3, first + 4]);
  }
  batches.close();
});

test('a batch is given soon after its first item, whether it is full or not, and the last one before the end', async () => {
  for (const ahead of [0, 10]) {
    const more = Promise.withResolvers<void>();
    async function* slow() {
      yield 1;
      await more.promise; // Which is not before the first batch has been given.
      yield 2;
    }
    const batches = new Batches(slow(), 5, ahead);
    expect(await batches.next()).toEqual([1]);
    expect(await batches.arrived(10)).toBe(false);
    more.resolve();
    expect(await batches.arrived(5_000)).toBe(true);
    expect(await batches.next()).toEqual([2]);
    expect(await batches.next()).toBeNull();
  }
});

test('what the source throws comes after what it gave', async () => {
  async function* broken() {
    yield 1;
    throw new Error('broken');
  }
  for (const ahead of [0, 10]) {
    const batches = new Batches(broken(), 5, ahead);
    expect(await batches.next()).toEqual([1]);
    await expect(batches.next()).rejects.toThrow('broken');
  }
});
