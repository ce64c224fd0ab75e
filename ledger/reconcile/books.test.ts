import { describe, expect, test } from 'vitest';
import type { LedgerEvent, RecordedEvent } from '#ledger/events.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import { balanceBefore, balancesOn, brokenAt, movedByEvent } from './books.ts';

test('what an account holds on a day is all that was added up to it', () => {
  const changes = [
    { date: '2026-03-31', change: 5 },
    { date: '1900-01-01', change: 100 },
    { date: '2026-04-01', change: -30 },
  ];
  const days = ['2026-03-30', '2026-03-31', '2026-04-30'];
  expect([...balancesOn(days, changes)]).toEqual([
    ['2026-03-30', 100n],
    ['2026-03-31', 105n],
    ['2026-04-30', 75n],
  ]);
  expect(balanceBefore('2026-03-31', changes)).toBe(100n);
  expect(balanceBefore('1900-01-01', changes)).toBe(100n);
});

describe('the event that broke a day', () => {
  const date = '2026-03-31';
  const changeBy = (revision: bigint, change: number, day = '2026-03-10') => ({ revision, change, date: day });

  test('is the first after which the books no longer agreed for good', () => {
    const changes = [changeBy(2n, 40), changeBy(5n, 7), changeBy(6n, -7), changeBy(8n, -3), changeBy(9n, 10)];
    // Agreed at 4, not at 5, again at 6, no longer from 8 on.
    expect(brokenAt({ date, difference: -7n, revision: 4n }, changes)).toBe(8n);
  });

  test('is none that came before the day was confirmed, or is dated after it', () => {
    const changes = [changeBy(3n, 7), changeBy(6n, 7, '2026-04-01')];
    expect(brokenAt({ date, difference: -7n, revision: 4n }, changes)).toBeNull();
  });

  test('is an edit as a whole, whose old and new values are two changes', () => {
    const changes = [changeBy(6n, 50), changeBy(6n, -43)];
    expect(brokenAt({ date, difference: -7n, revision: 4n }, changes)).toBe(6n);
  });
});

test('movements count as they were after each event: an undo takes back what it undoes on its day', () => {
  let revision = -1n;
  const happened = (changeSetId: string, event: LedgerEvent, day = '2026-03-05'): RecordedEvent => {
    revision += 1n;
    return { event, metadata: { commandId: changeSetId, recordedAt: `${day}T10:00:00.000Z` }, revision };
  };
  const cents = (amount: number) => amount as Cents;
  const moving = [
    happened('one', { type: 'InitialDepositMade', data: { amount: cents(500) } }),
    happened('two', { type: 'BalanceAdjusted', data: { from: cents(500), to: cents(520) } }),
    happened(
      'three',
      { type: 'ChangeSetUndone', data: { changeSetId: 'two', chain: ['two'], count: 1, today: '2026-04-02' } },
      '2026-04-02',
    ),
    happened('three', { type: 'BalanceAdjusted', data: { from: cents(520), to: cents(500) } }, '2026-04-02'),
  ];
  expect(movedByEvent(moving, EVERYDAY)).toEqual([
    { revision: 0n, date: '1900-01-01', change: 500 },
    { revision: 1n, date: '2026-03-05', change: 20 },
    { revision: 3n, date: '2026-03-05', change: -20 },
  ]);
});
