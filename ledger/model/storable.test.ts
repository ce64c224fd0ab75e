import { expect, test } from 'vitest';
import { isStorable, storable } from './storable.ts';

test('texts with NUL or a lone surrogate are found and mended, however deep; others stay the same value', () => {
  expect(['', 'a', '😀', '\u0001'].every(isStorable)).toBe(true);
  expect(['\0', '\ud800', 'a\udc00b', '😀'.slice(0, 1)].some(isStorable)).toBe(false);
  const sound = { title: 'Tea', parts: [{ amount: 1, note: undefined }], receipt: null };
  expect(storable(sound)).toBe(sound);
  expect(storable({ ...sound, title: 'T\0ea', parts: [{ note: '\ud800' }] })).toEqual({
    ...sound,
    title: 'Tea',
    parts: [{ note: '\ufffd' }],
  });
});
