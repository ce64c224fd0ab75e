import { expect, test } from 'vitest';
import { UnreadableFile } from './parsed.ts';
import { zipped } from './testing/reading.ts';
import { openZip } from './zip.ts';

test('gives the names and what is in a file', async () => {
  const zip = await openZip(await zipped({ 'a/one.txt': 'one', 'two.txt': 'two' }));
  expect(zip?.names).toEqual(['a/one.txt', 'two.txt']);
  expect(String(await zip?.read('two.txt'))).toBe('two');
});

test('is null where the bytes are no zip', async () => {
  expect(await openZip(Buffer.from('PKD,'))).toBeNull();
  expect(await openZip(Buffer.alloc(0))).toBeNull();
});

test('says that a zip is damaged', async () => {
  const whole = await zipped({ 'one.txt': 'one '.repeat(100) });
  await expect(openZip(whole.subarray(0, -8))).rejects.toThrow(UnreadableFile);
  const changed = Buffer.from(whole);
  changed.fill(0xff, 40, 48);
  const zip = await openZip(changed);
  await expect(zip?.read('one.txt')).rejects.toThrow('This zip is damaged');
});

test('refuses what would become too large, and too many files', async () => {
  const bomb = await openZip(await zipped({ 'zeros.csv': Buffer.alloc(9 * 1024 * 1024) }));
  await expect(bomb?.read('zeros.csv')).rejects.toThrow('This zip holds more than 200 MB.');
  const files = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`${index}.txt`, '']));
  await expect(openZip(await zipped(files))).rejects.toThrow('This zip has more than 1,000 files.');
});

test('refuses what is small each time and too large together', async () => {
  const zip = await openZip(await zipped({ 'zeros.csv': Buffer.alloc(7 * 1024 * 1024) }));
  for (let time = 0; time < 28; time += 1) await zip?.read('zeros.csv');
  await expect(zip?.read('zeros.csv')).rejects.toThrow('This zip holds more than 200 MB.');
});
