import { expect, test } from 'vitest';
import { refusalOf, sizeInWords } from './image-file.ts';

test('takes jpeg and png', () => {
  expect(refusalOf({ type: 'image/jpeg', size: 1 })).toBeUndefined();
  expect(refusalOf({ type: 'image/png', size: 5 * 1024 * 1024 })).toBeUndefined();
});

test.each(['image/gif', 'application/pdf', 'image/svg+xml', ''])('refuses %j', (type) => {
  expect(refusalOf({ type, size: 1 })).toBe('Only jpeg and png files are allowed');
});

test('refuses what is too large to be sent', () => {
  expect(refusalOf({ type: 'image/png', size: 5 * 1024 * 1024 + 1 })).toBe("The file can't be larger than 5 MB");
});

test('says sizes as a person reads them', () => {
  expect(sizeInWords(12)).toBe('1 kB');
  expect(sizeInWords(655_360)).toBe('640 kB');
  expect(sizeInWords(1_258_291)).toBe('1.2 MB');
  expect(sizeInWords(1024 * 1024)).toBe('1.0 MB');
});
