import { expect, test } from 'vitest';
import { intentFor } from './intent.ts';

test('returns the previous key for the same input', () => {
  const first = intentFor({ title: 'Rye loaf', amount: 4 }, null);
  expect(intentFor({ title: 'Rye loaf', amount: 4 }, first).key).toBe(first.key);
});

test('returns a new key for changed input', () => {
  const first = intentFor({ title: 'Rye loaf', amount: 4 }, null);
  expect(intentFor({ title: 'Rye loaf', amount: 5 }, first).key).not.toBe(first.key);
});

test('a different file changes the key; the same file chosen again does not', () => {
  const receipt = (content: string) => new File([content], 'slip.png', { type: 'image/png', lastModified: 1 });
  const input = { title: 'Rye loaf', amount: 4 };
  const first = intentFor(input, null, receipt('paper'));
  expect(intentFor(input, first, receipt('paper')).key).toBe(first.key);
  expect(intentFor(input, first, receipt('another paper')).key).not.toBe(first.key);
  expect(intentFor(input, first).key).not.toBe(first.key);
});

test('keys have 32 hexadecimal digits', () => {
  expect(intentFor({}, null).key).toMatch(/^[0-9a-f]{32}$/);
});
