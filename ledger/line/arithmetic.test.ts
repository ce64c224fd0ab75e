import fc from 'fast-check';
import { expect, test } from 'vitest';
import { worked } from './arithmetic.ts';

test.each([
  ['1+2*3', 7_00n],
  ['(1+2)*3', 9_00n],
  ['10-2-3', 5_00n],
  ['100/10/2', 5_00n],
  ['1/3', 33n],
  ['2/3', 67n],
  ['-2/3', -67n],
  ['0.01/2', 1n],
  ['-0.01/2', -1n],
  ['1/3*3', 1_00n],
  ['2*-3', -6_00n],
  ['-(2+3)', -5_00n],
  ['+5', 5_00n],
  ['1.250,00+0,50', 1_250_50n],
  ['12.', 12_00n],
])('%s is %d cents', (text, cents) => {
  expect(worked(text)).toBe(cents);
});

test.each(['', '+', '1+', '(1', '1)', '()', '1 + 2', '2x', '1/0', '1/(2-2)', '1.2.3', '1e3', '$5', '5 5'])(
  '%s is no amount',
  (text) => {
    expect(worked(text)).toBeNull();
  },
);

test('sums and products of cents are exact, whatever their size', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 20n });
  const text = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`;
  fc.assert(
    fc.property(cents, cents, fc.bigInt({ min: 1n, max: 999n }), (a, b, n) => {
      expect(worked(`${text(a)}+${text(b)}`)).toBe(a + b);
      expect(worked(`${text(a)}-${text(b)}`)).toBe(a - b);
      expect(worked(`${text(a)}*${n}`)).toBe(a * n);
      expect(worked(`${text(a)}/${n}*${n}`)).toBe(a);
    }),
  );
});
