import { expect, test } from 'vitest';
import type { CauseReason } from '#ledger/reconcile/causes.ts';
import { reasonInWords } from './reason-words.ts';

test.each<[CauseReason, string]>([
  [
    { is: 'beginning', difference: -96_550, date: '2026-11-03', balance: 153_500 },
    'The account began with $965.50 too much: with $1,535.00 on November 3, 2026 the books would agree with the bank.',
  ],
  [
    { is: 'left out', together: 2 },
    'One of 2 rows that were left out when their file was imported, and together are the difference.',
  ],
  [
    { is: 'change', summary: 'Deleted: Tea', change: 420, together: 1 },
    'Since the day was confirmed, ‘Deleted: Tea’ moved the account by $4.20, which is the difference.',
  ],
  [
    { is: 'twice', days: ['2026-11-03', '2026-11-04'] },
    'It may have been entered twice: the same amount and similar words on November 3, 2026 and on November 4, 2026.',
  ],
  [
    { is: 'counted later', day: '2026-11-03', agreesOn: '2026-11-30' },
    'It is exactly the difference, and November 30, 2026 agrees again: ' +
      'the bank may have counted it only after November 3, 2026.',
  ],
  [
    { is: 'decimal point', amount: 420, insteadOf: 4_200 },
    'Its decimal point may be in the wrong place: $4.20 instead of $42.00 would make the books agree.',
  ],
])('a cause has a sentence: %j', (reason, sentence) => {
  expect(reasonInWords(reason, '$')).toBe(sentence);
});
