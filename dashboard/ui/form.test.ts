import { expect, test, vi } from 'vitest';
import { setFieldErrors } from './form.ts';

const problem = {
  type: 'about:blank',
  title: 'Something in the input is not right',
  status: 422,
  code: 'invalid',
  errors: { amount: 'Amount is required', title: 'Title is required', other: 'This field is not known here' },
};

test('sets the server errors of the fields and focuses the first', () => {
  const setError = vi.fn();
  expect(setFieldErrors(problem, ['title', 'amount'], setError)).toBe(true);
  expect(setError.mock.calls).toEqual([
    ['title', { type: 'server', message: 'Title is required' }, { shouldFocus: true }],
    ['amount', { type: 'server', message: 'Amount is required' }, { shouldFocus: false }],
  ]);
});

test('returns false if no error belongs to a field of the form', () => {
  const setError = vi.fn();
  expect(setFieldErrors(problem, ['wallet'], setError)).toBe(false);
  expect(setFieldErrors({ ...problem, errors: {} }, ['title'], setError)).toBe(false);
  expect(setError).not.toHaveBeenCalled();
});
