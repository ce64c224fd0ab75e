import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOf, type Cents, centsOf, exactCents, LARGEST_AMOUNT, negated, sum } from './money.ts';

test('every amount of whole cents comes back from JSON as the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: -LARGEST_AMOUNT, max: LARGEST_AMOUNT }), (cents) => {
      const written = JSON.stringify(amountOf(cents as Cents));
      expect(centsOf(JSON.parse(written))).toBe(cents);
    }),
  );
});

test('a decimal of at most two places is its cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, rest) => {
      const written = `${whole}.${String(rest).padStart(2, '0')}`;
      expect(centsOf(Number(written))).toBe(whole * 100 + rest);
    }),
  );
});

test.each([12.345, 0.001, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1_000_000_000_000, 5e-324])(
  '%s is no amount',
  (value) => {
    expect(centsOf(value)).toBeNull();
    expect(() => exactCents(value)).toThrow(RangeError);
  },
);

test('the largest amount is accepted, and -0 becomes 0', () => {
  expect(centsOf(999_999_999_999.99)).toBe(LARGEST_AMOUNT);
  expect(Object.is(centsOf(-0), 0)).toBe(true);
  expect(Object.is(negated(0 as Cents), 0)).toBe(true);
});

test('a sum that leaves the safe integers is null', () => {
  expect(sum(1 as Cents, 2 as Cents, -5 as Cents)).toBe(-2);
  expect(sum(Number.MAX_SAFE_INTEGER as Cents, 1 as Cents)).toBeNull();
  expect(sum(Number.MAX_SAFE_INTEGER as Cents, 1 as Cents, -1 as Cents)).toBeNull();
});
