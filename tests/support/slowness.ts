import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';

// Imported by the configurations of Vitest and Playwright, and by tests with limits of their own: a limit of time is a
// usual machine's, times the factor by which this machine is slower.

const VARIABLE = 'TEST_SLOWNESS';
/** The time that the fixed piece of work takes on a machine with two processors that has nothing else to do. */
const USUAL_MS = 300;
const SAMPLES = 3;
const HASHED_BYTES = 24 * 2 ** 20;

/** How many times slower than usual this machine is, 1 at least. Measured once for a run. */
export async function slowness(): Promise<number> {
  const known = process.env[VARIABLE];
  if (known !== undefined) return Number(known);
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) samples.push(await measured());
  const [least = USUAL_MS] = samples.sort((a, b) => a - b);
  const factor = Math.max(1, Math.round((10 * least) / USUAL_MS) / 10);
  process.env[VARIABLE] = String(factor);
  return factor;
}

/** The milliseconds of a fixed piece of work: two processes of Node start, and each hashes some megabytes. */
async function measured(): Promise<number> {
  const startMs = performance.now();
  const code = `require('node:crypto').createHash('sha256').update(Buffer.alloc(${HASHED_BYTES})).digest()`;
  const env = { ...process.env, NODE_OPTIONS: '' };
  const started = [0, 1].map(() => once(spawn(process.execPath, ['-e', code], { env, stdio: 'ignore' }), 'exit'));
  createHash('sha256').update(Buffer.alloc(HASHED_BYTES)).digest();
  await Promise.all(started);
  return performance.now() - startMs;
}

/** A limit of time of a test in milliseconds, as long as this machine needs it. */
export function limitMs(usualMs: number): number {
  return Math.ceil(usualMs * Number(process.env[VARIABLE] ?? 1));
}
