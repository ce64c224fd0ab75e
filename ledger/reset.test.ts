import { expect, test } from 'vitest';
import { fold } from './evolve.ts';
import { EMPTY } from './history.ts';
import { deposited, planned, recordedAll, saved, spent } from './testing/scenario.ts';

test('a reset leaves an empty ledger, whose events begin with it', () => {
  const before = [deposited(100), planned(50), saved(10), spent(5)];
  const { history, ...state } = fold(EMPTY, recordedAll([...before, { type: 'LedgerReset', data: {} }]));
  const { history: _, ...empty } = EMPTY;
  expect(state).toEqual({ ...empty, since: 4n });
  expect(history.events).toHaveLength(1);
});
