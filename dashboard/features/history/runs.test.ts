import { expect, test } from 'vitest';
import type { ChangeSet } from '#contract/ledger-calls.ts';
import { historyRows } from './runs.ts';

/** Change-sets of these kinds, newest first, `minutes` apart; those in `undone` are undone. */
function listOf(kinds: readonly ChangeSet['kind'][], minutes = 1, undone: readonly number[] = []): ChangeSet[] {
  return kinds.map((kind, index) => ({
    ...{ _id: `${index}`, kind, actor: 'user', summary: kind, count: 1, revision: 99 - index, undoes: null },
    recordedAt: new Date(Date.UTC(2026, 10, 20, 12) - index * minutes * 60_000).toISOString(),
    undoneBy: undone.includes(index) ? 'undo' : null,
  }));
}
const rowsOf = (changeSets: ChangeSet[], open: string[] = []) =>
  historyRows(changeSets, new Set(open)).map(({ changeSet, run }) => (run ? run.changeSets.length : changeSet._id));

const SIX = Array.from({ length: 6 }, () => 'add-schedule' as const);

test('six of one kind within an hour are one row, which its oldest names, and can be opened', () => {
  expect(rowsOf(listOf(['plan', ...SIX, 'plan']))).toEqual(['0', 6, '7']);
  expect(rowsOf(listOf(SIX), ['run-5'])).toEqual([6, '0', '1', '2', '3', '4', '5']);
});

test('fewer, further apart, of another kind or undone ones are rows of their own', () => {
  expect(rowsOf(listOf(SIX.slice(0, 4)))).toEqual(['0', '1', '2', '3']);
  expect(rowsOf(listOf(SIX, 20))).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(rowsOf(listOf(['add-schedule', 'plan', ...SIX]))).toEqual(['0', '1', 6]);
  expect(rowsOf(listOf(SIX, 1, [2]))).toEqual(['0', '1', '2', '3', '4', '5']);
});
