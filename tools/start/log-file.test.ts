import { mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendLine, boundLog, LOG_BYTES_MAX, logFile } from './log-file.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'daybook-log-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a log over 10 MB is rotated while its program writes to it', async () => {
  const path = await logFile(dataDir, 'api');
  expect(path).toBe(join(dataDir, 'logs', 'api.log'));
  const line = `${'x'.repeat(1023)}\n`;
  const program = await open(path, 'a');
  try {
    await program.write(line.repeat(LOG_BYTES_MAX / line.length));
    await boundLog(path);
    expect(await readdir(join(dataDir, 'logs'))).toEqual(['api.log']);
    await program.write('one more\n');
    await boundLog(path);
    await program.write('and on\n');
    expect(await readFile(path, 'utf8')).toBe('and on\n');
    expect((await stat(`${path}.1`)).size).toBe(LOG_BYTES_MAX + 'one more\n'.length);
    await program.write(line.repeat(LOG_BYTES_MAX / line.length));
    await boundLog(path);
    expect(await readdir(join(dataDir, 'logs'))).toEqual(['api.log', 'api.log.1']);
    expect((await readFile(`${path}.1`, 'utf8')).slice(0, 8)).toBe('and on\nx');
  } finally {
    await program.close();
  }
});

test('a line that can’t be written is dropped', () => {
  expect(() => appendLine(join(dataDir, 'gone', 'api.log'), 'lost')).not.toThrow();
});
