import { beforeEach, expect, test } from 'vitest';
import { forgetCorrections, noteCorrection } from './corrections.ts';

beforeEach(forgetCorrections);

const correct = (entry: string, title = 'bakery lind', category = 'Groceries', user = 'clara') =>
  noteCorrection(user, { entry, title, category });

test('the third entry of a title that gets the same category is enough, and so are three more', () => {
  expect(['1', '2', '3', '4', '5', '6'].map((entry) => correct(entry))).toEqual([
    false,
    false,
    true,
    false,
    false,
    true,
  ]);
});

test('another title, another category, the same entry again and another user do not count', () => {
  for (const entry of ['1', '2', '2', '1']) expect(correct(entry)).toBe(false);
  expect(correct('3', 'taxi')).toBe(false);
  expect(correct('3', 'bakery lind', 'Shopping')).toBe(false);
  expect(correct('3')).toBe(true);
  correct('1');
  correct('2');
  expect(correct('3', 'bakery lind', 'Groceries', 'anna')).toBe(false);
  expect(correct('3')).toBe(false);
});

test('what is stored and not understood is nothing', () => {
  for (const text of ['{', '[]', '{"userId":"clara"}', '{"userId":"clara","list":[{"key":"x"}]}']) {
    localStorage.setItem('corrections', text);
    expect(correct('1')).toBe(false);
  }
});

test('the oldest of very many are forgotten', () => {
  correct('1');
  correct('2');
  for (let title = 0; title < 100; title++) correct('1', `title ${title}`);
  expect(correct('3')).toBe(false);
});
