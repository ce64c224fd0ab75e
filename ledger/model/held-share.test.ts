import { expect, test } from 'vitest';
import { heldShare } from './held-share.ts';

test.each([
  ['all days of the past', '2026-01-01', '2026-03-31', '2025-06-01', '2026-07-01', 1],
  ['days from the first transaction on', '2026-01-01', '2026-03-31', '2026-03-02', '2026-07-01', 30 / 90],
  ['days up to today', '2026-01-01', '2026-03-31', null, '2026-02-14', 45 / 90],
  ['no day', '2026-01-01', '2026-03-31', '2026-05-01', '2026-07-01', 1],
])('the share of %s', (_, first, last, since, today, share) => {
  expect(heldShare(first, last, { since, today })).toBeCloseTo(share, 12);
});
