import { expect, test } from 'vitest';
import { birthForm } from './birth-form.ts';

const complaint = (date: string) => birthForm('1991-04-17', '2026-11-20').safeParse({ date }).error?.issues[0]?.message;

test('asks for a day that has been, and another than before', () => {
  expect(complaint('')).toBe('Date is required');
  expect(complaint('2026-11-21')).toBe("Date of birth can't be in the future");
  expect(complaint('1991-04-17')).toBe('This date of birth has already been set by you');
  expect(complaint('2026-11-20')).toBeUndefined();
});
