import { expect, test } from 'vitest';
import { fold } from '../evolve.ts';
import { EMPTY } from '../model/state.ts';
import { deposited, planned, saved, spent } from '../testing/scenario.ts';

test('a reset leaves an empty ledger', () => {
  const before = [deposited(100), planned(50), saved(10), spent(5)];
  expect(fold(EMPTY, [...before, { type: 'LedgerReset', data: {} }])).toEqual(EMPTY);
});
