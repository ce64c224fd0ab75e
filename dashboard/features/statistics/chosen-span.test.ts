import { expect, test } from 'vitest';
import { spanBeside, spanInQuery } from './chosen-span.ts';

const today = '2026-11-22';
const spanOf = (query: string) => spanInQuery(new URLSearchParams(query), today);
const november = { period: 'month', from: '2026-11-01', to: '2026-11-30' };

test('is the month of today, unless the address names another', () => {
  expect(spanOf('')).toEqual(november);
  expect(spanOf('by=month&from=2026-02-14')).toEqual({ period: 'month', from: '2026-02-01', to: '2026-02-28' });
  expect(spanOf('by=week&from=2026-11-22')).toEqual({ period: 'week', from: '2026-11-16', to: '2026-11-22' });
  expect(spanOf('by=year')).toEqual({ period: 'year', from: '2026-01-01', to: '2026-12-31' });
  expect(spanOf('by=range&from=2026-01-05&to=2026-03-31')).toEqual({
    period: 'range',
    from: '2026-01-05',
    to: '2026-03-31',
  });
});

test.each(['by=day', 'from=2026-13-01', 'by=range&from=2026-03-31&to=2026-01-05', 'by=range&from=2026-01-05&to=x'])(
  '%s names none',
  (query) => {
    expect(spanOf(query)).toEqual(november);
  },
);

test.each([
  ['by=week&from=2026-01-01', 'week', '2025-12-22', '2026-01-05'],
  ['by=month&from=2026-03-31', 'month', '2026-02-01', '2026-04-01'],
  ['by=year&from=2026-03-31', 'year', '2025-01-01', '2027-01-01'],
  ['by=range&from=2026-03-01&to=2026-03-31', 'range', '2026-01-29', '2026-04-01'],
])('steps from %s', (query, period, before, after) => {
  const span = spanOf(query);
  expect(spanBeside(span, -1)).toMatchObject({ period, from: before });
  expect(spanBeside(span, 1)).toMatchObject({ period, from: after });
});

test('there is nothing beyond the days that entries have', () => {
  expect(spanBeside(spanOf('by=year&from=1900-01-01'), -1)).toBeNull();
});
