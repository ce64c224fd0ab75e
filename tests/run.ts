import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './support/browser.ts';

// `npm test`: every check there is. The runners' own reports are added up in the last line; the exit code is theirs.

const root = fileURLToPath(new URL('../', import.meta.url));
const reports = join(root, '.reports');

type Counts = { passed: number; failed: number; skipped: number };

async function run(args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: process.env });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

async function report(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(reports, file), 'utf8'));
}

/** A file that could not be run at all counts as one failure: it has no tests that could say so. */
async function vitestCounts(): Promise<Counts> {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = (await report(
    'unit.json',
  )) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: { status: string; assertionResults: { status: string }[] }[];
  };
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  };
}

async function playwrightCounts(): Promise<Counts> {
  const { stats, errors } = (await report('browser.json')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: unknown[];
  };
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/** A runner that left no report has failed before it could run anything. */
const noReport = (): Counts => ({ passed: 0, failed: 1, skipped: 0 });

await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });

const unit = await run([
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json=.reports/unit.json',
]);
await ensureBrowser();
const browser = await run(['node_modules/@playwright/test/cli.js', 'test', '-c', 'tests/browser/playwright.config.ts']);

const all = [await vitestCounts().catch(noReport), await playwrightCounts().catch(noReport)];
const total = (key: keyof Counts) => all.reduce((sum, counts) => sum + counts[key], 0);
const skipped = total('skipped');
console.log(`${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(unit || browser);
