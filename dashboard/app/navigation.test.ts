import { expect, test } from 'vitest';
import { ariaCurrent, type Screen } from './navigation.ts';

const overview: Screen = { name: 'Overview', path: '/' };
const transactions: Screen = { name: 'Transactions', path: '/transactions', additionalPaths: ['/create-transaction'] };

test('marks the screen of the path', () => {
  expect(ariaCurrent(overview, '/')).toBe('page');
  expect(ariaCurrent(transactions, '/transactions')).toBe('page');
});

test('marks the screen that a subpath or an additional path belongs to', () => {
  expect(ariaCurrent(transactions, '/transactions/7')).toBe('true');
  expect(ariaCurrent(transactions, '/create-transaction')).toBe('true');
});

test('marks no other screen', () => {
  expect(ariaCurrent(overview, '/transactions')).toBeUndefined();
  expect(ariaCurrent(transactions, '/transactionsheet')).toBeUndefined();
});
