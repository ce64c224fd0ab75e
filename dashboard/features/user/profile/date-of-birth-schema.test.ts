import { expect, test } from 'vitest';
import { dateOfBirthSchema } from './date-of-birth-schema.ts';

const errorMessage = (date: string) =>
  dateOfBirthSchema('1991-04-17', '2026-11-20').safeParse({ date }).error?.issues[0]?.message;

test('requires a past or current date that differs from the stored one', () => {
  expect(errorMessage('')).toBe('Date is required');
  expect(errorMessage('2026-11-21')).toBe("Date of birth can't be in the future");
  expect(errorMessage('1991-04-17')).toBe('This date of birth has already been set by you');
  expect(errorMessage('2026-11-20')).toBeUndefined();
});
