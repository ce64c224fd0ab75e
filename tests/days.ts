import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '#tools/command-lines/read.ts';

// `npm run days`: see below.

const USAGE = `Runs the tests that ask for today under forty other days, and prints a line for each day.

  FILES    these tests instead; stories of tests/browser run by Playwright
  --help   this

Exit code: 0 all passed, 1 a day failed, 2 the command was not understood.`;

const root = join(import.meta.dirname, '..');

/** Each weekday, ends of months and years, leap days, both changes of the clock, and both sides of midnight in UTC. */
const MOMENTS = [
  ...['03-13', '03-14', '03-15', '03-16', '03-17', '03-18', '03-19'].map((day) => `2028-${day}T10:00:00Z`),
  ...['01-31', '02-28', '02-29', '03-01', '03-31', '04-30', '05-31', '06-30'].map((day) => `2028-${day}T12:00:00Z`),
  ...['07-31', '08-31', '09-30', '10-31', '11-30', '12-30', '12-31'].map((day) => `2028-${day}T12:00:00Z`),
  ...['2029-01-01T12:00:00Z', '2027-02-28T12:00:00Z', '2027-03-01T12:00:00Z', '2027-12-31T12:00:00Z'],
  ...['2028-03-12T06:59:00Z', '2028-03-12T07:01:00Z', '2028-03-26T00:59:00Z', '2028-03-26T01:01:00Z'],
  ...['2028-10-29T00:59:00Z', '2028-10-29T01:01:00Z', '2028-11-05T05:59:00Z', '2028-11-05T06:01:00Z'],
  ...['2028-12-31T23:50:00Z', '2029-01-01T00:10:00Z', '2028-02-28T23:50:00Z', '2028-02-29T00:10:00Z'],
  ...['2028-07-01T00:10:00Z', '2028-04-29T23:50:00Z'],
];

const ASKS_FOR_TODAY = /\btoday\(\)|\bdaysAgo\(|new Date\(\)|Date\.now\(\)/;
const named = readCommandLine(USAGE, {}, Number.POSITIVE_INFINITY).positionals;
const files =
  named.length > 0
    ? named
    : globSync('{dashboard,tests/{api,export}}/**/*.test.{ts,tsx}', { cwd: root }).filter((file) =>
        ASKS_FOR_TODAY.test(readFileSync(join(root, file), 'utf8')),
      );
const stories = files.filter((file) => file.endsWith('.spec.ts'));
const others = files.filter((file) => !file.endsWith('.spec.ts'));

/** Runs a program of Node on a day. Prints its output where it fails, and gives whether it did. */
function isRed(moment: string, args: string[]): boolean {
  const env = { ...process.env, TEST_NOW: moment };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) console.log(stdout + stderr);
  return status !== 0;
}

let failed = 0;
for (const moment of MOMENTS) {
  const isVitestRed = others.length > 0 && isRed(moment, ['node_modules/vitest/vitest.mjs', 'run', ...others]);
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'tests/browser/playwright.config.ts'];
  const isPlaywrightRed = stories.length > 0 && isRed(moment, [...playwright, '--retries=0', ...stories]);
  if (isVitestRed || isPlaywrightRed) failed += 1;
  console.log(`${moment} ${isVitestRed || isPlaywrightRed ? 'FAILED' : 'passed'}`);
}
console.log(`${MOMENTS.length} days, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
