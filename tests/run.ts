import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readCommandLine } from '#tools/command-lines/read.ts';
import { buildDashboard, isBuilt, sourcesHash } from '#tools/start/dashboard-build.ts';
import { ensureAccountingPrograms } from './support/accounting-programs.ts';
import { ensureBrowser } from './support/browser.ts';
import { findLeaks, gatherIn } from './support/leaks.ts';
import type { Progress } from './support/progress.ts';
import { slowness } from './support/slowness.ts';

const USAGE = `Runs every check there is; the last line counts them.

  --help   this

Exit code: 0 all passed, 1 one failed, 2 the command was not understood.`;

readCommandLine(USAGE, {});

// All checks. Vitest and Playwright run side by side, so that one computes while tests of the other wait.
// Each file that ends is a line; the output of each runner is a file, which is printed where the runner failed. The
// failures are repeated at the end, the last line adds up both runners, and the exit code is 0 only where both ended
// with 0 and no log contains a secret.

const root = join(import.meta.dirname, '..');

const reports = join(root, '.reports');
/** The most lines of a failure in the summary. */
const LINES = 12;
/** After so long without a line, one is printed that names what is running. */
const SILENCE_MS = 15_000;

/**
 * The results of a runner: the number of passed tests, each failed one with its messages, the names of those skipped.
 */
type Outcome = { passed: number; failed: string[]; skipped: string[] };

const started = performance.now();
let printed = started;

/** Prints a line with the minutes and seconds since the start. */
function print(line: string): void {
  printed = performance.now();
  const seconds = Math.floor((printed - started) / 1_000);
  console.log(`[${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}] ${line}`);
}

/** A test runner: how many of its steps have ended, and since when the others are running. */
class Runner {
  readonly name: string;
  #total = 0;
  #ended = 0;
  #running = new Map<string, number>();

  constructor(name: string) {
    this.name = name;
  }

  /** Runs it by Node with these arguments, its output in `log`. Gives its exit code. */
  async run(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
    const output = openSync(this.log, 'w');
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', output, output, 'ipc'], env });
    closeSync(output);
    child.on('message', (progress: Progress) => this.#take(progress));
    const [code] = await once(child, 'exit');
    this.#running.clear();
    print(`${this.counts()} ended with ${code ?? 1}`);
    return code ?? 1;
  }

  /** The file with its output. */
  get log(): string {
    return join(reports, `${this.name}.log`);
  }

  /** Its name, how many of its steps have ended, and how many there are: `browser 45/117`. */
  counts(): string {
    return `${this.name} ${this.#ended}/${this.#total}`;
  }

  /** The steps that are running, the oldest first. */
  running(): string[] {
    return [...this.#running].sort(([, a], [, b]) => a - b).map(([step]) => step);
  }

  #take(progress: Progress): void {
    if (progress.type === 'total') this.#total = progress.steps;
    else if (progress.type === 'begin') this.#running.set(progress.step, performance.now());
    else if (progress.type === 'note') printOnce(progress.text);
    else {
      this.#running.delete(progress.step);
      this.#ended += 1;
      if (progress.failed) print(`${this.counts()} FAILED ${progress.step}`);
      else if (progress.file) print(`${this.counts()} ${progress.file}`);
    }
  }
}

/** Builds the dashboard once: otherwise each `npm start` of a test builds it, several at the same time. */
async function build(): Promise<void> {
  const hash = await sourcesHash(root);
  const dist = join(root, 'dist');
  if (await isBuilt(dist, hash)) return;
  print('Building the dashboard');
  await buildDashboard({ root, dist, hash }, new AbortController().signal);
}

/** Installs what tests use besides npm's packages, one after the other: the package manager has one lock. */
async function ensurePrograms(): Promise<void> {
  await ensureBrowser();
  await ensureAccountingPrograms();
}

const notes = new Set<string>();

/** Prints a line unless it has been printed: some are the same in several test files. */
function printOnce(text: string): void {
  if (notes.has(text)) return;
  notes.add(text);
  print(text);
}

async function report(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(reports, file), 'utf8'));
}

/** A test's name with the first lines of its message indented below it. */
const said = (name: string, message = '') =>
  [name, ...stripVTControlCharacters(message).trim().split('\n').slice(0, LINES)].join('\n    ');

interface VitestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

/** Vitest's results. A file that failed to load has no tests and counts as one failure. */
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

/** Playwright's results. A story that passed only when it was tried again counts as failed. */
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

/** The outcome where the report of a runner can't be read: one failure. */
const noReport =
  (runner: string) =>
  (error: unknown): Outcome => ({ passed: 0, failed: [said(`${runner} left no report`, String(error))], skipped: [] });

await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
gatherIn(join(reports, 'leaks'));

const slow = await slowness();
await Promise.all([ensurePrograms(), build()]);
print('Running Vitest and Playwright');
const vitest = new Runner('vitest');
const browser = new Runner('browser');
const watch = setInterval(() => {
  if (performance.now() - printed < SILENCE_MS) return;
  const running = [...vitest.running(), ...browser.running()];
  print(`${vitest.counts()}, ${browser.counts()}; running: ${running.join(', ')}`);
}, 1_000);
const codes = await Promise.all([
  vitest.run([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./tests/support/vitest-progress.ts',
    '--outputFile.json=.reports/unit.json',
  ]),
  browser.run(
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '-c',
      'tests/browser/playwright.config.ts',
      '--reporter=list,json,./tests/support/playwright-progress.ts',
    ],
    { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'browser.json') },
  ),
]);
clearInterval(watch);
for (const [at, { log }] of [vitest, browser].entries()) {
  if (codes[at] !== 0) console.log(stripVTControlCharacters(await readFile(log, 'utf8')));
}

/** Searches the logs of all programs that tests started for the passwords and tokens that tests used. */
function leaksOutcome(): Outcome {
  const { logs, bytes, secrets, leaks } = findLeaks(join(reports, 'leaks'));
  console.log(`searched ${logs} logs of ${Math.round(bytes / 1e6)} MB for ${secrets} passwords and tokens`);
  const none = logs === 0 || secrets === 0 ? ['no logs or no secrets were collected'] : [];
  const failed = [...none, ...leaks].map((what) => said('No log holds a secret', what));
  return { passed: failed.length === 0 ? 1 : 0, failed, skipped: [] };
}

const leaks = await Promise.resolve().then(leaksOutcome).catch(noReport('The search for secrets in logs'));
const outcomes = [
  leaks,
  await vitestOutcome().catch(noReport('Vitest')),
  await playwrightOutcome().catch(noReport('Playwright')),
];
if (slow > 1) console.log(`this machine is ${slow} times slower than usual: limits of time are as much longer`);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.flatMap((outcome) => outcome.failed);
const skipped = outcomes.flatMap((outcome) => outcome.skipped);
for (const name of skipped) console.log(`skipped: ${name}`);
for (const one of failed) console.log(`failed: ${one}`);
console.log(`${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`);
process.exit(codes.find((code) => code !== 0) ?? (leaks.failed.length > 0 ? 1 : 0));
