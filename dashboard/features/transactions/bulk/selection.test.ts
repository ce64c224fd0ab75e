import { expect, test } from 'vitest';
import { BULK_IDS_MAX } from '#contract/limits.ts';
import {
  ALL_FOUND,
  type EntrySelection,
  extendedSelection,
  isNothing,
  isSelected,
  NOTHING_SELECTED,
  queryOfList,
  selectedIn,
  selectOf,
  toggled,
} from './selection.ts';

const row = (_id: string, counts = -1) => ({ _id, counts });
const ROWS = ['a', 'b', 'c', 'd', 'e'].map((id) => row(id));
const marked = (selection: EntrySelection) =>
  ROWS.map(({ _id }) => _id)
    .filter((id) => isSelected(selection, id))
    .join('');
const found = { count: 9, in: 50, out: 20.1, net: 29.9, revision: 4 };

test('a row is selected, and taken out again', () => {
  const one = toggled(NOTHING_SELECTED, row('b', -4.2));
  expect(marked(one)).toBe('b');
  expect(selectedIn(one, undefined)).toEqual({ count: 1, net: -4.2 });
  expect(selectOf(one, 'tea')).toEqual({ ids: ['b'] });
  expect(isNothing(one)).toBe(false);
  expect(isNothing(toggled(one, row('b')))).toBe(true);
});

test('a range goes from the last row to this one, either way, and shrinks again', () => {
  const first = toggled(toggled(NOTHING_SELECTED, row('a')), row('c'));
  expect(marked(extendedSelection(first, ROWS, 'e'))).toBe('acde');
  expect(marked(extendedSelection(extendedSelection(first, ROWS, 'e'), ROWS, 'd'))).toBe('acd');
  expect(marked(extendedSelection(extendedSelection(first, ROWS, 'e'), ROWS, 'b'))).toBe('abc');
  expect(marked(extendedSelection(NOTHING_SELECTED, ROWS, 'd'))).toBe('d');
});

test('a range that began at a row which is gone begins anew', () => {
  expect(marked(extendedSelection(toggled(NOTHING_SELECTED, row('gone')), ROWS, 'd'))).toBe('d');
  const reached = extendedSelection(toggled(NOTHING_SELECTED, row('a')), ROWS, 'c');
  expect(marked(extendedSelection(reached, ROWS.slice(0, 2), 'b'))).toBe('abc');
});

test('all that is found is selected by the query, without those that are taken out', () => {
  const most = toggled(toggled(ALL_FOUND, row('b', -4.2)), row('d', 10));
  expect(marked(most)).toBe('ace');
  expect(selectOf(most, 'tea')).toEqual({ q: 'tea', except: ['b', 'd'] });
  expect(selectOf(ALL_FOUND, '')).toEqual({ q: '' });
  expect(selectedIn(most, found)).toEqual({ count: 7, net: 24.1 });
  expect(selectedIn(most, undefined)).toBeNull();
  expect(marked(extendedSelection(most, ROWS, 'a'))).toBe('abcde');
});

test('no more ids are listed than a call takes', () => {
  const many = Array.from({ length: BULK_IDS_MAX + 1 }, (_, index) => row(String(index)));
  const first = toggled(NOTHING_SELECTED, row('0'));
  const full = extendedSelection(first, many, String(BULK_IDS_MAX - 1));
  expect(selectedIn(full, undefined)?.count).toBe(BULK_IDS_MAX);
  expect(toggled(full, row('more'))).toBe(full);
  expect(extendedSelection(first, many, String(BULK_IDS_MAX))).toBe(first);
});

test('the query of a list asks for its account and its day, too', () => {
  const accounts = [{ _id: 'a', name: 'Joint card' }];
  const list = { today: '2026-11-20', accounts, account: null, until: null };
  expect(queryOfList({ ...list, asked: '' })).toBe('');
  expect(queryOfList({ ...list, asked: '', account: 'Joint card' })).toBe('account:"Joint card"');
  const bounded = queryOfList({ ...list, asked: 'tea or coffee', account: 'Joint card', until: '2026-03-01' });
  expect(bounded).toBe('(tea or coffee) account:"Joint card" date:..2026-03-01');
});
