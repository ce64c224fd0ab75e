import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('the work of one ledger comes in turn, each with a rest behind it, and other ledgers do not wait', async () => {
  const told: string[] = [];
  const work = (name: string) => async () => {
    told.push(`${name} begins`);
    await pause(40);
    told.push(`${name} ends`);
    return name;
  };
  const beganMs = performance.now();
  const all = await Promise.all([
    inTurn('one', work('first')),
    inTurn('one', work('second')),
    inTurn('other', work('apart')),
  ]);
  expect(all).toEqual(['first', 'second', 'apart']);
  expect(told.filter((text) => !text.startsWith('apart'))).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
  ]);
  expect(told.indexOf('apart begins')).toBeLessThan(told.indexOf('first ends'));
  expect(performance.now() - beganMs).toBeGreaterThan(110);
});

test('work that fails says so to its caller, and the next goes on', async () => {
  const failing = inTurn('one', () => Promise.reject(new Error('away')));
  const next = inTurn('one', async () => 'done');
  await expect(failing).rejects.toThrow('away');
  expect(await next).toBe('done');
});
