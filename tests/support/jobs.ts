import { type JobServices, jobOf } from '#api/heavy/job.ts';
import { ProblemError } from '#api/http/problem-error.ts';

// Jobs for the tests of threads: a thread can't import a file of Vitest's tests.

/** The number of rows that Postgres gives, by a connection of the thread. */
export async function counted({ database }: JobServices, { rows }: { rows: number }): Promise<number> {
  return (await database.query('SELECT generate_series(1, $1)', [rows])).rows.length;
}

/** Is refused. */
export async function refused(): Promise<never> {
  throw new ProblemError('invalid', { field: 'No' });
}

/** Fails by a mistake. */
export async function broken(): Promise<never> {
  throw new TypeError('A mistake');
}

/** Takes all memory of its thread. */
export async function greedy(): Promise<number> {
  const taken: number[][] = [];
  // Filled at once: an array that grows is copied each time.
  for (;;) taken.push(new Array(1_000_000).fill(Math.random()));
}

/** Ends its thread soon after its answer. */
export async function leaving(): Promise<string> {
  setTimeout(() => process.exit(), 20);
  return 'bye';
}

/** Keeps its thread busy. */
export async function busy(_: JobServices, { ms }: { ms: number }): Promise<string> {
  for (const end = performance.now() + ms; performance.now() < end; );
  return 'done';
}

export const COUNTED = jobOf(counted, import.meta.url, 'read');
export const REFUSED = jobOf(refused, import.meta.url, 'read');
export const BROKEN = jobOf(broken, import.meta.url, 'read');
export const GREEDY = jobOf(greedy, import.meta.url, 'read');
export const LEAVING = jobOf(leaving, import.meta.url, 'read');
export const BUSY = jobOf(busy, import.meta.url, 'read');
