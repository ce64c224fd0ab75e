import { expect, test } from 'vitest';
import { inSlices } from './time-slices.ts';

/** Holds the thread for some milliseconds. */
function hold(ms: number): void {
  const beganMs = performance.now();
  while (performance.now() - beganMs < ms);
}

test('what takes long lets others go meanwhile, and gives all in order', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const values = await inSlices(
    Array.from({ length: 40 }, (_, at) => at)
      .values()
      .map((at) => {
        hold(5);
        return at;
      }),
  );
  clearInterval(timer);
  expect(values).toEqual(Array.from({ length: 40 }, (_, at) => at));
  expect(turns).toBeGreaterThan(5);
});
