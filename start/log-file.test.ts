import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendLine, logFile } from './log-file.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'daybook-log-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a log grows until it is over 10 MB, and is set aside at the next start', async () => {
  const path = await logFile(dataDir, 'api');
  expect(path).toBe(join(dataDir, 'logs', 'api.log'));
  await writeFile(path, '');
  await truncate(path, 10 * 1024 * 1024);
  await logFile(dataDir, 'api');
  expect(await readdir(join(dataDir, 'logs'))).toEqual(['api.log']);
  appendLine(path, 'one more');
  await logFile(dataDir, 'api');
  expect(await readdir(join(dataDir, 'logs'))).toEqual(['api.log.1']);
});

test('a line that can’t be written is let go', () => {
  expect(() => appendLine(join(dataDir, 'gone', 'api.log'), 'lost')).not.toThrow();
});
