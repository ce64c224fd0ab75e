import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { ensureBrowser } from './support/browser.ts';
import { findLeaks, gatherIn } from './support/leaks.ts';

// `npm test`: every check there is. What failed is told once more at the end, the runners' own reports
// are added up in the last line, and the exit code is theirs.

const root = fileURLToPath(new URL('../', import.meta.url));
const reports = join(root, '.reports');
/** How many lines of a failure are told again at the end. */
const LINES = 12;

/** What a runner did: how many tests passed, the ones that failed with what they said, the names of those skipped. */
type Outcome = { passed: number; failed: string[]; skipped: string[] };

async function run(args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: process.env });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

async function report(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(reports, file), 'utf8'));
}

/** The first lines of what a test said, indented below its name. */
const said = (name: string, message = '') =>
  [name, ...stripVTControlCharacters(message).trim().split('\n').slice(0, LINES)].join('\n    ');

interface VitestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

/** A file that could not be run at all counts as one failure: it has no tests that could say so. */
async function vitestOutcome(): Promise<Outcome> {
  const { testResults } = (await report('unit.json')) as { testResults: VitestFile[] };
  const outcome: Outcome = { passed: 0, failed: [], skipped: [] };
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(root, name);
    const before = outcome.failed.length;
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === 'passed') outcome.passed += 1;
      else if (status === 'failed') outcome.failed.push(said(`${file} › ${fullName}`, failureMessages.join('\n')));
      else outcome.skipped.push(`${file} › ${fullName}`);
    }
    if (status === 'failed' && outcome.failed.length === before) outcome.failed.push(said(file, message));
  }
  return outcome;
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    file: string;
    title: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

/** A test that passed only when tried again counts as failed. */
async function playwrightOutcome(): Promise<Outcome> {
  const { suites, errors } = (await report('browser.json')) as {
    suites: PlaywrightSuite[];
    errors: { message?: string }[];
  };
  const outcome: Outcome = {
    passed: 0,
    failed: errors.map(({ message }) => said('tests/browser', message)),
    skipped: [],
  };
  const add = ({ suites = [], specs }: PlaywrightSuite) => {
    for (const { file, title, tests } of specs) {
      const name = `tests/browser/${file} › ${title}`;
      for (const { status, results } of tests) {
        if (status === 'expected') outcome.passed += 1;
        else if (status === 'skipped') outcome.skipped.push(name);
        else outcome.failed.push(said(name, results[0]?.error?.message));
      }
    }
    suites.forEach(add);
  };
  suites.forEach(add);
  return outcome;
}

/** A runner that left no report has failed before it could run anything. */
const noReport =
  (runner: string) =>
  (error: unknown): Outcome => ({ passed: 0, failed: [said(`${runner} left no report`, String(error))], skipped: [] });

await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
gatherIn(join(reports, 'leaks'));

const unit = await run([
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json=.reports/unit.json',
]);
await ensureBrowser();
const browser = await run(['node_modules/@playwright/test/cli.js', 'test', '-c', 'tests/browser/playwright.config.ts']);

/** Whether a log of any program that a test started holds a password or a token that one used. */
function leaksOutcome(): Outcome {
  const { logs, bytes, secrets, leaks } = findLeaks(join(reports, 'leaks'));
  console.log(`looked for ${secrets} passwords and tokens in ${logs} logs of ${Math.round(bytes / 1e6)} MB`);
  const none = logs === 0 || secrets === 0 ? ['there is nothing to look for, or in'] : [];
  const failed = [...none, ...leaks].map((what) => said('No log holds a secret', what));
  return { passed: failed.length === 0 ? 1 : 0, failed, skipped: [] };
}

const leaks = await Promise.resolve().then(leaksOutcome).catch(noReport('The search for secrets in logs'));
const outcomes = [
  leaks,
  await vitestOutcome().catch(noReport('Vitest')),
  await playwrightOutcome().catch(noReport('Playwright')),
];
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.flatMap((outcome) => outcome.failed);
const skipped = outcomes.flatMap((outcome) => outcome.skipped);
for (const name of skipped) console.log(`skipped: ${name}`);
for (const one of failed) console.log(`failed: ${one}`);
console.log(`${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`);
process.exit(unit || browser || (leaks.failed.length > 0 ? 1 : 0));
