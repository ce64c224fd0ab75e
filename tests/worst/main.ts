import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openLimits } from '#api/limits/limits.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { readCommandLine } from '#tools/command-lines/read.ts';
import startPostgresForAll from '../support/postgres-for-all.ts';
import { openTestServer } from '../support/test-server.ts';
import { ASKS } from './asks.ts';
import { buildWorst } from './build.ts';
import { SLOW_CALLS } from './slow-calls.ts';

const USAGE = `Asks each call of a ledger at every limit at once, and prints for how long it held the main thread.

  --help   this

A call above 50 ms has to be in tests/worst/slow-calls.ts, which may only get shorter.
Exit code: 0 none is new, 1 one is, 2 the command was not understood.`;

/** For longer nobody else should have to wait. */
const HELD_MS_MAX = 50;
const RESOLUTION_MS = 2;
const SAMPLES = 3;
const NANOSECONDS_IN_MS = 1e6;

readCommandLine(USAGE, {});
const stopPostgres = await startPostgresForAll();
const server = await openTestServer();
Object.assign(server.services.limits, openLimits(server.database, 1_000_000));
const user = await server.newUser();
const worst = await buildWorst(user, (text) => console.log(`Making ${text}`));

/** The longest time, in milliseconds, for which the main thread ran without a pause while a call was answered. */
async function heldBy(name: CallName, input: Record<string, unknown>): Promise<{ ms: number; status: number }> {
  const { method, path } = calls[name];
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
  const { status } = method === 'GET' ? await user.get(`${path}?${query}`) : await user.post(path, input);
  delay.disable();
  return { ms: delay.max / NANOSECONDS_IN_MS, status };
}

const found: { name: CallName; ms: number; status: number }[] = [];
for (const [name, ask] of Object.entries(ASKS) as [CallName, (typeof ASKS)[CallName]][]) {
  if (typeof ask === 'string') {
    console.log(`${name.padEnd(24)} left out: ${ask}`);
    continue;
  }
  // A collection of garbage can fall into one of them.
  const samples = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) samples.push(await heldBy(name, ask(worst)));
  const [least] = samples.toSorted((one, other) => one.ms - other.ms);
  const { ms } = least ?? { ms: 0 };
  const status = samples[0]?.status ?? 0;
  found.push({ name, ms, status });
  console.log(`${name.padEnd(24)} ${ms.toFixed(0).padStart(6)} ms  ${status}`);
}
await server.close();
await stopPostgres();

const slow = found.filter(({ ms }) => ms > HELD_MS_MAX).map(({ name }) => name);
const fresh = slow.filter((name) => !SLOW_CALLS.includes(name));
const mended = SLOW_CALLS.filter((name) => !slow.includes(name));
if (mended.length > 0) console.log(`No longer above ${HELD_MS_MAX} ms, to be taken off the list: ${mended.join(', ')}`);
for (const name of fresh) console.log(`NEW above ${HELD_MS_MAX} ms: ${name}`);
process.exit(fresh.length > 0 ? 1 : 0);
