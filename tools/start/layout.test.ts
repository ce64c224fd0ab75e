import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartFailure } from './failure.ts';
import { checkLayout, writeLayout } from './layout.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'daybook-layout-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const stored = () => readFile(join(dataDir, 'layout'), 'utf8');

test('a folder without a layout is accepted, as is one that is missing, and gets this one', async () => {
  await checkLayout(dataDir);
  await checkLayout(join(dataDir, 'missing'));
  expect(await readdir(dataDir)).toEqual([]);
  await writeLayout(dataDir);
  await writeLayout(dataDir);
  expect([await stored(), await readdir(dataDir)]).toEqual(['1\n', ['layout']]);
  await checkLayout(dataDir);
});

test('an older layout is replaced', async () => {
  await writeFile(join(dataDir, 'layout'), '0\n');
  await checkLayout(dataDir);
  await writeLayout(dataDir);
  expect(await stored()).toBe('1\n');
});

test.each([
  ['2\n', 'A newer version of Daybook wrote '],
  ['two\n', 'is damaged: put it back from your backup.'],
  ['', 'is damaged: put it back from your backup.'],
])('the layout %j is refused in one sentence, and stays', async (text, said) => {
  await writeFile(join(dataDir, 'layout'), text);
  const refusal = await checkLayout(dataDir).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartFailure);
  expect(String(refusal)).toContain(said);
  expect(await stored()).toBe(text);
});
