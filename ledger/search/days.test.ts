import { expect, test } from 'vitest';
import { daysOf } from './days.ts';

const TODAY = '2026-03-18';
const own = (dateOrder: 'dmy' | 'mdy' | null) => ({ weekStart: null, dateOrder });

test.each([
  ['5.3.2026', null, '2026-03-05'],
  ['5/3/2026', null, '2026-03-05'],
  ['05/03/2026', 'dmy', '2026-03-05'],
  ['5/3/2026', 'mdy', '2026-05-03'],
  ['5.3.2026', 'mdy', '2026-05-03'],
  ['12/31/2026', 'mdy', '2026-12-31'],
] as const)('%s, written %s, is a day in the own order', (text, order, day) => {
  expect(daysOf(text, TODAY, own(order))).toEqual({ from: day, to: day });
});

test.each(['12/31/2026', '5/3.2026', '5.3/2026', '5/3/26', '0/3/2026', '5//2026'])('%s is no day', (text) => {
  expect(daysOf(text, TODAY, own('dmy'))).toBeNull();
});
