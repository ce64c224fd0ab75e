import { expect, test } from 'vitest';
import { publicOriginOf } from './origin.ts';

test.each([
  [undefined, 'http://localhost:3000'],
  ['', 'http://localhost:3000'],
  ['https://daybook.example', 'https://daybook.example'],
  ['https://daybook.example/', 'https://daybook.example'],
  ['HTTPS://Daybook.Example:443', 'https://daybook.example'],
  ['http://localhost:80', 'http://localhost'],
  ['http://bücher.example', 'http://xn--bcher-kva.example'],
])('PUBLIC_ORIGIN %s is normalized to %s', (text, origin) => {
  expect(publicOriginOf({ PUBLIC_ORIGIN: text }, 3000)).toBe(origin);
});

test.each(['daybook.example', 'localhost:3000', 'ftp://daybook.example', 'https://daybook.example/books', 'https://'])(
  'PUBLIC_ORIGIN %s is refused',
  (text) => {
    expect(() => publicOriginOf({ PUBLIC_ORIGIN: text }, 3000)).toThrow(
      /PUBLIC_ORIGIN is .* https:\/\/daybook\.example/,
    );
  },
);
