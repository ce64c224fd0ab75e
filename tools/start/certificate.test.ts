import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { certificateIn } from './certificate.ts';
import { StartFailure } from './failure.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'daybook-certificate-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('is made once', async () => {
  const { cert, key } = await certificateIn(dataDir);
  const made = await readFile(cert, 'utf8');
  expect(await certificateIn(dataDir)).toEqual({ cert, key });
  expect(await readFile(cert, 'utf8')).toBe(made);
});

test.each(['cert', 'key'] as const)('a damaged %s is named, with what to do', async (file) => {
  const files = await certificateIn(dataDir);
  await writeFile(files[file], 'damaged\n');
  const remedy = 'delete both, and the next start makes new ones';
  const failure = new StartFailure(`${files.cert} or ${files.key} is damaged: ${remedy}.`);
  await expect(certificateIn(dataDir)).rejects.toThrow(failure);
});
