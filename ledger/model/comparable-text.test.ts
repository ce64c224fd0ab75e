import { expect, test } from 'vitest';
import { comparableText } from './comparable-text.ts';

test.each([
  ['Crème Brûlée', 'creme brulee'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['ﬁne ＣＯＦＦＥＥ', 'fine coffee'],
  ['İzmir', 'izmir'],
  ['  two\n\tlines\u00a0here ', 'two lines here'],
  ['rye-bread_2', 'rye-bread_2'],
])('%j is compared as %j', (text, comparable) => {
  expect(comparableText(text)).toBe(comparable);
  expect(comparableText(comparable)).toBe(comparable);
});
