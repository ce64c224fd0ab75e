import { expect, test } from 'vitest';
import { accountOfTransfer, categoryWord, completed, placeWord, saying, type TextSpan, without } from './edit-line.ts';

const span = (text: string, part: string, what: TextSpan['what']): TextSpan => {
  const from = text.indexOf(part);
  return { from, to: from + part.length, what };
};

test('a part of a line is taken out with one of the spaces beside it', () => {
  const text = 'coffee 4.20 #food yesterday';
  expect(without(text, span(text, '#food', 'category'))).toBe('coffee 4.20 yesterday');
  expect(without(text, span(text, 'coffee', 'title'))).toBe('4.20 #food yesterday');
  expect(without(text, span(text, 'yesterday', 'date'))).toBe('coffee 4.20 #food');
});

test('a line says something else where it said it, else at its end', () => {
  const text = 'tea 3 #food';
  const spans = [span(text, 'tea', 'title'), span(text, '#food', 'category')];
  expect(saying(text, spans, 'category', categoryWord('Travel'))).toBe('tea 3 #Travel');
  expect(saying(text, spans, 'date', '2026-03-05')).toBe('tea 3 #food 2026-03-05');
  const twice = 'green 3 tea';
  const parts = [span(twice, 'green', 'title'), span(twice, 'tea', 'title')];
  expect(saying(twice, parts, 'title', 'Green tea')).toBe('3 Green tea');
});

test('a title is completed with a number that it begins with', () => {
  const text = '2 cof yesterday';
  const spans = [span(text, '2', 'amount'), span(text, 'cof', 'title'), span(text, 'yesterday', 'date')];
  expect(completed(text, spans, '2 coffees')).toBe('2 coffees yesterday');
  expect(completed(text, spans, 'Coffee')).toBe('2 Coffee yesterday');
});

test('names of several words stand in quotes', () => {
  expect([categoryWord('Groceries'), categoryWord('Food & Drinks'), categoryWord('')]).toEqual([
    '#Groceries',
    '#"Food & Drinks"',
    '#-',
  ]);
  expect([placeWord('Visa'), placeWord('Joint card'), placeWord('Acme Inc.'), placeWord('Inc.')]).toEqual([
    '@Visa',
    '@"Joint card"',
    '@"Acme Inc."',
    '@"Inc."',
  ]);
});

test('an account of a transfer keeps what is before it', () => {
  const of = (text: string) => accountOfTransfer(text, { from: 0, to: text.length, what: 'account' }, 'Visa');
  expect(['from Savings', 'to Savings', '> Savings', 'Savings'].map(of)).toEqual([
    'from Visa',
    'to Visa',
    '> Visa',
    'Visa',
  ]);
});
