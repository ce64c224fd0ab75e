import { beforeEach, expect, test } from 'vitest';
import { forgetChange, forgetOwnChanges, lastDone, lastUndone, noteChange, noteUndo } from './own-changes.ts';

beforeEach(forgetOwnChanges);

test('the last change-set is undone first, and what was undone last is redone first', () => {
  noteChange('one');
  noteChange('two');
  expect(lastDone()).toBe('two');
  expect(noteUndo('two', 'undo of two')).toBe('undo of two');
  expect(lastDone()).toBe('one');
  noteUndo('one', 'undo of one');
  expect([lastDone(), lastUndone()]).toEqual([undefined, 'undo of one']);
  expect(noteUndo('undo of one', 'redo of one')).toBe('one');
  expect([lastDone(), lastUndone()]).toEqual(['one', 'undo of two']);
});

test('after another command there is nothing to redo', () => {
  noteChange('one');
  noteUndo('one', 'undo of one');
  noteChange('two');
  expect([lastDone(), lastUndone()]).toEqual(['two', undefined]);
});

test('a change-set of somewhere else that was undone here can be redone', () => {
  noteChange('one');
  noteUndo('older', 'undo of older');
  expect([lastDone(), lastUndone()]).toEqual(['one', 'undo of older']);
});

test('forgets one, or all', () => {
  noteChange('one');
  noteChange('two');
  forgetChange('two');
  expect(lastDone()).toBe('one');
  noteUndo('one', 'undo of one');
  forgetChange('undo of one');
  expect(lastUndone()).toBeUndefined();
  noteChange('three');
  forgetOwnChanges();
  expect(lastDone()).toBeUndefined();
});
