import { expect, test } from 'vitest';
import { clara } from '../testing/people.ts';
import { parseStoredUser } from './stored-user.ts';

test('parses a stored user', () => {
  expect(parseStoredUser(JSON.stringify(clara))).toEqual(clara);
});

test.each([null, '', 'null', '5', '"clara"', '[]', '{', '{}'])('returns null for %j', (text) => {
  expect(parseStoredUser(text)).toBeNull();
});

test.each(['_id', 'currency', 'currentBalance', 'transactionCount', 'goals', 'transactionHistory', 'accounts'])(
  'returns null for a user without %s',
  (field) => {
    expect(parseStoredUser(JSON.stringify({ ...clara, [field]: undefined }))).toBeNull();
    expect(parseStoredUser(JSON.stringify({ ...clara, [field]: null }))).toBeNull();
  },
);
