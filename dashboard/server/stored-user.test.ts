import { expect, test } from 'vitest';
import { parseStoredUser } from './stored-user.ts';

const clara = {
  _id: '5b0f2f6e',
  email: 'clara@example.com',
  fullName: 'Clara Whitfield',
  bio: null,
  avatar: null,
  currency: '$',
  currentBalance: 12.5,
  income: null,
  expense: null,
  hasSetIncomeAndExpense: false,
  isPaidUser: false,
  dateOfBirth: null,
  transactionHistory: [],
  transactionCount: 0,
  goals: [],
  stripeSessionId: null,
};

test('parses a stored user', () => {
  expect(parseStoredUser(JSON.stringify(clara))).toEqual(clara);
});

test.each([null, '', 'null', '5', '"clara"', '[]', '{', '{}'])('returns null for %j', (text) => {
  expect(parseStoredUser(text)).toBeNull();
});

test.each(['_id', 'currency', 'currentBalance', 'transactionCount', 'goals', 'transactionHistory'])(
  'returns null for a user without %s',
  (field) => {
    expect(parseStoredUser(JSON.stringify({ ...clara, [field]: undefined }))).toBeNull();
    expect(parseStoredUser(JSON.stringify({ ...clara, [field]: null }))).toBeNull();
  },
);
