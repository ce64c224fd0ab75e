import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '#tools/command-lines/read.ts';

const USAGE = `Runs the random tests eight times as long: before a release, or each night.

  FILES    parts of the paths of test files; where they are left out, all with random tests
  --help   this

Exit code: 0 all passed, 1 one did not, 2 the command was not understood.`;

const root = join(import.meta.dirname, '..');
const RUNS_FACTOR = '8';

const parts = readCommandLine(USAGE, {}, Number.POSITIVE_INFINITY).positionals;
const files = globSync('**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules', 'dist', '.daybook'] })
  .filter((path) => readFileSync(join(root, path), 'utf8').includes("from 'fast-check'"))
  .filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)));
if (files.length === 0) {
  console.error('No file with random tests has such a path.');
  process.exit(2);
}

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const tests = spawn(process.execPath, [vitest, 'run', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, RUNS_FACTOR },
});
const [code] = await once(tests, 'exit');
process.exit(code === 0 ? 0 : 1);
