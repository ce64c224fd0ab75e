import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Upcasters, upcast, upcaster, versionOf } from './upcasters.ts';

/** As if the initial deposit had been in whole units at first, and had got a note in version 3. */
const versions = { InitialDepositMade: 3 } as const;
const upcasters: Upcasters<typeof versions> = {
  InitialDepositMade: {
    1: upcaster(z.strictObject({ units: z.int() }), ({ units }) => ({ amount: units * 100 })),
    2: upcaster(z.strictObject({ amount: z.int() }), ({ amount }) => ({ amount, note: '' })),
  },
};

describe('an event of an older version', () => {
  test('becomes one of the current version, step by step', () => {
    expect(upcast('InitialDepositMade', 1, { units: 5 }, upcasters)).toEqual({ amount: 500, note: '' });
    expect(upcast('InitialDepositMade', 2, { amount: 500 }, upcasters)).toEqual({ amount: 500, note: '' });
  });

  test('of the current version stays as it is', () => {
    expect(upcast('InitialDepositMade', 3, { amount: 500, note: 'x' }, upcasters)).toEqual({ amount: 500, note: 'x' });
    expect(versionOf('InitialDepositMade', versions)).toBe(3);
    expect(versionOf('GoalDeleted', versions)).toBe(1);
  });

  test('that does not fit its version is refused', () => {
    expect(() => upcast('InitialDepositMade', 1, { units: 'five' }, upcasters)).toThrow(z.ZodError);
  });
});

test('a version without an upcaster from each version below it does not compile', () => {
  const none: Upcasters<Record<never, never>> = {};
  // @ts-expect-error The upcaster from version 1 is missing.
  const first: Upcasters<{ GoalDeleted: 2 }> = { GoalDeleted: {} };
  // @ts-expect-error The upcaster from version 2 is missing.
  const second: Upcasters<{ GoalDeleted: 3 }> = { GoalDeleted: { 1: upcasters.InitialDepositMade[1] } };
  // @ts-expect-error All of them are missing.
  const all: Upcasters<{ GoalDeleted: 2 }> = {};
  expect([none, first, second, all]).toHaveLength(4);
});
