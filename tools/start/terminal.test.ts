import { expect, test } from 'vitest';
import { createTerminal } from './terminal.ts';

const recorded = () => {
  let text = '';
  return { terminal: createTerminal((more) => (text += more)), text: () => text.replace(/\d+\.\d s/g, '0.0 s') };
};

test('a step prints one line that ends with its duration', async () => {
  const { terminal, text } = recorded();
  expect(await terminal.step('Counting', async () => 42)).toBe(42);
  expect(text()).toBe('Counting ... 0.0 s\n');
});

test('a line printed during a step starts on a new line', async () => {
  const { terminal, text } = recorded();
  await terminal.step('Counting', async () => terminal.print('Look!'));
  expect(text()).toBe('Counting ...\nLook!\nCounting took 0.0 s\n');
});

test('a failed step ends its line without a duration', async () => {
  const { terminal, text } = recorded();
  await expect(terminal.step('Counting', () => Promise.reject(new Error('lost count')))).rejects.toThrow('lost count');
  terminal.print('Lost count.');
  expect(text()).toBe('Counting ...\nLost count.\n');
});

test('steps side by side have a line each, and an overtaken step one more for its duration', async () => {
  const { terminal, text } = recorded();
  const slow = Promise.withResolvers<void>();
  const first = terminal.step('Counting', () => slow.promise);
  await terminal.step('Adding', async () => {});
  slow.resolve();
  await first;
  expect(text()).toBe('Counting ...\nAdding ... 0.0 s\nCounting took 0.0 s\n');
});
