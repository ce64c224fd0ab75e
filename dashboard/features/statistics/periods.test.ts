import { expect, test } from 'vitest';
import { formatPeriod } from './periods.ts';

test('formats a week from Monday to Sunday', () => {
  expect(formatPeriod('week', '2026-11-20')).toBe('November 16 to 22');
  expect(formatPeriod('week', '2026-11-16')).toBe('November 16 to 22');
  expect(formatPeriod('week', '2026-11-22')).toBe('November 16 to 22');
});

test('a week can span two months or two years', () => {
  expect(formatPeriod('week', '2026-12-01')).toBe('November 30 to December 6');
  expect(formatPeriod('week', '2027-01-01')).toBe('December 28 to January 3');
});

test('formats a month and a year', () => {
  expect(formatPeriod('month', '2026-11-20')).toBe('November');
  expect(formatPeriod('year', '2026-11-20')).toBe('2026');
});
