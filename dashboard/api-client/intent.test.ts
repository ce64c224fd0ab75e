import { expect, test } from 'vitest';
import { intentFor } from './intent.ts';

test('keeps its key while the input stays the same', () => {
  const first = intentFor({ title: 'Rye loaf', amount: 4 }, null);
  expect(intentFor({ title: 'Rye loaf', amount: 4 }, first).key).toBe(first.key);
});

test('takes a new key when the input changes', () => {
  const first = intentFor({ title: 'Rye loaf', amount: 4 }, null);
  expect(intentFor({ title: 'Rye loaf', amount: 5 }, first).key).not.toBe(first.key);
});

test('takes another file for another input, and the same one chosen again for the same', () => {
  const slip = (content: string) => new File([content], 'slip.png', { type: 'image/png', lastModified: 1 });
  const input = { title: 'Rye loaf', amount: 4 };
  const first = intentFor(input, null, slip('paper'));
  expect(intentFor(input, first, slip('paper')).key).toBe(first.key);
  expect(intentFor(input, first, slip('another paper')).key).not.toBe(first.key);
  expect(intentFor(input, first).key).not.toBe(first.key);
});

test('makes keys of 32 hexadecimal digits', () => {
  expect(intentFor({}, null).key).toMatch(/^[0-9a-f]{32}$/);
});
