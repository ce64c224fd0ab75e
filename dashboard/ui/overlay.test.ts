import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const theme = readFileSync(new URL('../styles/theme.css', import.meta.url), 'utf8');

/** Keyframes of each animation of the theme, by its name. */
const keyframes = new Map(
  [...theme.matchAll(/--animate-([\w-]+): ([\w-]+) /g)].map(([, animation, name]) => [animation, name]),
);

test.each([
  ['disappear', ['appear', 'rise', 'unfold']],
  ['slide-out', ['slide-in']],
])('%s has other keyframes than the opening: else it is not drawn at all', (closing, openings) => {
  expect(keyframes.get(closing)).toBeDefined();
  for (const opening of openings) expect(keyframes.get(closing)).not.toBe(keyframes.get(opening));
});
