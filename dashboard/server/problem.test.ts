import { expect, test } from 'vitest';
import { formProblemMessage, isRetryable, parseProblem, problemMessage, UNREACHABLE } from './problem.ts';

const taken = { type: 'about:blank', title: 'Email is already in use', status: 409, code: 'email_taken' };

test('parses Problem Details', () => {
  expect(parseProblem(taken, 409)).toEqual(taken);
});

test('returns the problem `unreadable` for a body that is not Problem Details', () => {
  expect(parseProblem('<html>Bad gateway</html>', 502)).toMatchObject({ status: 502, code: 'unreadable' });
  expect(parseProblem({ error: 'Bad gateway' }, 502)).toMatchObject({ status: 502, code: 'unreadable' });
  expect(parseProblem(null, 500)).toMatchObject({ status: 500, code: 'unreadable' });
  expect(parseProblem(undefined, 500)).toMatchObject({ status: 500, code: 'unreadable' });
});

test('connection failures, 408 and 5xx are retryable', () => {
  expect(isRetryable(UNREACHABLE)).toBe(true);
  expect(isRetryable({ ...taken, status: 503 })).toBe(true);
  expect(isRetryable({ ...taken, status: 408 })).toBe(true);
  expect(isRetryable(taken)).toBe(false);
});

test("a form's message for a retryable problem says that the input is still there", () => {
  expect(formProblemMessage(UNREACHABLE)).toBe("Daybook can't be reached right now. What you typed is still here.");
  expect(formProblemMessage(taken)).toBe('Email is already in use');
  expect(problemMessage({ ...taken, detail: 'Somebody has it' })).toBe('Somebody has it');
});
