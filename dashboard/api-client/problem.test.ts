import { expect, test } from 'vitest';
import { explain, explainToWriter, problemIn, UNREACHABLE, willPass } from './problem.ts';

const taken = { type: 'about:blank', title: 'Email is already in use', status: 409, code: 'email_taken' };

test("reads the contract's problems", () => {
  expect(problemIn(taken, 409)).toEqual(taken);
});

test('makes its own problem of an answer that is none of ours', () => {
  expect(problemIn('<html>Bad gateway</html>', 502)).toMatchObject({ status: 502, code: 'unreadable' });
  expect(problemIn({ error: 'Bad gateway' }, 502)).toMatchObject({ status: 502, code: 'unreadable' });
  expect(problemIn(null, 500)).toMatchObject({ status: 500, code: 'unreadable' });
  expect(problemIn(undefined, 500)).toMatchObject({ status: 500, code: 'unreadable' });
});

test('knows what may pass by itself', () => {
  expect(willPass(UNREACHABLE)).toBe(true);
  expect(willPass({ ...taken, status: 503 })).toBe(true);
  expect(willPass({ ...taken, status: 408 })).toBe(true);
  expect(willPass(taken)).toBe(false);
});

test('tells somebody who sent a form in vain that nothing typed is lost', () => {
  expect(explainToWriter(UNREACHABLE)).toBe("Daybook can't be reached right now. What you typed is still here.");
  expect(explainToWriter(taken)).toBe('Email is already in use');
  expect(explain({ ...taken, detail: 'Somebody has it' })).toBe('Somebody has it');
});
