import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

const clara = { fullName: 'Clara Whitfield', email: 'c.whitfield@example.com' };

test.each([
  ['password', 0, true, false],
  ['Passw0rd', 0, true, false],
  [' qwertyuiop ', 0, true, false],
  ['clara whitfield', 0, false, true],
  ['C.Whitfield@example.com', 0, false, true],
  ['c.whitfield', 0, false, true],
  ['---', 0, false, false],
  ['x', 0, false, false],
  ['paper and ink', 4, false, false],
  ['password paper and ink', 4, false, false],
])('%j has the score %i, common: %j, own: %j', async (password, score, isCommon, isOwn) => {
  expect(await passwordStrength(password, clara)).toEqual({ score, isCommon, isOwn });
});

test('a password of 512 characters is looked at in no time', async () => {
  await passwordStrength('warm', clara);
  const begun = performance.now();
  await passwordStrength('ab1'.repeat(170), clara);
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test('a name without its spaces is the name', async () => {
  expect(await passwordStrength('clarawhitfield', clara)).toMatchObject({ isOwn: true });
});
