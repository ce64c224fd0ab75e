import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { sendProgress } from './progress.ts';

const fileOf = ({ location }: TestCase) => relative(process.cwd(), location.file);
/** The file and the titles of a story: the first two of a path are the root and the project. */
const stepOf = (test: TestCase) => [fileOf(test), ...test.titlePath().slice(3)].join(' › ');

/** Playwright's reporter for `npm test`: a step is a story. */
export default class PlaywrightProgress implements Reporter {
  /** How many stories of each file have not ended yet. */
  #left = new Map<string, number>();

  onBegin(_: FullConfig, suite: Suite): void {
    const tests = suite.allTests();
    for (const test of tests) this.#left.set(fileOf(test), (this.#left.get(fileOf(test)) ?? 0) + 1);
    sendProgress({ type: 'total', steps: tests.length });
  }

  onTestBegin(test: TestCase): void {
    sendProgress({ type: 'begin', step: stepOf(test) });
  }

  onTestEnd(test: TestCase, { status, retry }: TestResult): void {
    const failed = status !== test.expectedStatus && status !== 'skipped';
    if (failed && retry < test.retries) return; // It is tried again, for its trace.
    const file = fileOf(test);
    const left = (this.#left.get(file) ?? 0) - 1;
    this.#left.set(file, left);
    sendProgress({
      type: 'end',
      step: stepOf(test),
      ...(left === 0 && { file }),
      failed: failed || retry > 0,
    });
  }

  printsToStdio(): boolean {
    return false;
  }
}
