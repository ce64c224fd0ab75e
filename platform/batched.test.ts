import { expect, test } from 'vitest';
import { batched } from './batched.ts';
import type { Database } from './postgres.ts';

const database = () => ({ query: () => Promise.reject(new Error('not asked')) }) as unknown as Database;

function squares() {
  const asked: (readonly number[])[] = [];
  const load = batched<number, number>(async (_, keys) => {
    asked.push(keys);
    if (keys.includes(0)) throw new Error('no zero');
    return keys.map((key) => key * key);
  });
  return { asked, load };
}

test('keys requested in the same turn of the event loop are loaded together', async () => {
  const { asked, load } = squares();
  const here = database();
  expect(await Promise.all([3, 1, 3, 2].map((key) => load(here, key)))).toEqual([9, 1, 9, 4]);
  expect(await load(here, 5)).toBe(25);
  expect(asked).toEqual([[3, 1, 3, 2], [5]]);
});

test('each database has its own queue, and more than 64 keys take several statements', async () => {
  const { asked, load } = squares();
  const [first, second] = [database(), database()];
  await Promise.all([load(first, 1), load(second, 2), ...Array.from({ length: 70 }, (_, n) => load(first, n + 3))]);
  expect(asked.map(({ length }) => length).sort()).toEqual([1, 64, 7].sort());
});

test('a failed statement rejects every request of its batch and no later one', async () => {
  const { load } = squares();
  const here = database();
  const results = await Promise.allSettled([load(here, 1), load(here, 0)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await load(here, 2)).toBe(4);
});
