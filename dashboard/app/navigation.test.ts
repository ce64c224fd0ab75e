import { expect, test } from 'vitest';
import { currentMark, type Screen } from './navigation.ts';

const overview: Screen = { name: 'Overview', path: '/' };
const transactions: Screen = { name: 'Transactions', path: '/transactions', holds: ['/create-transaction'] };

test('marks the screen of the address', () => {
  expect(currentMark(overview, '/')).toBe('page');
  expect(currentMark(transactions, '/transactions')).toBe('page');
});

test('marks the screen that a further address belongs to', () => {
  expect(currentMark(transactions, '/transactions/7')).toBe('true');
  expect(currentMark(transactions, '/create-transaction')).toBe('true');
});

test('marks no other room', () => {
  expect(currentMark(overview, '/transactions')).toBeUndefined();
  expect(currentMark(transactions, '/transactionsheet')).toBeUndefined();
});
