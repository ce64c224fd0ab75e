import { expect, test } from 'vitest';
import { quietDays } from './quiet-days.ts';

const MARCH = { from: '2024-03-01', to: '2024-03-10' };

test('the longest run may be at either end, or all days', () => {
  expect(quietDays(MARCH, ['2024-03-04', '2024-03-04', '2024-03-07', '2024-04-01'])).toEqual({
    days: 8,
    longest: { from: '2024-03-01', to: '2024-03-03', days: 3 },
  });
  expect(quietDays(MARCH, ['2024-03-01', '2024-03-02']).longest).toEqual({
    from: '2024-03-03',
    to: '2024-03-10',
    days: 8,
  });
  expect(quietDays(MARCH, [])).toEqual({ days: 10, longest: { ...MARCH, days: 10 } });
});

test('there is none where each day has spending, or no day is over', () => {
  expect(quietDays({ from: '2024-03-01', to: '2024-03-01' }, ['2024-03-01'])).toEqual({ days: 0, longest: null });
  expect(quietDays({ from: '2024-03-02', to: '2024-03-01' }, [])).toEqual({ days: 0, longest: null });
});
