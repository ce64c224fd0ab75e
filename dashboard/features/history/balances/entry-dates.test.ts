import { expect, test } from 'vitest';
import type { HistoryEntry } from '#contract/ledger-calls.ts';
import { withDates } from './entry-dates.ts';

const entry = (recordedAt: string | null): HistoryEntry => ({
  _id: '1',
  revision: 1,
  type: 'IncomeRecorded',
  words: 'Income: Salary',
  change: 5,
  balance: 5,
  recordedAt,
  transactionId: null,
  goalId: null,
  checkoutId: null,
});

test('an entry has the local date of recording, or without one the date of the entry above it', () => {
  const dates = withDates([entry('2026-11-20T12:00:00Z'), entry(null), entry('2026-11-19T12:00:00Z')]);
  expect(dates.map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-20', '2026-11-19']);
});
