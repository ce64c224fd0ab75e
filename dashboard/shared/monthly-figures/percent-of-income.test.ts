import { expect, test } from 'vitest';
import { percentWords } from './percent-of-income.ts';

test('formats the percentage with one decimal', () => {
  expect(percentWords(3120, 4850)).toMatchObject({ text: '64.3%', over: false });
  expect(percentWords(1, 2)).toMatchObject({ text: '50.0%', width: 50 });
});

test('is 0% without income', () => {
  expect(percentWords(0, 0)).toEqual({ text: '0%', width: 0, over: false });
});

test('limits the width to 100 and reports the excess', () => {
  expect(percentWords(300, 200)).toEqual({ text: '150.0%', width: 100, over: true });
});
