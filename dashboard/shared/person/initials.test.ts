import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Clara Whitfield', 'CW'],
  ['  clara   maria  whitfield ', 'CW'],
  ['Clara', 'C'],
  ['Émile Zola', 'ÉZ'],
  ['𝒞lara Ω', '𝒞Ω'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
