import { expect, test } from 'vitest';
import type { Verification } from '#contract/ledger-calls.ts';
import { comparisonText, verificationText } from './verification-text.ts';

const nothing: Verification = {
  intact: true,
  revision: null,
  onTheirWay: 0,
  counts: { entries: 0, transactions: 0, goals: 0, statistics: 0 },
  totals: { balance: 0, goals: 0, expenses: 0, income: 0, opening: 0 },
  seal: '0-GVKCN-5B9F2-8J5HG-J21QS',
  differences: [],
};
const intact = {
  ...nothing,
  revision: 2_400,
  counts: { entries: 2_401, transactions: 2_301, goals: 1, statistics: 260 },
};
const difference = { field: 'ledger.balance', expected: '5', found: '6', revision: 3 };

test('describes the result', () => {
  expect(verificationText(nothing)).toBe('There is nothing to compare yet.');
  expect(verificationText(intact)).toBe('Your books are as they were written.');
  expect(verificationText({ ...intact, intact: false, differences: [difference] })).toBe(
    'One thing differs from your ledger.',
  );
  expect(verificationText({ ...intact, intact: false, differences: [difference, difference] })).toBe(
    '2 things differ from your ledger.',
  );
});

test('describes what was compared', () => {
  expect(comparisonText(nothing)).toBe('');
  expect(comparisonText(intact)).toBe(
    '2,401 entries replayed, and what came of them compared with what the screens show: the balance, ' +
      '2,301 transactions, 1 goal and the figures of 260 weeks, months and years.',
  );
  const single = { ...nothing, revision: 0, onTheirWay: 1, counts: { ...nothing.counts, entries: 1, statistics: 1 } };
  expect(comparisonText(single)).toBe(
    '1 entry replayed, and what came of it compared with what the screens show: the balance, 0 transactions, 0 goals ' +
      'and the figures of 1 week, month or year. 1 entry is still on the way to the screens.',
  );
});
