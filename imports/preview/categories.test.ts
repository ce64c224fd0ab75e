import { expect, test } from 'vitest';
import { PastCategories, type TitleInPast } from './categories.ts';

const past = (title: string, category: string, count = 3): TitleInPast => ({ title, type: 'Expense', category, count });
const proposed = (titles: readonly TitleInPast[], text: string) =>
  (new PastCategories(titles).byTitle('Expense', text) ?? new PastCategories(titles).byWords('Expense', text))
    ?.category ?? null;

test('a shop is told by its name', () => {
  expect(proposed([past('Whole Foods', 'Groceries')], 'WHOLE FOODS 123 BERLIN')).toBe('Groceries');
  expect(proposed([past('Netflix', 'Movie')], 'PAYPAL *NETFLIX.COM')).toBe('Movie');
  expect(proposed([past('REWE Markt', 'Groceries')], 'REWE City 44')).toBe('Groceries');
});

test('a word of every day, a short one, or one that many titles have does not decide alone', () => {
  expect(proposed([past('Whole Foods', 'Groceries')], 'Trip for the whole family')).toBeNull();
  expect(proposed([past('KFC Airport', 'Food & Drinks')], 'KFC Mall')).toBeNull();
  const towns = ['Bakery', 'Butcher', 'Florist', 'Fishmonger', 'Dairy'].map((shop) =>
    past(`Springfield ${shop}`, 'Groceries'),
  );
  expect(proposed(towns, 'Springfield Cinema')).toBeNull();
  expect(proposed(towns.slice(0, 4), 'Springfield Cinema')).toBe('Groceries');
  expect(proposed([past('Big House', 'Travel')], 'the big blue house')).toBe('Travel');
});

test('a word behind the names of both does not decide alone: it is the city', () => {
  expect(proposed([past('Benzina Praha', 'Travel')], 'Albert Praha 2')).toBeNull();
  expect(proposed([past('Benzina Praha', 'Travel')], 'Praha Albert')).toBe('Travel');
  expect(proposed([past('Card Benzina Praha', 'Travel')], 'Shell Benzina Praha')).toBe('Travel');
});
