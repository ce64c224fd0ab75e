import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followLog } from './follow-log.ts';

test('what goes wrong after the beginning is printed, whatever was written before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-follow-'));
  const path = join(folder, 'api.log');
  const json = (fields: object) => `${JSON.stringify(fields)}\n`;
  await writeFile(path, json({ level: 50, msg: 'of yesterday' }));
  const printed: string[] = [];
  const stopping = new AbortController();
  const following = followLog(path, (text) => printed.push(text), stopping.signal);
  await appendFile(path, json({ level: 30, msg: 'Listening.' }));
  const stack = '    at here';
  const error = { type: 'RangeError', message: 'too far', stack, cause: { type: 'Error', message: 'no', stack } };
  await appendFile(path, json({ level: 50, msg: 'A request failed.', err: error }));
  await appendFile(path, "SyntaxError: Unexpected token '}'\n\nhalf a li");
  await expect
    .poll(() => printed)
    .toEqual([
      'A request failed.\nRangeError: too far\n    at here\nError: no\n    at here',
      "SyntaxError: Unexpected token '}'",
    ]);
  await appendFile(path, 'ne\n');
  await expect.poll(() => printed.at(-1)).toBe('half a line');
  await truncate(path);
  await appendFile(path, json({ level: 40, msg: 'Slow.' }));
  await expect.poll(() => printed.at(-1)).toBe('Slow.');
  stopping.abort();
  await following;
  await rm(folder, { recursive: true });
});
