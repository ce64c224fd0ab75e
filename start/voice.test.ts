import { expect, test } from 'vitest';
import { voice } from './voice.ts';

const spoken = () => {
  let text = '';
  return { aloud: voice((more) => (text += more)), text: () => text.replace(/\d+\.\d s/g, '0.0 s') };
};

test('a step is one line that ends with the time it took', async () => {
  const { aloud, text } = spoken();
  expect(await aloud.step('Counting', async () => 42)).toBe(42);
  expect(text()).toBe('Counting ... 0.0 s\n');
});

test('what is said during a step gets a line of its own', async () => {
  const { aloud, text } = spoken();
  await aloud.step('Counting', async () => aloud.say('Look!'));
  expect(text()).toBe('Counting ...\nLook!\nCounting took 0.0 s\n');
});

test('a step that fails leaves the line to the reason', async () => {
  const { aloud, text } = spoken();
  await expect(aloud.step('Counting', () => Promise.reject(new Error('lost count')))).rejects.toThrow('lost count');
  aloud.say('Lost count.');
  expect(text()).toBe('Counting ...\nLost count.\n');
});
