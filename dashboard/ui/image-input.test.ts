import { expect, test } from 'vitest';
import { formatFileSize, imageFileError } from './image-input.ts';

test('accepts jpeg and png', () => {
  expect(imageFileError({ type: 'image/jpeg', size: 1 })).toBeUndefined();
  expect(imageFileError({ type: 'image/png', size: 5 * 1024 * 1024 })).toBeUndefined();
});

test.each(['image/gif', 'application/pdf', 'image/svg+xml', ''])('refuses %j', (type) => {
  expect(imageFileError({ type, size: 1 })).toBe('Only jpeg and png files are allowed');
});

test('refuses a file above the size limit', () => {
  expect(imageFileError({ type: 'image/png', size: 5 * 1024 * 1024 + 1 })).toBe("The file can't be larger than 5 MB");
});

test('formats sizes', () => {
  expect(formatFileSize(12)).toBe('1 kB');
  expect(formatFileSize(655_360)).toBe('640 kB');
  expect(formatFileSize(1_258_291)).toBe('1.2 MB');
  expect(formatFileSize(1024 * 1024)).toBe('1.0 MB');
});
