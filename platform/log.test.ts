import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const program = `
  const { openLogFile } = await import(process.argv[1]);
  const log = openLogFile('test');
  for (let line = 0; line < 100; line += 1) log.info({ line }, 'logged');
  process.stderr.write('finished');
`;

const logsTo = (output: number | 'pipe') =>
  spawn(process.execPath, ['--input-type=module', '-e', program, new URL('log.ts', import.meta.url).href], {
    stdio: ['ignore', output, 'pipe'],
    timeout: 20_000,
  });

test('a program keeps running when its log can’t be written', async ({ skip }) => {
  if (!existsSync('/dev/full')) {
    const reason = 'skipped: this machine has no /dev/full';
    console.log(reason);
    skip(reason);
  }
  const child = logsTo(openSync('/dev/full', 'w'));
  const exited = once(child, 'exit');
  expect(await text(child.stderr as NodeJS.ReadableStream)).toBe('finished');
  expect(await exited).toEqual([0, null]);
});

test('each line is one JSON object', async () => {
  const child = logsTo('pipe');
  const lines = (await text(child.stdout as NodeJS.ReadableStream)).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).line)).toEqual(Array.from({ length: 100 }, (_, line) => line));
});
