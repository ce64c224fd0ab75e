import { expect, test } from 'vitest';
import { currentMark, type Room } from './rooms.ts';

const overview: Room = { name: 'Overview', path: '/' };
const transactions: Room = { name: 'Transactions', path: '/transactions', holds: ['/create-transaction'] };

test('marks the room one is in', () => {
  expect(currentMark(overview, '/')).toBe('page');
  expect(currentMark(transactions, '/transactions')).toBe('page');
});

test('marks the room that an address further inside belongs to', () => {
  expect(currentMark(transactions, '/transactions/7')).toBe('true');
  expect(currentMark(transactions, '/create-transaction')).toBe('true');
});

test('marks no other room', () => {
  expect(currentMark(overview, '/transactions')).toBeUndefined();
  expect(currentMark(transactions, '/transactionsheet')).toBeUndefined();
});
